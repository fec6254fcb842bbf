import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import type { Dashboard, Matrice, Series } from '@releve/contract/dashboard/dashboard.schema.ts'
import { DPPS_SEULE, INTERDIT, type Ligne, OUI, SANS } from './ligne.ts'
import type { Chose } from './monde.ts'

const ABSENTE = '404 STRUCTURE_INTROUVABLE'
const MARS = { mois: 'MARCH', annee: 2025 } as const

/** Each sees the figures of his own, a regional office also its children's, nobody else's. */
const PERIMETRE = { dpps: OUI, admin: OUI, structure: [OUI, SANS], regionale: [OUI, SANS] } as const

/** The thing's region, alone: what a list counts there is its own side's. */
const regionDe = ({ fiche: { region } }: Chose) => [region]
const parStructure = (
  { elements }: { elements: { structure: { code: string } }[] },
  { structure }: Chose,
) => elements.some(({ structure: { code } }) => code === structure)

const parCode = (csv: string, { structure }: Chose) =>
  csv.includes(`;${structure};`) || csv.includes(`\n${structure};`)

export const DASHBOARD: Record<keyof typeof api, Ligne[]> = {
  lireDashboard: [
    {
      lit: true,
      appeler: (qui, chose) =>
        qui.appeler(api.lireDashboard, {
          params: { param: 2025 },
          query: { regions: regionDe(chose) },
        }),
      contient: ({ total }: Dashboard) => total.attendus > 0,
      attendus: PERIMETRE,
    },
  ],
  exporterDashboard: [
    {
      appeler: (qui, chose) =>
        qui.appeler(api.exporterDashboard, {
          params: { annee: 2025 },
          query: { regions: regionDe(chose), format: 'csv' },
        }),
      contient: (csv: string) => !/\r\nEnsemble;2025;;0;/.test(csv),
      notes: ['LISTE_EXPORTEE'],
      attendus: PERIMETRE,
    },
  ],
  lireMois: [
    {
      lit: true,
      appeler: (qui, chose) => qui.appeler(api.lireMois, { query: { regions: regionDe(chose) } }),
      contient: ({ mois }: { mois: { attendus: number }[] }) =>
        mois.some(({ attendus }) => attendus > 0),
      attendus: PERIMETRE,
    },
  ],
  lireMatrice: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.lireMatrice, { params: { annee: 2025 } }),
      contient: ({ structures }: Matrice, { structure }) =>
        structures.some(({ code }) => code === structure),
      attendus: PERIMETRE,
    },
  ],
  exporterMatrice: [
    {
      appeler: (qui) =>
        qui.appeler(api.exporterMatrice, { params: { annee: 2025 }, query: { format: 'csv' } }),
      contient: parCode,
      notes: ['LISTE_EXPORTEE'],
      attendus: PERIMETRE,
    },
  ],
  listCases: [
    {
      lit: true,
      appeler: (qui, { structure }) =>
        qui.appeler(api.listCases, {
          body: { cases: [{ structure, modele: 'RMA', rang: 2025 * 12 + 2 }] },
        }),
      contient: parStructure,
      attendus: PERIMETRE,
    },
  ],
  listRetards: [
    {
      lit: true,
      appeler: (qui, { structure }) => qui.appeler(api.listRetards, { query: { structure } }),
      contient: parStructure,
      attendus: PERIMETRE,
    },
  ],
  exporterRetards: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.exporterRetards, { query: { structure, format: 'csv' } }),
      contient: parCode,
      notes: ['LISTE_EXPORTEE'],
      attendus: PERIMETRE,
    },
  ],
  listEcarts: [
    {
      lit: true,
      appeler: (qui, chose) =>
        qui.appeler(api.listEcarts, { params: MARS, query: { regions: regionDe(chose) } }),
      contient: parStructure,
      attendus: PERIMETRE,
    },
  ],
  exporterEcarts: [
    {
      appeler: (qui, chose) =>
        qui.appeler(api.exporterEcarts, {
          params: MARS,
          query: { regions: regionDe(chose), format: 'csv' },
        }),
      contient: parCode,
      notes: ['LISTE_EXPORTEE'],
      attendus: PERIMETRE,
    },
  ],
  lireSeries: [
    {
      lit: true,
      appeler: (qui, chose) => qui.appeler(api.lireSeries, { query: { regions: regionDe(chose) } }),
      contient: ({ modeles }: Series) => modeles.length > 0,
      attendus: PERIMETRE,
    },
  ],
  listAExaminer: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.listAExaminer),
      contient: parStructure,
      attendus: { dpps: OUI, admin: OUI, structure: INTERDIT, regionale: INTERDIT },
    },
  ],
  exporterAExaminer: [
    {
      appeler: (qui) => qui.appeler(api.exporterAExaminer, { query: { format: 'csv' } }),
      contient: parCode,
      notes: ['LISTE_EXPORTEE'],
      attendus: { dpps: OUI, admin: OUI, structure: INTERDIT, regionale: INTERDIT },
    },
  ],
  lireMiseEnRoute: [
    { lit: true, appeler: (qui) => qui.appeler(api.lireMiseEnRoute), attendus: DPPS_SEULE },
  ],
  lireDashboardStructure: [
    {
      lit: true,
      appeler: (qui, { structure: code }) =>
        qui.appeler(api.lireDashboardStructure, { params: { code } }),
      attendus: {
        dpps: OUI,
        admin: OUI,
        structure: [OUI, ABSENTE],
        regionale: [OUI, ABSENTE],
      },
    },
  ],
}
