import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { MOIS_SERIE } from '@releve/contract/dashboard/dashboard.rules.ts'
import { type Mois, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { RecalculDit } from '@releve/contract/page.ts'
import { DEBUT } from '../parametre/calendrier.ts'
import { lectureDe } from '../parametre/modifier.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { findRecalcul } from '../tache/recalcul.sql.ts'
import { composeDashboard, composeSeries, listMoisSuivis } from './dashboard.ts'
import { apercevoirDebut, lireMiseEnRoute, modifierDebut } from './debut.ts'
import { listEcarts } from './ecart.sql.ts'
import { composeExamens, listCases } from './examen.ts'
import {
  exporterAExaminer,
  exporterDashboard,
  exporterEcarts,
  exporterMatrice,
  exporterRetards,
} from './exporter.ts'
import { composeMatrice } from './matrice.ts'
import { listRetards } from './retard.sql.ts'
import { composeDashboardStructure, findStructureSuivie } from './structure.ts'
import { aujourdhui, type Demande, type Filtres, type Jour } from './suivi.sql.ts'

/** Months before the present one, and after it, that `lireMois` tells. */
const MOIS_AVANT = 12
const MOIS_APRES = 1

/** The months that a call is about, today known; ranks. */
async function demander(
  appel: Contexte,
  filtres: Filtres,
  mois: (jour: Jour) => { du: number; au: number },
): Promise<Demande> {
  const jour = await aujourdhui(appel)
  return { ...jour, agent: appel.agent, filtres, ...mois(jour) }
}

const recents = ({ courant }: Jour) => ({ du: courant - 11, au: courant })

type QueryRetards = Filtres & { annee?: number | undefined }
const demanderRetards = (appel: Contexte, { annee: a, ...filtres }: QueryRetards) =>
  demander(appel, filtres, a === undefined ? recents : annee(a))

function demanderEcarts(appel: Contexte, filtres: Filtres, periode: Periode) {
  const rang = rangDe(periode)
  return demander(appel, filtres, () => ({ du: rang, au: rang }))
}

const demanderExamens = async (appel: Contexte, filtres: Filtres) => ({
  ...(await aujourdhui(appel)),
  agent: appel.agent,
  filtres,
})

const annee = (a: number) => () => ({ du: a * 12, au: a * 12 + 11 })

/** The months of a series: they end with the month asked for, the present one where none is. */
const serie =
  (fin: { mois?: Mois | undefined; annee?: number | undefined }) =>
  ({ courant }: Jour) => {
    const au = rangDe({ ...periodeDe(courant), ...definis(fin) })
    return { du: au - MOIS_SERIE + 1, au }
  }

const definis = ({ mois, annee: a }: { mois?: Mois | undefined; annee?: number | undefined }) => ({
  ...(mois && { mois }),
  ...(a && { annee: a }),
})

/** What the figures of reports make, and whether some of these are being computed again. */
async function avecRecalcul<T>(
  { db }: Contexte,
  composer: () => Promise<T>,
): Promise<T & RecalculDit> {
  const dit = await findRecalcul(db)
  return { ...(await composer()), ...dit }
}

export const dashboardRoutes = {
  lireDashboard: route(api.lireDashboard, {
    transaction: 'aucune',
    act: (appel) =>
      avecRecalcul(appel, async () =>
        composeDashboard(appel.db, await demander(appel, appel.query, annee(appel.params.param))),
      ),
  }),
  // The journal's line is written as the file leaves.
  exporterDashboard: route(api.exporterDashboard, {
    transaction: 'siennes',
    act: async (appel) =>
      exporterDashboard(appel, await demander(appel, appel.query, annee(appel.params.annee))),
  }),
  lireMois: route(api.lireMois, {
    transaction: 'aucune',
    act: async (appel) => {
      const autour = ({ courant }: Jour) => ({ du: courant - MOIS_AVANT, au: courant + MOIS_APRES })
      return { mois: await listMoisSuivis(appel.db, await demander(appel, appel.query, autour)) }
    },
  }),
  lireMatrice: route(api.lireMatrice, {
    transaction: 'aucune',
    act: async (appel) =>
      composeMatrice(appel.db, await demander(appel, appel.query, annee(appel.params.annee))),
  }),
  exporterMatrice: route(api.exporterMatrice, {
    transaction: 'siennes',
    act: async (appel) =>
      exporterMatrice(appel, await demander(appel, appel.query, annee(appel.params.annee))),
  }),
  listCases: route(api.listCases, {
    transaction: 'aucune',
    act: (appel) =>
      avecRecalcul(appel, async () => ({ elements: await listCases(appel, appel.body.cases) })),
  }),
  listRetards: route(api.listRetards, {
    transaction: 'aucune',
    act: async (appel) => {
      return listRetards(appel.db, await demanderRetards(appel, appel.query), appel.query)
    },
  }),
  exporterRetards: route(api.exporterRetards, {
    transaction: 'siennes',
    act: async (appel) => exporterRetards(appel, await demanderRetards(appel, appel.query)),
  }),
  listEcarts: route(api.listEcarts, {
    transaction: 'aucune',
    act: (appel) =>
      avecRecalcul(appel, async () => {
        const demande = await demanderEcarts(appel, appel.query, appel.params)
        return listEcarts(appel.db, demande, appel.query)
      }),
  }),
  exporterEcarts: route(api.exporterEcarts, {
    transaction: 'siennes',
    act: async (appel) =>
      exporterEcarts(appel, await demanderEcarts(appel, appel.query, appel.params)),
  }),
  lireSeries: route(api.lireSeries, {
    transaction: 'aucune',
    act: (appel) =>
      avecRecalcul(appel, async () =>
        composeSeries(appel.db, await demander(appel, appel.query, serie(appel.query))),
      ),
  }),
  listAExaminer: route(api.listAExaminer, {
    transaction: 'aucune',
    act: (appel) =>
      avecRecalcul(appel, async () =>
        composeExamens(appel, await demanderExamens(appel, appel.query), appel.query),
      ),
  }),
  exporterAExaminer: route(api.exporterAExaminer, {
    transaction: 'siennes',
    act: async (appel) => exporterAExaminer(appel, await demanderExamens(appel, appel.query)),
  }),
  lireMiseEnRoute: route(api.lireMiseEnRoute, {
    transaction: 'aucune',
    act: (appel) => lireMiseEnRoute(appel),
  }),
  lireDashboardStructure: route(api.lireDashboardStructure, {
    transaction: 'aucune',
    load: async (appel) => {
      const demande = await demander(appel, {}, serie(appel.query))
      const structure = await findStructureSuivie(appel.db, demande, appel.params.code)
      return structure && { demande, structure }
    },
    act: (appel, { demande, structure }) =>
      avecRecalcul(appel, () => composeDashboardStructure(appel.db, demande, structure)),
  }),
} satisfies Record<keyof typeof api, RouteMontee>

/** The start of the collection, whose effects are counted here. */
export const debutRoutes = {
  lireDebut: route(debutApi.lireDebut, lectureDe(DEBUT)),
  // It tries the start that is asked for, and undoes it.
  apercevoirDebut: route(debutApi.apercevoirDebut, {
    transaction: 'siennes',
    act: apercevoirDebut,
  }),
  modifierDebut: route(debutApi.modifierDebut, {
    transaction: 'une',
    act: modifierDebut,
  }),
} satisfies Record<keyof typeof debutApi, RouteMontee>
