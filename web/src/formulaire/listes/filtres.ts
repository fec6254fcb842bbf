import { ETATS_LISTES, type EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOIS, type Mois } from '@releve/contract/mois.ts'
import type { FiltresStructures } from '../formulaire.queries.ts'

const TAILLE = 25

/** What the address of a list says; anything that it may not say is left out. */
export type FiltresUrl = {
  mois?: Mois
  annee?: number
  etats: EtatListe[]
  modele?: string
  region?: string
  q?: string
  tri?: string
  page: number
}

const estMois = (valeur: string | null): valeur is Mois => MOIS.some((mois) => mois === valeur)
const estEtat = (valeur: string): valeur is EtatListe =>
  ETATS_LISTES.some((etat) => etat === valeur)

/** Reads the filters of a list from its address. */
export function lireFiltres(params: URLSearchParams): FiltresUrl {
  const mois = params.get('mois')
  const annee = Number(params.get('annee'))
  const page = Number(params.get('page'))
  return {
    mois: estMois(mois) ? mois : undefined,
    annee: Number.isInteger(annee) && annee >= 2000 && annee <= 2100 ? annee : undefined,
    etats: (params.get('etats') ?? '').split(',').filter(estEtat),
    modele: params.get('modele') || undefined,
    region: params.get('region') || undefined,
    q: params.get('q') || undefined,
    tri: params.get('tri') || undefined,
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}

/** The address after a change of filters: blank ones leave, and any change but `page` goes back to page 1. */
export function avecFiltres(
  params: URLSearchParams,
  changement: Record<string, string | number | undefined>,
): URLSearchParams {
  const suivants = new URLSearchParams(params)
  if (!('page' in changement)) suivants.delete('page')
  for (const [nom, valeur] of Object.entries(changement)) {
    if (valeur === undefined || valeur === '' || (nom === 'page' && valeur === 1)) {
      suivants.delete(nom)
    } else suivants.set(nom, String(valeur))
  }
  return suivants
}

/** The search that these filters ask for. */
export function rechercheDe(filtres: FiltresUrl, structures?: string[]): FiltresStructures {
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
