import { describe, expect, it } from 'vitest'
import { differences, fusionner } from './saisie.ts'

describe('des réglages changés par deux personnes', () => {
  const base = { editeur: 'A', hebergeur: 'B', facteur: false }

  it('reprennent ce que l’autre a écrit, sous ce que l’on a saisi', () => {
    const saisie = { ...base, hebergeur: 'le mien' }
    const fraiche = { editeur: 'le sien', hebergeur: 'le sien', facteur: true }
    expect(fusionner(base, saisie, fraiche)).toEqual({
      editeur: 'le sien',
      hebergeur: 'le mien',
      facteur: true,
    })
  })

  it('disent lesquels ont changé', () => {
    expect(differences(base, { ...base, facteur: true })).toEqual(['facteur'])
    expect(differences(base, { ...base })).toEqual([])
  })
})
