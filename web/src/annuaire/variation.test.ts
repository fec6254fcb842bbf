import { ANNUAIRE_EXEMPLE } from '@releve/contract/annuaire/annuaire.banc.ts'
import type { CelluleAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { expect, it } from 'vitest'
import { direVariation } from './Explication.tsx'

const place = { tableau: 'T2.1', ligne: 'A00_02', colonne: 'TOT' }

/** What is said of this cell. */
function dire(cellule: CelluleAnnuaire): string | null {
  const chapitres = structuredClone(ANNUAIRE_EXEMPLE.chapitres)
  const ligne = chapitres[2]?.tableaux[0]?.lignes[0]
  if (!ligne) throw new Error('exemple')
  ligne.cellules[2] = cellule
  return direVariation({ chapitres }, place)?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null
}
const valeur = { sorte: 'valeur', valeur: 26, nMoins1: { sorte: 'valeur', valeur: 22 } } as const

it('la variation d’un chiffre dit de quelle part elle est, ou pourquoi elle n’est pas donnée', () => {
  expect(dire({ ...valeur, variation: 18.2, part: 100 })).toBe('Depuis l’année d’avant : +18,2 %.')
  expect(dire({ ...valeur, variation: -3, part: 83.3 })).toContain(
    '−3,0 %, sur 83,3 % de l’effectif.',
  )
  expect(dire({ ...valeur, variation: null, part: 62, sansVariation: 'PART' })).toContain(
    'Variation non donnée. Trop peu est comparable',
  )
})

it('d’une édition d’avant, rien n’en est dit', () => {
  expect(dire({ ...valeur, variation: 18.2 })).toBeNull()
  expect(direVariation(ANNUAIRE_EXEMPLE, { ...place, ligne: 'ABSENTE' })).toBeNull()
})
