import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { insertAnnuaire } from './annuaire.sql.ts'

const { base, anonyme } = await ouvrirBanc()

beforeEach(async () => {
  await base.db.deleteFrom('annuaire').execute()
})

const publieLe = '2025-04-15T09:00:00.000Z'
const chiffres = (valeur: number) => [{ code: 'STRUCTURES', libelle: 'Structures', valeur }]
const inserer = (
  annee: number,
  edition: number,
  etat: 'PROVISOIRE' | 'ARRETE' | 'PUBLIE',
  valeur = 1,
) =>
  insertAnnuaire(base.db, {
    annee,
    edition,
    etat,
    titre: `Annuaire ${annee}, édition ${edition}`,
    publieLe: etat === 'PUBLIE' ? publieLe : null,
    chiffres: chiffres(valeur),
  })

const lireAnnuaire = async () =>
  (await reussi(anonyme.appeler(systemeApi.lireConfiguration))).annuaire

describe('l’annuaire de la page publique', () => {
  it('est absent tant qu’aucun n’est publié', async () => {
    expect(await lireAnnuaire()).toBeNull()
    await inserer(2024, 1, 'PROVISOIRE')
    await inserer(2023, 1, 'ARRETE')
    expect(await lireAnnuaire()).toBeNull()
  })

  it('est la dernière édition publiée, jamais une édition provisoire ou arrêtée', async () => {
    await inserer(2023, 1, 'PUBLIE', 10)
    await inserer(2024, 1, 'PUBLIE', 20)
    await inserer(2024, 2, 'PUBLIE', 21)
    await inserer(2024, 3, 'ARRETE', 22)
    await inserer(2025, 1, 'PROVISOIRE', 30)
    expect(await lireAnnuaire()).toEqual({
      annee: 2024,
      titre: 'Annuaire 2024, édition 2',
      publieLe,
      chiffres: chiffres(21),
    })
  })

  it('ne se garde pas deux fois sous la même édition, ni publié sans sa date', async () => {
    await inserer(2024, 1, 'PUBLIE')
    await expect(inserer(2024, 1, 'PROVISOIRE')).rejects.toThrow('annuaire_unique')
    const sansDate = { annee: 2025, titre: 'Sans date', etat: 'PUBLIE' as const, chiffres: [] }
    await expect(insertAnnuaire(base.db, sansDate)).rejects.toThrow('annuaire_publie_date')
  })
})
