import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { MOIS_SERIE } from '@releve/contract/dashboard/dashboard.rules.ts'
import { type Mois, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { findStructure } from '../structure/fiche.sql.ts'
import { composeDashboard, composeSeries, listMoisSuivis } from './dashboard.ts'
import { listEcarts } from './ecart.sql.ts'
import { composeExamens, listCases } from './examen.ts'
import { composeMatrice } from './matrice.ts'
import { listRetards } from './retard.sql.ts'
import { composeDashboardStructure } from './structure.ts'
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

export const dashboardRoutes = {
  lireDashboard: route(api.lireDashboard, {
    transaction: 'aucune',
    act: async (appel) =>
      composeDashboard(appel.db, await demander(appel, appel.query, annee(appel.params.param))),
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
  listCases: route(api.listCases, {
    transaction: 'aucune',
    act: async (appel) => ({ elements: await listCases(appel, appel.body.cases) }),
  }),
  listRetards: route(api.listRetards, {
    transaction: 'aucune',
    act: async (appel) => {
      const { annee: a, ...query } = appel.query
      const recents = ({ courant }: Jour) => ({ du: courant - 11, au: courant })
      const demande = await demander(appel, query, a === undefined ? recents : annee(a))
      return listRetards(appel.db, demande, query)
    },
  }),
  listEcarts: route(api.listEcarts, {
    transaction: 'aucune',
    act: async (appel) => {
      const rang = rangDe(appel.params)
      const demande = await demander(appel, appel.query, () => ({ du: rang, au: rang }))
      return listEcarts(appel.db, demande, appel.query)
    },
  }),
  lireSeries: route(api.lireSeries, {
    transaction: 'aucune',
    act: async (appel) =>
      composeSeries(appel.db, await demander(appel, appel.query, serie(appel.query))),
  }),
  listAExaminer: route(api.listAExaminer, {
    transaction: 'aucune',
    act: async (appel) => {
      const jour = await aujourdhui(appel)
      const demande = { ...jour, agent: appel.agent, filtres: appel.query }
      return composeExamens(appel, demande, appel.query)
    },
  }),
  lireDashboardStructure: route(api.lireDashboardStructure, {
    transaction: 'aucune',
    load: ({ db, agent, params }) => findStructure(db, agent, params.code),
    act: async (appel, structure) => {
      const demande = await demander(appel, {}, serie(appel.query))
      return composeDashboardStructure(appel.db, demande, structure)
    },
  }),
} satisfies Record<keyof typeof api, RouteMontee>
