import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { forcer, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDirectionRegionale, asAdmin, asDpps, horloge } = banc

type Filtre = Sent<typeof api.listFormulaires.query>
type Recherche = Sent<typeof api.listFormulairesStructures.body>

const lister = (qui: Personne, query: Filtre = {}, mois: Mois | '3' = 'MARCH', annee = 2025) =>
  reussi(qui.appeler(api.listFormulaires, { params: { mois, annee }, query }))
const chercher = (qui: Personne, body: Recherche = {}) =>
  reussi(qui.appeler(api.listFormulairesStructures, { body }))

const noms = (elements: Resume[]) =>
  elements.map(({ modele, structure, etat }) => `${modele.code} ${structure.code} ${etat}`)

/** Expected each month in the seed's country: every model of every structure. */
const ATTENDUS = 28

describe('les rapports d’un mois', () => {
  it('montre ceux que l’on attend et qui ne sont pas commencés, sans numéro', async () => {
    const { elements, total } = await lister(asStructure)
    expect(noms(elements)).toEqual(['EPM CAU-R01-01 NON_COMMENCE', 'RMA CAU-R01-01 NON_COMMENCE'])
    expect(total).toBe(2)
    for (const { id, numero, version, effectif, actions } of elements) {
      expect([id, numero, version, effectif, actions]).toEqual([
        null,
        null,
        0,
        null,
        ['enregistrer'],
      ])
    }
    const deLaDpps = await lister(asDpps)
    expect(deLaDpps.total).toBe(ATTENDUS)
    expect(new Set(deLaDpps.elements.flatMap(({ actions }) => actions))).toEqual(
      new Set(['enregistrer', 'relancer']),
    )
    const deLAdmin = await lister(asAdmin)
    expect(deLAdmin.total).toBe(ATTENDUS)
    expect(new Set(deLAdmin.elements.flatMap(({ actions }) => actions))).toEqual(
      new Set(['relancer']),
    )
  })

  it('s’arrête au périmètre : une direction régionale lit ses structures, en lecture seule', async () => {
    await commencer(asStructure)
    const { elements } = await lister(asDirectionRegionale)
    const codes = new Set(elements.map(({ structure }) => structure.code))
    expect([...codes].toSorted()).toEqual([
      'CAU-R01-01',
      'CSE-R01-01',
      'DR-R01',
      'MAC-R01-01',
      'POUP-R01-01',
    ])
    const saisissables = elements.filter(({ actions }) => actions.includes('enregistrer'))
    expect(noms(saisissables)).toEqual(['EPM DR-R01 NON_COMMENCE'])
    expect((await lister(asAutreStructure)).elements.map((r) => r.structure.code)).not.toContain(
      'CAU-R01-01',
    )
  })

  it('n’y montre pas ce que d’autres ont diffusé', async () => {
    await amener(banc, 'DIFFUSE')
    const { elements } = await lister(asAutreStructure)
    expect(elements.every(({ structure }) => structure.code === 'CPOLY-R02-01')).toBe(true)
  })

  it.each([
    ['à venir', 'APRIL', 2025, '2025-03-20'],
    ['verrouillé', 'MARCH', 2025, '2025-06-01'],
  ] as const)('n’offre pas de commencer un mois %s', async (_, mois, annee, jour) => {
    horloge.maintenant = new Date(`${jour}T10:00:00Z`)
    const { elements } = await lister(asStructure, {}, mois, annee)
    expect(elements.flatMap(({ actions }) => actions)).toEqual([])
  })

  it('n’attend rien d’une structure fermée ou suspendue ce mois-là', async () => {
    const structureId = banc.structures.get('CAU-R01-01') ?? 0
    await banc.base.db
      .insertInto('structureInterruption')
      .values({ structureId, etat: 'SUSPENDUE', du: '2025-03-01', au: null })
      .execute()
    expect((await lister(asStructure)).total).toBe(0)
    expect((await lister(asStructure, {}, 'FEBRUARY')).total).toBe(2)
    expect((await lister(asDpps)).total).toBe(ATTENDUS - 2)
  })

  it('filtre par modèle, état et structure, et accepte le mois en chiffres', async () => {
    await commencer(asStructure)
    expect(
      noms((await lister(asDpps, { modele: 'RMA', structure: 'CAU-R01-01' }, '3')).elements),
    ).toEqual(['RMA CAU-R01-01 BROUILLON'])
    expect((await lister(asDpps, { etat: 'NON_COMMENCE' })).total).toBe(ATTENDUS - 1)
    expect((await lister(asDpps, { etat: 'BROUILLON' })).total).toBe(1)
    expect((await lister(asDpps, { etat: 'BROUILLON,NON_COMMENCE' })).total).toBe(ATTENDUS)
    expect((await lister(asDpps, { etat: 'DIFFUSE' })).total).toBe(0)
    expect((await lister(asDpps, { modele: 'SMP' })).total).toBe(4)
    expect((await lister(asDpps, { q: 'PORT-CLAIR' })).total).toBe(6)
    expect((await lister(asDpps, { q: '-202503' })).total).toBe(1)
  })

  it('se lit page par page, et dit le total au-delà de la dernière', async () => {
    const vues: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      const lue = await lister(asDpps, { page, taille: 10 })
      expect([lue.page, lue.taille, lue.total]).toEqual([page, 10, ATTENDUS])
      vues.push(...noms(lue.elements))
    }
    expect(new Set(vues).size).toBe(ATTENDUS)
    expect(await lister(asDpps, { page: 9, taille: 10 })).toEqual({
      elements: [],
      total: ATTENDUS,
      page: 9,
      taille: 10,
    })
  })

  it('cache un rapport annulé, sauf à qui le demande : le mois est de nouveau attendu', async () => {
    await reussi(forcer(asDpps, await commencer(asStructure), 'ANNULE'))
    expect(noms((await lister(asStructure)).elements)).toContain('RMA CAU-R01-01 NON_COMMENCE')
    expect(noms((await lister(asStructure, { etat: 'ANNULE' })).elements)).toEqual([
      'RMA CAU-R01-01 ANNULE',
    ])
    expect((await chercher(asDpps)).total).toBe(0)
    expect((await chercher(asDpps, { etats: ['ANNULE'] })).total).toBe(1)
  })
})
