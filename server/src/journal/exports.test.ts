import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, test } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { deposer, fichier } from '../document/document.banc.ts'
import { ouvrirBancFormulaires } from '../formulaire/formulaire.banc.ts'
import { readFeuillesIci, readIci } from '../platform/tableur.lecture.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, asAutreStructure, base } = banc

const FORMULE = '=HYPERLINK("http://mal";"ici")'
const lettre = { objet: FORMULE, corps: 'Une ligne.\nUne autre\u00a0; avec un point-virgule.' }
let numero = ''

beforeEach(async () => {
  await commencer(asStructure, { modele: 'EPM' })
  numero = (await amener(banc, 'SOUMIS')).numero
  await deposer(asDpps, { typeDocument: 'GUIDE', fichier: fichier(undefined, 'Livret.pdf') })
  for (const [de, a] of [
    [asAdmin, asDpps],
    [asDpps, asAdmin],
  ] as const) {
    await reussi(
      de.appeler(messagerieApi.envoyerMessage, { body: { ...lettre, destinataires: [a.id] } }),
    )
  }
  await reussi(
    asDpps.appeler(messagerieApi.enregistrerBrouillon, {
      params: { cle: '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a01' },
      body: lettre,
    }),
  )
  await sql`update message_destinataire set important = true
    where utilisateur_id = ${asDpps.id}`.execute(base.db)
  await reussi(
    asDpps.appeler(relanceApi.relancer, {
      body: { lignes: [{ structure: 'CAU-R01-01', modele: 'RMA', mois: 'JANUARY', annee: 2025 }] },
    }),
  )
})

const MARS = { mois: 'MARCH', annee: 2025 } as const
const annee = 2025
type Format = { format: 'csv' | 'xlsx' }
type Liste = { total: number; elements: readonly { mois?: unknown }[] }

type Cas = {
  exporter: (qui: Personne, query: Format) => Promise<Reponse<unknown>>
  /** How many lines the list shows. */
  compter: (qui: Personne) => Promise<number>
}

const totalDe = async (reponse: Promise<Reponse<unknown>>) =>
  (await reussi(reponse as Promise<Reponse<Liste>>)).total

const VISE = { tableau: 'T2.4', ligne: 'M03', colonne: 'M', soumis: 'true' } as const

const CAS: Record<string, Cas> = {
  retards: {
    exporter: (qui, query) => qui.appeler(dashboardApi.exporterRetards, { query }),
    compter: async (qui) => {
      const { elements } = await reussi(
        qui.appeler(dashboardApi.listRetards, { query: { taille: 200 } }),
      )
      return elements.reduce((total, { mois }) => total + mois.length, 0)
    },
  },
  'écarts d’effectif': {
    exporter: (qui, query) => qui.appeler(dashboardApi.exporterEcarts, { params: MARS, query }),
    compter: (qui) => totalDe(qui.appeler(dashboardApi.listEcarts, { params: MARS })),
  },
  'à examiner': {
    exporter: (qui, query) => qui.appeler(dashboardApi.exporterAExaminer, { query }),
    compter: (qui) => totalDe(qui.appeler(dashboardApi.listAExaminer)),
  },
  matrice: {
    exporter: (qui, query) =>
      qui.appeler(dashboardApi.exporterMatrice, { params: { annee }, query }),
    compter: async (qui) => {
      const lue = await reussi(qui.appeler(dashboardApi.lireMatrice, { params: { annee } }))
      return lue.structures.reduce((n, { cases }) => n + Object.keys(cases).length, 0)
    },
  },
  'complétude et promptitude': {
    exporter: (qui, query) =>
      qui.appeler(dashboardApi.exporterDashboard, { params: { annee }, query }),
    compter: async (qui) => {
      const lu = await reussi(qui.appeler(dashboardApi.lireDashboard, { params: { param: annee } }))
      return 13 + lu.regions.length + lu.types.length + lu.modeles.length
    },
  },
  'messages reçus': {
    exporter: (qui, query) => qui.appeler(messagerieApi.exporterRecus, { query }),
    compter: (qui) => totalDe(qui.appeler(messagerieApi.listRecus)),
  },
  'messages envoyés': {
    exporter: (qui, query) => qui.appeler(messagerieApi.exporterEnvoyes, { query }),
    compter: (qui) => totalDe(qui.appeler(messagerieApi.listEnvoyes)),
  },
  'messages importants': {
    exporter: (qui, query) => qui.appeler(messagerieApi.exporterImportants, { query }),
    compter: (qui) => totalDe(qui.appeler(messagerieApi.listImportants)),
  },
  brouillons: {
    exporter: (qui, query) => qui.appeler(messagerieApi.exporterBrouillons, { query }),
    compter: (qui) => totalDe(qui.appeler(messagerieApi.listBrouillons)),
  },
  documents: {
    exporter: (qui, query) => qui.appeler(documentApi.exporterOuvrages, { query }),
    compter: (qui) => totalDe(qui.appeler(documentApi.listOuvrages)),
  },
  relances: {
    exporter: (qui, query) => qui.appeler(relanceApi.exporterRelances, { query }),
    compter: (qui) => totalDe(qui.appeler(relanceApi.listRelances)),
  },
  'modèles et versions': {
    exporter: (qui, query) => qui.appeler(modeleApi.exporterModeles, { query }),
    compter: async (qui) => {
      const lus = await reussi(qui.appeler(modeleApi.gererModeles))
      return lus.reduce((n, { versions, brouillon: b }) => n + versions.length + Number(!!b), 0)
    },
  },
  calendrier: {
    exporter: (qui, query) => qui.appeler(calendrierApi.exporterCalendrier, { query }),
    compter: async () => 50,
  },
  'rapports d’un mois': {
    exporter: (qui, query) =>
      qui.appeler(formulaireApi.exporterFormulairesMois, { params: MARS, query }),
    compter: (qui) => totalDe(qui.appeler(formulaireApi.listFormulaires, { params: MARS })),
  },
  historique: {
    exporter: (qui, query) =>
      qui.appeler(formulaireApi.exporterHistorique, { params: { numero }, query }),
    compter: async (qui) => {
      const { elements } = await reussi(
        qui.appeler(formulaireApi.listHistorique, { params: { numero }, query: { taille: 200 } }),
      )
      return elements.reduce(
        (n, { cellules, textes }) => n + Math.max(1, cellules.length + textes.length),
        0,
      )
    },
  },
  'sources d’un chiffre': {
    exporter: (qui, query) =>
      qui.appeler(annuaireApi.exporterExplication, {
        params: { annee },
        query: { ...VISE, ...query },
      }),
    compter: (qui) =>
      totalDe(qui.appeler(annuaireApi.expliquerChiffre, { params: { annee }, query: VISE })),
  },
}

