import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { readFeuillesIci } from '../platform/tableur.lecture.ts'
import { readTableur } from '../platform/tableur.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps, asAdmin, base } = banc

type Recherche = Omit<Sent<typeof api.exporterFormulaires.body>, 'format'>

async function exporter(qui: Personne, recherche: Recherche = {}, format: 'csv' | 'xlsx' = 'csv') {
  const reponse = await qui.appeler(api.exporterFormulaires, { body: { ...recherche, format } })
  expect(reponse.statut).toBe(200)
  return reponse
}

const lignesDe = async (octets: Buffer) =>
  (await readTableur(octets)).lignes.map(({ cellules }) => cellules)

const notees = async () => {
  const { rows } = await sql<{ detail: object }>`select detail from journal
    where action = 'LISTE_EXPORTEE' order by id`.execute(base.db)
  return rows.map(({ detail }) => detail)
}

/** Headings: a key has no accent. */
const [NUMERO, ETAT, ANNEE, REGION, CALCULEE] = [
  'Numéro',
  'État',
  'Année',
  'Région',
  'Calculée',
] as const

const MARS = { mois: 'MARCH', annee: 2025 } as const

describe('exporter les rapports', () => {
  it.each(['csv', 'xlsx'] as const)(
    'en %s donne toutes les lignes de la recherche, dans son ordre, celles non commencées aussi',
    async (format) => {
      const { numero } = await commencer(asStructure)
      const body = { ...MARS, taille: 200, tri: '-modele' }
      const { elements } = await reussi(asDpps.appeler(api.listFormulairesStructures, { body }))
      const { octets } = await exporter(asDpps, { ...MARS, tri: '-modele' }, format)
      const lignes = await lignesDe(octets)
      expect(
        lignes.map((une) => [une['Modèle'], une['Code de la structure'], une['Numéro']]),
      ).toEqual(
        elements.map(({ modele, structure, numero: un }) => [
          modele.code,
          structure.code,
          un ?? '',
        ]),
      )
      expect(lignes.find((une) => une['Numéro'] === numero)).toMatchObject({
        [ETAT]: 'Brouillon',
        [ANNEE]: '2025',
        Mois: '3',
        [REGION]: 'R01',
        'Hors délai': 'non',
      })
      expect(lignes.filter((une) => une['État'] === 'Non commencé')).toHaveLength(
        elements.filter(({ etat }) => etat === 'NON_COMMENCE').length,
      )
    },
  )

  it('dit combien de lignes et quels filtres : au classeur, à l’écran et au journal', async () => {
    const { octets, entetes } = await exporter(asDpps, { ...MARS, modeles: ['RMA'] }, 'xlsx')
    const { lignes } = (await readFeuillesIci(octets, ['À propos'])).get('À propos') ?? {
      lignes: [],
    }
    const dits = lignes.map(({ cellules }) => Object.values(cellules))
    const filtres = ['Mois\u00A0: Mars', 'Année\u00A0: 2025', 'Modèle\u00A0: RMA']
    expect(dits).toEqual(
      expect.arrayContaining([
        ['Lignes', entetes['releve-lignes']],
        ...filtres.map((un) => ['Filtre', un]),
      ]),
    )
    expect(decodeURIComponent(String(entetes['releve-filtres']))).toBe(filtres.join(' ; '))
    expect((await notees()).at(-1)).toMatchObject({
      objet: 'Rapports',
      format: 'xlsx',
      modele: ['RMA'],
      lignes: (await lignesDe(octets)).length,
    })
  })

  it('ne montre d’un rapport d’ailleurs que sa publication', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    await amener(banc, 'SOUMIS', { modele: 'EPM' })
    const lignes = await lignesDe((await exporter(asAutreStructure, { ...MARS })).octets)
    const siennes = lignes.filter((une) => une['Code de la structure'] === 'CAU-R01-01')
    expect(siennes).toMatchObject([{ [NUMERO]: numero, [ETAT]: 'Diffusé', 'Soumis le (UTC)': '' }])
  })

  it('refuse un tri inconnu et un format inconnu, sans rien noter', async () => {
    const avant = await notees()
    const chemin = '/api/formulaire/structures/exporter'
    for (const corps of [{ format: 'csv', tri: 'motDePasse' }, { format: 'pdf' }, {}]) {
      expect((await asDpps.brut('POST', chemin, corps)).code).toBe('REQUETE_INVALIDE')
    }
    expect(await notees()).toEqual(avant)
  })
})

describe('exporter un rapport', () => {
  const un = (qui: Personne, numero: string, query: { versionDiffusee?: number } = {}) =>
    qui.appeler(api.exporterFormulaire, { params: { numero }, query: { format: 'csv', ...query } })

  it('donne chaque case dans l’ordre de l’écran, sa valeur, son libellé, et les lignes ajoutées', async () => {
    const brouillon = await commencer(asStructure)
    await modifier(asStructure, brouillon, {
      'MVT.DEB.M': 12,
      SIT_FONCT: 'NORMAL',
      'ACT.a1.INTITULE': '=1+1',
    })
    const { octets, entetes } = await un(asStructure, brouillon.numero)
    expect(entetes['content-disposition']).toContain(`${brouillon.numero}-2025-03-20.csv`)
    expect(octets.toString()).toContain("'=1+1")
    const cases = await lignesDe(octets)
    const parCase = new Map(cases.map((une) => [une['Case'], une]))
    expect(parCase.get('MVT.DEB.M')).toMatchObject({ Valeur: '12', [CALCULEE]: 'non' })
    expect(parCase.get('SIT_FONCT')).toMatchObject({ Valeur: 'NORMAL' })
    expect(parCase.get('SIT_FONCT')?.['Libellé du code']).not.toBe('')
    expect(parCase.get('ACT.a1.INTITULE')).toMatchObject({ Valeur: '=1+1' })
    expect(parCase.get('BUD.DOT')?.['Unité']).toBeDefined()
  })

  it('donne à chacun ce qu’il peut lire : la publication hors de son périmètre, rien avant elle', async () => {
    const { numero } = await amener(banc, 'APPROUVE')
    expect((await un(asAutreStructure, numero)).code).toBe('FORMULAIRE_INTROUVABLE')
    expect((await un(asDpps, numero, { versionDiffusee: 1 })).code).toBe('PUBLICATION_INTROUVABLE')
    expect((await un(asAdmin, numero)).statut).toBe(200)
  })
})
