import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps, horloge } = banc

const chercher = (qui: Personne, body: Sent<typeof api.listFormulairesStructures.body> = {}) =>
  reussi(qui.appeler(api.listFormulairesStructures, { body }))

const noms = (elements: Resume[]) =>
  elements.map(({ modele, structure, etat }) => `${modele.code} ${structure.code} ${etat}`)

/** Expected each month in the seed's country: every model of every structure. */
const ATTENDUS = 28

describe('la recherche parmi les rapports que l’on peut lire', () => {
  it('ajoute à son périmètre ce que les autres ont diffusé, sans rien de leur brouillon', async () => {
    const publie = await amener(banc, 'DIFFUSE')
    const renvoye = await renvoyer(asDpps, publie)
    const faux = { 'MVT.FIN.F': 90, JOURNEES: null }
    const brouillon = await reussi(modifier(asStructure, renvoye, faux))
    await commencer(asStructure, { modele: 'EPM' })
    const { elements, total } = await chercher(asAutreStructure)
    expect([noms(elements), total]).toEqual([['RMA CAU-R01-01 DIFFUSE'], 1])
    expect(elements[0]).toMatchObject({
      effectif: publie.effectif,
      version: 0,
      versionDiffusee: 1,
      remplissage: 1,
      erreurs: 0,
      avertissements: 0,
      soumisLe: null,
      horsDelai: false,
      modifiePar: null,
      modifieLe: '2025-03-20T10:00:00.000Z',
      actions: [],
    })
    const [sien] = (await chercher(asStructure, { modeles: ['RMA'] })).elements
    expect([sien?.etat, sien?.effectif, sien?.erreurs]).toEqual([
      'RENVOYE',
      brouillon.effectif,
      brouillon.erreurs,
    ])
    expect((await chercher(asAutreStructure, { etats: ['RENVOYE'] })).total).toBe(0)
    expect((await chercher(asAutreStructure, { etats: ['DIFFUSE'] })).total).toBe(1)
  })

  it('ne trie pas sur ce qu’elle cache', async () => {
    const mars = await amener(banc, 'DIFFUSE')
    await amener(banc, 'DIFFUSE', { modele: 'EPM' })
    const ordre = async (tri: string) =>
      (await chercher(asAutreStructure, { tri })).elements.map(({ modele }) => modele.code)
    const avant = [await ordre('effectif'), await ordre('modifieLe'), await ordre('remplissage')]
    horloge.maintenant = new Date('2025-03-21T10:00:00Z')
    const renvoye = await renvoyer(asDpps, mars)
    for (const fin of [100_000, 0]) {
      await reussi(modifier(asStructure, renvoye, { 'MVT.FIN.F': fin, 'MVT.FIN.M': fin }))
      const apres = [await ordre('effectif'), await ordre('modifieLe'), await ordre('remplissage')]
      expect(apres).toEqual(avant)
    }
  })

  it('garde aux modèles un seul ordre dans chaque mois, quel que soit celui des saisies', async () => {
    const dans = (mois: 'FEBRUARY' | 'MARCH', modele: 'RMA' | 'EPM') =>
      commencer(asStructure, { mois, modele })
    await dans('MARCH', 'EPM')
    await dans('FEBRUARY', 'RMA')
    await dans('FEBRUARY', 'EPM')
    await dans('MARCH', 'RMA')
    const ordre = async (tri?: string) =>
      (await chercher(asStructure, { tri })).elements.map((r) => `${r.mois} ${r.modele.code}`)
    const recents = ['MARCH EPM', 'MARCH RMA', 'FEBRUARY EPM', 'FEBRUARY RMA']
    expect(await ordre()).toEqual(recents)
    expect(await ordre('periode')).toEqual([...recents.slice(2), ...recents.slice(0, 2)])
  })

  it('ajoute les rapports non commencés quand le mois et l’année sont donnés', async () => {
    await commencer(asStructure)
    expect((await chercher(asDpps)).total).toBe(1)
    expect((await chercher(asDpps, { annee: 2025 })).total).toBe(1)
    expect((await chercher(asDpps, { mois: 'MARCH' })).total).toBe(1)
    expect((await chercher(asDpps, { annee: 2025, mois: 'FEBRUARY' })).total).toBe(ATTENDUS)
    expect((await chercher(asDpps, { annee: 2024 })).total).toBe(0)
  })

  it('filtre par région, structure et modèle, et trie dans les deux sens', async () => {
    const mars = { annee: 2025, mois: 'MARCH' } as const
    expect((await chercher(asDpps, { ...mars, regions: ['R01'] })).total).toBe(9)
    const corps = { ...mars, structures: ['CAU-R01-01', 'MAC-R02-01'], modeles: ['EPM'] }
    const croissant = noms((await chercher(asDpps, { ...corps, tri: 'structure' })).elements)
    const decroissant = noms((await chercher(asDpps, { ...corps, tri: '-structure' })).elements)
    expect(croissant).toEqual(['EPM CAU-R01-01 NON_COMMENCE', 'EPM MAC-R02-01 NON_COMMENCE'])
    expect(decroissant).toEqual(croissant.toReversed())
  })
})
