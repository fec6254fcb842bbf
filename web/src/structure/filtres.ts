import {
  ETATS_STRUCTURE,
  type EtatStructure,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import { pageDe, texteDe, triDe } from '../ui/adresse.ts'
import { actif, actifRecherche } from '../ui/filtresActifs.ts'
import type { Libelles } from './useLibelles.ts'

const TAILLE = 25
export const TRI_ORIGINE = 'libelle'

/** What the table may be sorted by: what its columns say. */
const TRIS = [TRI_ORIGINE, 'typeStructure', 'region', 'parent', 'capacite', 'etat']

/** How the structures are shown; the first one where the address says none. */
export const VUES = ['arbre', 'tableau', 'carte', 'invitations'] as const
export type Vue = (typeof VUES)[number]

/** What the address says; anything that it may not say is left out. */
export type Filtres = {
  vue: Vue
  region?: string
  typeStructure?: string
  etat?: EtatStructure
  modele?: string
  q?: string
  tri?: string
  page: number
}

/** The filters proper, in the order of the screen. */
export const NOMS_FILTRES = ['region', 'typeStructure', 'etat', 'modele'] as const

export function lireFiltres(params: URLSearchParams): Filtres {
  return {
    vue: VUES.find((vue) => vue === params.get('vue')) ?? 'arbre',
    region: texteDe(params, 'region'),
    typeStructure: texteDe(params, 'typeStructure'),
    etat: ETATS_STRUCTURE.find((etat) => etat === params.get('etat')),
    modele: texteDe(params, 'modele'),
    q: texteDe(params, 'q'),
    tri: triDe(params, TRIS),
    page: pageDe(params),
  }
}

/** What the server is asked for, whatever the view. */
export function criteresDe({ region, typeStructure, etat, modele, q }: Filtres) {
  return { region, typeStructure, etat, modele, q }
}

/** The page of the table that these filters ask for. */
export function rechercheDe(filtres: Filtres) {
  const { tri = TRI_ORIGINE, page } = filtres
  return { ...criteresDe(filtres), tri, page, taille: TAILLE }
}

/** The filters in force, in words; `en` says the codes of the lists. */
export const filtresActifs = (
  { q, region, typeStructure, etat, modele }: Filtres,
  en: Libelles,
) => [
  ...actifRecherche(q),
  ...actif('region', region && en('region', region)),
  ...actif('typeStructure', typeStructure && en('typeStructure', typeStructure)),
  ...actif('etat', etat && LIBELLES_ETATS_STRUCTURE[etat]),
  ...actif('modele', modele),
]
