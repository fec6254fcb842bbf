import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import type {
  ETATS_A_EXAMINER,
  STATUTS_RETARD,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import type { Niveau } from '@releve/contract/formulaire/ecart.rules.ts'
import type { Periode } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { lireEtGarder } from '../app/garde.ts'
import { suivreRecalcul } from '../app/recalcul.ts'

/** What every figure of the dashboard may be narrowed by. */
export type FiltresDashboard = { regions?: string[]; types?: string[]; modeles?: string[] }
type Page = FiltresDashboard & { page?: number; taille?: number }

/**
 * What the specification's client holds of the dashboard, under its names. An act on a form discards
 * it all, by the first word (`oublierListes`).
 */
const cles = {
  data: ['dashboard', 'data'],
  retardSaisie: ['dashboard', 'retardSaisie'],
  ecartEffectif: ['dashboard', 'ecartEffectif'],
} as const

/** A year's reports by month, region and type, and its headcounts. */
export const dashboardDeLAnnee = (annee: number, query: FiltresDashboard) =>
  queryOptions({
    queryKey: [...cles.data, 'annee', annee, query],
    queryFn: ({ signal }) =>
      appeler(dashboardApi.lireDashboard, { params: { param: annee }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The months around today. */
export const moisSuivis = (query: FiltresDashboard = {}) =>
  queryOptions({
    queryKey: [...cles.data, 'mois', query],
    queryFn: ({ signal }) => appeler(dashboardApi.lireMois, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Where each report of a year stands. */
export const matrice = (annee: number, query: FiltresDashboard) =>
  queryOptions({
    queryKey: [...cles.data, 'matrice', annee, query],
    queryFn: ({ signal }) =>
      appeler(dashboardApi.lireMatrice, { params: { annee }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Figures of the twenty-four months that end with this one. */
export const series = (query: FiltresDashboard & Partial<Periode>) =>
  queryOptions({
    queryKey: [...cles.data, 'series', query],
    queryFn: ({ signal }) => appeler(dashboardApi.lireSeries, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: suivreRecalcul,
  })

type EtatAExaminer = (typeof ETATS_A_EXAMINER)[number]

/** What waits for the central directorate, what weighs most first. */
export const aExaminer = (query: Page & { etats?: EtatAExaminer[] }) =>
  queryOptions({
    queryKey: [...cles.data, 'aExaminer', query],
    queryFn: ({ signal }) => appeler(dashboardApi.listAExaminer, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: suivreRecalcul,
  })

/** What is ready of the collection, and what is left to do; always as it is now. */
export const miseEnRoute = queryOptions({
  queryKey: [...cles.data, 'miseEnRoute'],
  queryFn: ({ signal }) => appeler(dashboardApi.lireMiseEnRoute, { signal }),
  staleTime: 0,
})

/** One structure's own figures. */
export const dashboardDeStructure = (code: string) =>
  queryOptions({
    queryKey: [...cles.data, 'structure', code],
    queryFn: ({ signal }) =>
      appeler(dashboardApi.lireDashboardStructure, { params: { code }, query: {}, signal }),
    persister: lireEtGarder,
    refetchInterval: suivreRecalcul,
  })

export type FiltresRetard = Page & {
  annee?: number
  statut?: (typeof STATUTS_RETARD)[number][]
  structure?: string
}

/** The months late or received late, by structure and model. */
export const retardSaisie = (query: FiltresRetard) =>
  queryOptions({
    queryKey: [...cles.retardSaisie, query],
    queryFn: ({ signal }) => appeler(dashboardApi.listRetards, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The headcount gaps of a month. */
export const ecartEffectif = ({ mois, annee, ...query }: Page & Periode & { niveaux?: Niveau[] }) =>
  queryOptions({
    queryKey: [...cles.ecartEffectif, { mois, annee, ...query }],
    queryFn: ({ signal }) =>
      appeler(dashboardApi.listEcarts, { params: { mois, annee }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: suivreRecalcul,
  })

/** What these screens show, all of it, as spreadsheets. */
export const exporterDashboard = (
  annee: number,
  query: Sent<typeof dashboardApi.exporterDashboard.query>,
) => appeler(dashboardApi.exporterDashboard, { params: { annee }, query })
export const exporterMatrice = (
  annee: number,
  query: Sent<typeof dashboardApi.exporterMatrice.query>,
) => appeler(dashboardApi.exporterMatrice, { params: { annee }, query })
export const exporterRetards = (query: Sent<typeof dashboardApi.exporterRetards.query>) =>
  appeler(dashboardApi.exporterRetards, { query })
export const exporterAExaminer = (query: Sent<typeof dashboardApi.exporterAExaminer.query>) =>
  appeler(dashboardApi.exporterAExaminer, { query })
export const exporterEcarts = (
  params: Periode,
  query: Sent<typeof dashboardApi.exporterEcarts.query>,
) => appeler(dashboardApi.exporterEcarts, { params, query })

export type CaseVoulue = Sent<typeof dashboardApi.listCases.body>['cases'][number]

/** The reports of cells of the matrix, with what may be done of each; read anew each time. */
export const lireCases = (cases: CaseVoulue[]) =>
  appeler(dashboardApi.listCases, { body: { cases } })
