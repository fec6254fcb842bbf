import {
  ETATS_INVITATION,
  LIBELLES_ETATS_INVITATION,
} from '@releve/contract/inscription/inscription.schema.ts'
import { pageDe, parmiDe, texteDe, triDe } from '../ui/adresse.ts'
import { actifRecherche, actifsParmi } from '../ui/filtresActifs.ts'

const TAILLE = 25
const TRIS = ['structure', 'email', 'envoyeeLe', 'expireLe']
/** The server's order when none is asked for. */
export const TRI_ORIGINE = '-envoyeeLe'

/**
 * What the address says of the list. Names of its own for its filters: the list shares its screen,
 * and the address, with that of the structures. `inviter`: the dialog is open, on this code if it
 * is one.
 */
export function lireFiltres(params: URLSearchParams) {
  return {
    etat: parmiDe(params, 'suivi', ETATS_INVITATION),
    q: texteDe(params, 'invite'),
    tri: triDe(params, TRIS),
    page: pageDe(params),
    inviter: params.get('inviter'),
  }
}
export type Filtres = ReturnType<typeof lireFiltres>

/** The filters in force, in words. */
export const filtresActifs = ({ q, etat }: Filtres) => [
  ...actifRecherche(q, 'invite'),
  ...actifsParmi('suivi', etat, LIBELLES_ETATS_INVITATION),
]

/** The query that these filters ask for. */
export const rechercheDe = ({ etat, q, tri, page }: Filtres) => ({
  etat: etat.length > 0 ? etat : undefined,
  q,
  tri,
  page,
  taille: TAILLE,
})
