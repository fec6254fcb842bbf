import {
  ETATS_LISTES,
  type EtatListe,
  type Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOIS, type Mois, type Periode } from '@releve/contract/mois.ts'
import { pageDe, parmiDe, texteDe, triDe } from '../../ui/adresse.ts'
import type { FiltresStructures } from '../formulaire.queries.ts'
import { type Suite, suiteDe } from '../suivi.ts'

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
 * The month that the entry opens on: the one that the address names, when it is open to entry; else
 * the oldest in which a report waits for its figures; else the current one.
 * `ouvertes`: the latest first; `resumes`: the reports of these months for which one answers.
 */
export function periodeDArrivee(
  { mois, annee }: Pick<Filtres, 'mois' | 'annee'>,
  ouvertes: readonly Periode[],
  resumes: readonly Resume[],
): Periode {
  const estDe = (periode: Periode) => (autre: { mois?: Mois; annee?: number }) =>
    autre.mois === periode.mois && autre.annee === periode.annee
  const demandee = ouvertes.find((periode) => estDe(periode)({ mois, annee }))
  const attendu = ouvertes.findLast((periode) =>
    resumes.some((resume) => estDe(periode)(resume) && estASaisir(resume)),
  )
  const periode = demandee ?? attendu ?? ouvertes[0]
  if (!periode) throw new Error('no open month')
  return periode
}

const A_SAISIR: readonly (Suite | null)[] = ['commencer', 'continuer', 'corriger']
const estASaisir = (resume: Resume) => A_SAISIR.includes(suiteDe(resume))
