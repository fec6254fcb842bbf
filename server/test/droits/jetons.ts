import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import { MOT_DE_PASSE } from '../../src/session/session.banc.ts'
import { DPPS_SEULE, FAIT, type Ligne, OUI } from './ligne.ts'

/** What one asks for that every account may have. */
const VOULU = {
  password: MOT_DE_PASSE,
  nom: 'Entrepôt',
  usages: ['LIRE_RAPPORTS'] as 'LIRE_RAPPORTS'[],
  jusquau: '2025-04-19',
}

export const JETONS: Record<keyof typeof jetonApi, Ligne[]> = {
  listMesJetons: [
    {
      porte: 'session',
      lit: true,
      appeler: (qui) => qui.appeler(jetonApi.listMesJetons),
      attendus: OUI,
    },
  ],
  creerJeton: [
    {
      appeler: (qui) => qui.appeler(jetonApi.creerJeton, { body: VOULU }),
      notes: ['JETON_CREE'],
      attendus: OUI,
    },
  ],
  revoquerJeton: [
    {
      appeler: (qui, { jeton }) =>
        qui.appeler(jetonApi.revoquerJeton, { body: { id: jeton ?? qui.jeton } }),
      notes: ['JETON_REVOQUE'],
      attendus: {
        dpps: FAIT,
        admin: [FAIT, '404 JETON_INTROUVABLE'],
        structure: [FAIT, '404 JETON_INTROUVABLE'],
        regionale: [FAIT, '404 JETON_INTROUVABLE'],
      },
    },
  ],
  listJetons: [
    { lit: true, appeler: (qui) => qui.appeler(jetonApi.listJetons), attendus: DPPS_SEULE },
  ],
  exporterJetons: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(jetonApi.exporterJetons, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: DPPS_SEULE,
    },
  ],
}
