import { ETATS_LISTES, type EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOIS, type Mois, type Periode } from '@releve/contract/mois.ts'
import { pageDe, parmiDe, texteDe, triDe } from '../../ui/adresse.ts'
import type { FiltresStructures } from '../formulaire.queries.ts'

const TAILLE = 25

/** What these lists may be sorted by: what their columns say. */
const TRIS = ['structure', 'periode', 'etat', 'remplissage', 'effectif', 'modifieLe']

/** What the address of a list says; anything that it may not say is left out. */
export type Filtres = {
  mois?: Mois
  annee?: number
  etats: EtatListe[]
  modele?: string
  region?: string
  q?: string
  tri?: string
  page: number
}

/** Reads the filters of a list from its address. */
export function lireFiltres(params: URLSearchParams): Filtres {
  const annee = Number(params.get('annee'))
  return {
    mois: MOIS.find((mois) => mois === params.get('mois')),
    annee: Number.isInteger(annee) && annee >= 2000 && annee <= 2100 ? annee : undefined,
    etats: parmiDe(params, 'etats', ETATS_LISTES),
    modele: texteDe(params, 'modele'),
    region: texteDe(params, 'region'),
    q: texteDe(params, 'q'),
    tri: triDe(params, TRIS),
    page: pageDe(params),
  }
}

/** The search that these filters ask for. */
export function rechercheDe(filtres: Filtres, structures?: string[]): FiltresStructures {
  const { mois, annee, etats, modele, region, q, tri, page } = filtres
  return {
    mois,
    annee,
    etats: etats.length > 0 ? etats : undefined,
    modeles: modele ? [modele] : undefined,
    regions: region ? [region] : undefined,
    structures,
    q,
    tri,
    page,
    taille: TAILLE,
  }
}

/**
 * The month that a list opens on: the one that the address names, when it is open to entry; else
 * last month, which is being collected; else this one, where nothing was expected for the last.
 * `ouvertes`: the latest first; `attendus`: how many reports of last month, undefined while unknown.
 */
export function periodeDArrivee(
  { mois, annee }: Pick<Filtres, 'mois' | 'annee'>,
  ouvertes: readonly Periode[],
  attendus: number | undefined,
): Periode {
  const demandee = ouvertes.find((periode) => periode.mois === mois && periode.annee === annee)
  const periode = demandee ?? ouvertes[attendus === 0 ? 0 : 1]
  if (!periode) throw new Error('no open month')
  return periode
}
