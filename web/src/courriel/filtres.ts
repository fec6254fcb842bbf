import {
  ETATS_COURRIEL,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import { pageDe, parmiDe, texteDe } from '../ui/adresse.ts'
import { actifRecherche, actifsParmi } from '../ui/filtresActifs.ts'

const TAILLE = 25

/** What the address of the list says; anything that it may not say is left out. */
export function lireFiltres(params: URLSearchParams) {
  return {
    etat: parmiDe(params, 'etat', ETATS_COURRIEL),
    q: texteDe(params, 'q'),
    page: pageDe(params),
  }
}
export type Filtres = ReturnType<typeof lireFiltres>

/** The filters in force, in words. */
export const filtresActifs = ({ q, etat }: Filtres) => [
  ...actifRecherche(q),
  ...actifsParmi('etat', etat, LIBELLES_ETATS_COURRIEL),
]

/** The query that these filters ask for. */
export const rechercheDe = ({ etat, q, page }: Filtres) => ({
  etat: etat.length > 0 ? etat : undefined,
  q,
  page,
  taille: TAILLE,
})
