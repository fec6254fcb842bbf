import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { DPPS_SEULE, INTERDIT, type Ligne, OUI } from './ligne.ts'

const ABSENTE = '404 STRUCTURE_INTROUVABLE'
const CLOS = { mois: 'OCTOBER', annee: 2024 } as const
const motif = 'Le registre a été perdu.'
const jusqua = '2025-04-10'

/** A structure's own affair: a regional office reads its child's months, and asks nothing for it. */
const SIENNE = {
  dpps: INTERDIT,
  admin: INTERDIT,
  structure: [OUI, ABSENTE],
  regionale: [INTERDIT, ABSENTE],
} as const

export const CALENDRIER: Record<keyof typeof api, Ligne[]> = {
  lireCalendrier: [
    { lit: true, appeler: (qui) => qui.appeler(api.lireCalendrier), attendus: DPPS_SEULE },
  ],
  exporterCalendrier: [
    {
      appeler: (qui) => qui.appeler(api.exporterCalendrier, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  modifierCalendrier: [
    {
      appeler: (qui) =>
        qui.appeler(api.modifierCalendrier, { body: { ...DEFAUTS_CALENDRIER, moisVerrou: 4 } }),
      notes: ['CALENDRIER_MODIFIE'],
      attendus: DPPS_SEULE,
    },
  ],
  listReouvertures: [
    { lit: true, appeler: (qui) => qui.appeler(api.listReouvertures), attendus: DPPS_SEULE },
  ],
  exporterReouvertures: [
    {
      appeler: (qui) => qui.appeler(api.exporterReouvertures, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  rouvrirMois: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.rouvrirMois, { body: { structures: [structure], ...CLOS, jusqua, motif } }),
      notes: ['MOIS_ROUVERT'],
      attendus: DPPS_SEULE,
    },
  ],
  apercevoirReouverture: [
    {
      lit: true,
      appeler: (qui, { structure }) =>
        qui.appeler(api.apercevoirReouverture, {
          body: { structures: [structure], ...CLOS, jusqua, motif },
        }),
      attendus: DPPS_SEULE,
    },
  ],
  terminerReouverture: [
    {
      appeler: (qui, { reouverture: id }) =>
        qui.appeler(api.terminerReouverture, { params: { id } }),
      notes: ['REOUVERTURE_TERMINEE'],
      attendus: DPPS_SEULE,
    },
  ],
  listProlongations: [
    { lit: true, appeler: (qui) => qui.appeler(api.listProlongations), attendus: DPPS_SEULE },
  ],
  exporterProlongations: [
    {
      appeler: (qui) => qui.appeler(api.exporterProlongations, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
  accorderProlongation: [
    {
      appeler: (qui, { prolongation: id }) =>
        qui.appeler(api.accorderProlongation, { params: { id }, body: { jusqua } }),
      notes: ['PROLONGATION_ACCORDEE'],
      attendus: DPPS_SEULE,
    },
  ],
  refuserProlongation: [
    {
      appeler: (qui, { prolongation: id }) =>
        qui.appeler(api.refuserProlongation, { params: { id }, body: { reponse: motif } }),
      notes: ['PROLONGATION_REFUSEE'],
      attendus: DPPS_SEULE,
    },
  ],
  listMoisClos: [
    {
      lit: true,
      appeler: (qui, { structure }) => qui.appeler(api.listMoisClos, { params: { structure } }),
      attendus: SIENNE,
    },
  ],
  demanderProlongation: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.demanderProlongation, { body: { structure, ...CLOS, motif } }),
      notes: ['PROLONGATION_DEMANDEE'],
      attendus: SIENNE,
    },
  ],
  lireAbonnement: [{ lit: true, appeler: (qui) => qui.appeler(api.lireAbonnement), attendus: OUI }],
  creerAbonnement: [
    {
      appeler: (qui) => qui.appeler(api.creerAbonnement),
      notes: ['ABONNEMENT_CREE'],
      attendus: OUI,
    },
  ],
  supprimerAbonnement: [
    {
      cas: 'quand on n’en a pas',
      appeler: (qui) => qui.appeler(api.supprimerAbonnement),
      attendus: OUI,
    },
    {
      cas: 'quand on en a un',
      appeler: async (qui) => {
        await qui.appeler(api.creerAbonnement)
        return qui.appeler(api.supprimerAbonnement)
      },
      notes: ['ABONNEMENT_CREE', 'ABONNEMENT_RETIRE'],
      attendus: OUI,
    },
  ],
  lireFluxCalendrier: [
    {
      porte: 'ouverte',
      appeler: (qui, { abonnement: jeton }) =>
        qui.appeler(api.lireFluxCalendrier, { params: { jeton } }),
      attendus: OUI,
    },
  ],
}

export const DEBUT: Record<keyof typeof debutApi, Ligne[]> = {
  lireDebut: [
    { lit: true, appeler: (qui) => qui.appeler(debutApi.lireDebut), attendus: DPPS_SEULE },
  ],
  apercevoirDebut: [
    {
      lit: true,
      appeler: (qui) =>
        qui.appeler(debutApi.apercevoirDebut, { body: { debutCollecte: '2024-01' } }),
      attendus: DPPS_SEULE,
    },
  ],
  modifierDebut: [
    {
      appeler: (qui) => qui.appeler(debutApi.modifierDebut, { body: { debutCollecte: '2024-01' } }),
      notes: ['DEBUT_FIXE'],
      attendus: DPPS_SEULE,
    },
  ],
}
