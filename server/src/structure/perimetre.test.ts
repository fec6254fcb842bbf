import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { CAU, ouvrirBancStructures } from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, asAdmin, asStructure, asDirectionRegionale } = banc

describe('lire une structure', () => {
  const lue = async (personne: Personne, code = CAU) =>
    reussi(personne.appeler(api.lireStructure, { params: { code } }))

  it('montre ses comptes aux seuls comptes centraux, et ce que chacun peut y faire', async () => {
    const comptes = [
      {
        id: asStructure.id,
        identifiant: 'cau-r01-01',
        nomAffichable: 'cau-r01-01',
        statut: 'ACTIF',
      },
      {
        id: banc.asCollegue.id,
        identifiant: 'cau-r01-01-b',
        nomAffichable: 'cau-r01-01-b',
        statut: 'ACTIF',
      },
    ]
    expect(await lue(asDpps)).toMatchObject({ capacite: 60, comptes, actions: ['modifier'] })
    expect(await lue(asAdmin)).toMatchObject({ capacite: 60, comptes, actions: [] })
    for (const personne of [asStructure, asDirectionRegionale]) {
      expect(await lue(personne)).toMatchObject({ capacite: 60, comptes: [], actions: [] })
    }
  })

  it('propose d’inviter une structure qui n’a aucun compte actif, ni fermée', async () => {
    expect((await lue(asDpps, 'MAC-R01-01')).actions).toEqual(['modifier', 'inviter'])
    expect((await lue(asAdmin, 'MAC-R01-01')).actions).toEqual([])
  })

  it('répond pareil d’une structure inconnue et d’une autre que la sienne', async () => {
    for (const code of ['CPOLY-R02-01', 'INCONNUE', 'x'.repeat(60), '%']) {
      const refus = await asStructure.appeler(api.lireStructure, { params: { code } })
      expect(refus).toMatchObject({ statut: 404, code: 'STRUCTURE_INTROUVABLE' })
    }
  })
})

describe('filtrer les structures', () => {
  const codes = async (personne: Personne, query: Record<string, string>) => {
    const lues = await reussi(
      personne.appeler(api.listStructures, { query: { tri: 'code', ...query } }),
    )
    return lues.elements.map(({ code }) => code)
  }

  it('par état et par modèle', async () => {
    await banc.base.db
      .updateTable('structure')
      .set({ etat: 'SUSPENDUE' })
      .where('code', '=', 'POUP-R01-01')
      .execute()
    expect(await codes(asDpps, { etat: 'SUSPENDUE' })).toEqual(['POUP-R01-01'])
    expect(await codes(asDpps, { modele: 'SMP', region: 'R01' })).toEqual(['MAC-R01-01'])
  })

  it('ne laisse pas deviner les modèles d’une structure que l’on ne lit pas', async () => {
    expect(await codes(asStructure, { modele: 'RMA' })).toEqual([CAU])
    expect(await codes(asStructure, { modele: 'SMP' })).toEqual([])
  })

  it('trie par une colonne de la fiche pour qui les lit toutes', async () => {
    const [premiere] = await codes(asDpps, { tri: '-capacite', modele: 'SMP' })
    expect(premiere).toBe('MAC-R01-01')
  })
})
