import type { LigneImport } from '@releve/contract/import.ts'
import { expect, it } from 'vitest'
import { textesImportTableur } from './importTableur.textes.ts'
import { comptesDe, ecrituresDe } from './importTableur.ts'

const ligne = (effet: LigneImport['effet']): LigneImport => ({
  ligne: 2,
  cle: 'awa',
  libelle: 'Awa',
  effet,
  details: [],
})
const espaces = (texte: string) => texte.replaceAll(/[\u00a0\u202f]/g, ' ')

it('compte les lignes par effet, et ne compte comme écrites que les créées et les modifiées', () => {
  const comptes = comptesDe([ligne('CREER'), ligne('CREER'), ligne('MODIFIER'), ligne('INCHANGE')])
  expect(comptes).toEqual({ CREER: 2, MODIFIER: 1, INCHANGE: 1, ERREUR: 0 })
  expect(ecrituresDe(comptes)).toBe(3)
})

it('dit le bilan en accordant le participe à ce qui est importé', () => {
  const compte = { singulier: 'compte', pluriel: 'comptes' }
  const structure = { singulier: 'structure', pluriel: 'structures', feminin: true }
  expect(espaces(textesImportTableur.bilan(3, 2, compte))).toBe('3 comptes créés et 2 modifiés.')
  expect(espaces(textesImportTableur.bilan(1, 0, structure))).toBe('1 structure créée.')
  expect(espaces(textesImportTableur.bilan(0, 2, structure))).toBe('2 structures modifiées.')
  expect(espaces(textesImportTableur.bilan(1, 1, structure))).toBe(
    '1 structure créée et 1 modifiée.',
  )
})

it('demande de corriger les lignes en erreur, au singulier comme au pluriel', () => {
  expect(textesImportTableur.raisons.erreurs(1)).toContain('la ligne en erreur')
  expect(textesImportTableur.raisons.erreurs(12)).toContain('les 12\u00a0lignes en erreur')
})
