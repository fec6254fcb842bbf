import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { MOT_DE_PASSE } from '../../src/session/session.banc.ts'
import { type Ligne, OUI } from './ligne.ts'

/** No provider is configured in this world: what reaches one is tried in `fournisseur/*.test.ts`. */
const AUCUN = '404 FOURNISSEUR_INTROUVABLE'
const tirage = 'a'.repeat(43)
export const RETOUR = {
  fournisseur: 'ministere',
  code: 'un-code',
  state: tirage,
  stateTire: tirage,
  nonce: tirage,
  codeVerifier: tirage,
}

export const FOURNISSEURS: Record<keyof typeof api, Ligne[]> = {
  lireAdresseFournisseur: [
    {
      porte: 'ouverte',
      lit: true,
      appeler: (qui) => {
        const body = { fournisseur: 'ministere', state: tirage, nonce: tirage }
        return qui.appeler(api.lireAdresseFournisseur, { body: { ...body, codeEmpreinte: tirage } })
      },
      attendus: AUCUN,
    },
  ],
  connecterParFournisseur: [
    {
      porte: 'ouverte',
      appeler: (qui) => qui.appeler(api.connecterParFournisseur, { body: RETOUR }),
      attendus: AUCUN,
    },
  ],
  lireSortie: [
    {
      porte: 'session',
      lit: true,
      appeler: (qui, _, { refreshToken }) =>
        qui.appeler(api.lireSortie, { body: { refreshToken } }),
      attendus: OUI,
    },
  ],
  listIdentites: [{ lit: true, appeler: (qui) => qui.appeler(api.listIdentites), attendus: OUI }],
  preparerLiaison: [
    {
      appeler: (qui) => {
        const body = { fournisseur: 'ministere', password: MOT_DE_PASSE }
        return qui.appeler(api.preparerLiaison, { body })
      },
      attendus: AUCUN,
    },
  ],
  lierIdentite: [
    {
      appeler: (qui) => qui.appeler(api.lierIdentite, { body: { ...RETOUR, liaison: tirage } }),
      attendus: AUCUN,
    },
  ],
  delierIdentite: [
    {
      cas: 'celle d’un autre',
      appeler: (qui, { identite: id }) =>
        qui.appeler(api.delierIdentite, { body: { id, password: MOT_DE_PASSE } }),
      attendus: '404 IDENTITE_INTROUVABLE',
    },
  ],
}
