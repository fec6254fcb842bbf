import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { DEFAUTS_RELANCES } from '@releve/contract/relance/relance.schema.ts'
import { CENTRAUX, DPPS_SEULE, type Ligne } from './ligne.ts'

const motif = 'Le bâtiment a brûlé.'
const suspendre = { jusqua: '2025-04-10', motif }

export const RELANCES: Record<keyof typeof api, Ligne[]> = {
  lireReglagesRelances: [
    { lit: true, appeler: (qui) => qui.appeler(api.lireReglagesRelances), attendus: DPPS_SEULE },
  ],
  modifierReglagesRelances: [
    {
      appeler: (qui) =>
        qui.appeler(api.modifierReglagesRelances, {
          body: { ...DEFAUTS_RELANCES, relanceCopie: 8 },
        }),
      notes: ['RELANCES_REGLEES'],
      attendus: DPPS_SEULE,
    },
  ],
  lirePremieresRelances: [
    { lit: true, appeler: (qui) => qui.appeler(api.lirePremieresRelances), attendus: DPPS_SEULE },
  ],
  ouvrirRelances: [
    {
      appeler: async (qui) => {
        const { corps } = await qui.appeler(api.lirePremieresRelances)
        const empreinte = String(corps.empreinte)
        return qui.appeler(api.ouvrirRelances, { body: { empreinte } })
      },
      notes: ['RELANCES_OUVERTES'],
      attendus: DPPS_SEULE,
    },
  ],
  apercevoirRelance: [
    {
      lit: true,
      appeler: (qui, { structure }) =>
        qui.appeler(api.apercevoirRelance, { body: { lignes: [{ structure }] } }),
      attendus: CENTRAUX,
    },
  ],
  relancer: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.relancer, { body: { lignes: [{ structure }] } }),
      notes: ['STRUCTURE_RELANCEE'],
      attendus: CENTRAUX,
    },
  ],
  listRelances: [
    { lit: true, appeler: (qui) => qui.appeler(api.listRelances), attendus: CENTRAUX },
  ],
  exporterRelances: [
    {
      appeler: (qui) => qui.appeler(api.exporterRelances, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: CENTRAUX,
    },
  ],
  lireSuiviRelances: [
    {
      lit: true,
      appeler: (qui, { structure }) =>
        qui.appeler(api.lireSuiviRelances, { params: { structure } }),
      attendus: CENTRAUX,
    },
  ],
  suspendreRelances: [
    {
      appeler: (qui, { structure }) =>
        qui.appeler(api.suspendreRelances, { body: { structure, ...suspendre } }),
      notes: ['RELANCES_SUSPENDUES'],
      attendus: CENTRAUX,
    },
  ],
  reprendreRelances: [
    {
      appeler: async (qui, { structure }) => {
        await qui.appeler(api.suspendreRelances, { body: { structure, ...suspendre } })
        return qui.appeler(api.reprendreRelances, { body: { structure } })
      },
      notes: ['RELANCES_SUSPENDUES', 'RELANCES_REPRISES'],
      attendus: CENTRAUX,
    },
  ],
}
