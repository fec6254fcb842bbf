import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois, Periode } from '@releve/contract/mois.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import { lireEtGarder } from '../app/garde.ts'
import { type Courant, periodesOuvertes } from './suivi.ts'

export type FiltresMois = Periode & {
  modele?: string
  etat?: EtatListe[]
  structure?: string
  page?: number
  taille?: number
  tri?: string
  q?: string
}

export type FiltresStructures = {
  mois?: Mois
  annee?: number
  etats?: EtatListe[]
  structures?: string[]
  modeles?: string[]
  regions?: string[]
  q?: string
  page: number
  taille: number
  tri?: string
}

export const cles = {
  formOuvert: (numero: string) => ['formOuvert', numero] as const,
  passe: ['passe'] as const,
  historique: (numero: string) => ['historique', numero] as const,
  listFormulaires: ['listFormulaires'] as const,
  listFormulairesStructure: ['listFormulairesStructure'] as const,
  dashboard: ['dashboard'] as const,
}

/** A form, or one of its publications; never refetched behind the back of whoever is entering it. */
export const formulaire = (numero: string, versionDiffusee?: number) =>
  queryOptions({
    queryKey: [...cles.formOuvert(numero), versionDiffusee ?? 'courante'],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.lireFormulaire, {
        params: { numero },
        query: { versionDiffusee },
        signal,
      }),
    persister: lireEtGarder,
  })

/** In the place of a number: the exercise, which is no report of the server's. */
export const EXEMPLE = 'exemple'

export const demander: Demander = async (client, { params: { numero = '' }, recherche }) =>
  numero !== EXEMPLE &&
  client.prefetchQuery(formulaire(numero, Number(recherche.get('versionDiffusee')) || undefined))

/** The forms of a month in one's perimeter, started or not. */
export const listeFormulaires = ({ mois, annee, ...query }: FiltresMois) =>
  queryOptions({
    queryKey: [...cles.listFormulaires, { mois, annee, ...query }],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.listFormulaires, { params: { mois, annee }, query, signal }),
    persister: lireEtGarder,
    placeholderData: keepPreviousData,
  })

/** The forms of each month open to entry, whole. `rang`: rank of the current month. */
export const moisOuverts = (courant: Courant) =>
  periodesOuvertes(courant).map((periode) => listeFormulaires({ ...periode, taille: 200 }))

/** A search over every form that one may read. */
export const listeFormulairesStructures = (body: FiltresStructures) =>
  queryOptions({
    queryKey: [...cles.listFormulairesStructure, body],
    queryFn: ({ signal }) => appeler(formulaireApi.listFormulairesStructures, { body, signal }),
    persister: lireEtGarder,
    placeholderData: keepPreviousData,
  })