describe('l’export d’une liste', () => {
  test.each(Object.entries(CAS))(
    '%s : toutes ses lignes, comptées, en CSV et en XLSX',
    async (...cas) => {
      const [, { exporter, compter }] = cas
      const csv = await exporter(asDpps, { format: 'csv' })
      expect([csv.statut, csv.octets.subarray(0, 3)]).toEqual([200, Buffer.from('\uFEFF')])
      const { lignes, entetes } = await readIci(csv.octets)
      expect(csv.octets.toString('utf8').slice(1).split(';').length).toBeGreaterThan(2)
      expect(lignes.length).toBeGreaterThan(0)
      expect([Number(csv.entetes['releve-lignes']), lignes.length]).toEqual([
        lignes.length,
        await compter(asDpps),
      ])
      const xlsx = await exporter(asDpps, { format: 'xlsx' })
      const feuille = await readIci(xlsx.octets)
      expect(feuille.entetes).toEqual(entetes)
      expect(feuille.lignes.length).toBeGreaterThanOrEqual(lignes.length)
      const dits = (await readFeuillesIci(xlsx.octets, ['À propos'])).get('À propos')?.lignes ?? []
      expect(dits.map(({ cellules }) => Object.values(cellules))).toContainEqual([
        'Lignes',
        String(xlsx.entetes['releve-lignes']),
      ])
    },
  )
})

/** The last line of the journal. */
async function derniere() {
  const { rows } = await sql<{ detail: object }>`select detail from journal
    where action = 'LISTE_EXPORTEE' order by id desc limit 1`.execute(base.db)
  return rows[0]?.detail
}

describe('ses propres messages', () => {
  it('s’exportent sans formule, et sans que le journal dise ce que l’on y a cherché', async () => {
    const query = { format: 'csv', q: 'HYPERLINK' } as const
    const { octets } = await asDpps.appeler(messagerieApi.exporterRecus, { query })
    expect(octets.toString()).toContain(`"'${FORMULE.replaceAll('"', '""')}"`)
    const { lignes } = await readIci(octets)
    expect(lignes.map(({ cellules }) => cellules)).toMatchObject([
      { Objet: FORMULE, Texte: lettre.corps },
    ])
    expect(await derniere()).toEqual({ objet: 'Messages reçus', format: 'csv', lignes: 1 })
  })

  it('sont les siens seuls', async () => {
    const query = { format: 'csv' } as const
    const { octets } = await asAutreStructure.appeler(messagerieApi.exporterImportants, { query })
    expect((await readIci(octets)).lignes).toEqual([])
  })
})

it('ce qu’une liste filtre, son export le filtre, et le dit', async () => {
  const query = { niveaux: 'ANOMALIE', modeles: 'EPM', format: 'csv' } as const
  const { octets, entetes } = await asDpps.appeler(dashboardApi.exporterEcarts, {
    params: MARS,
    query,
  })
  expect((await readIci(octets)).lignes).toEqual([])
  expect(decodeURIComponent(String(entetes['releve-filtres']))).toBe(
    'Modèle\u00a0: EPM ; Mois\u00a0: mars 2025 ; Niveau\u00a0: Anomalie',
  )
  expect(await derniere()).toMatchObject({ objet: 'Écarts d’effectif', niveau: ['Anomalie'] })
})

it('un export d’une structure ne dit rien d’une autre', async () => {
  const query = { format: 'csv' } as const
  for (const un of [
    asStructure.appeler(dashboardApi.exporterRetards, { query }),
    asStructure.appeler(dashboardApi.exporterMatrice, { params: { annee }, query }),
    asStructure.appeler(dashboardApi.exporterEcarts, { params: MARS, query }),
    asStructure.appeler(formulaireApi.exporterFormulairesMois, { params: MARS, query }),
  ]) {
    const { lignes } = await readIci((await un).octets)
    const codes = new Set(lignes.map(({ cellules }) => cellules['Code de la structure']))
    expect([...codes]).toEqual(['CAU-R01-01'])
  }
})
