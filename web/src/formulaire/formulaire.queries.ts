import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat, EtatListe, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois, Periode } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Issue, useActe } from '../app/useActe.ts'

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

const cles = {
  formOuvert: (numero: string) => ['formOuvert', numero] as const,
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
  })

export function useFormulaire(numero: string, options: { versionDiffusee?: number } = {}) {
  return useQuery(formulaire(numero, options.versionDiffusee))
}

/** The forms of a month in one's perimeter, started or not. */
export const listeFormulaires = ({ mois, annee, ...query }: FiltresMois) =>
  queryOptions({
    queryKey: [...cles.listFormulaires, { mois, annee, ...query }],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.listFormulaires, { params: { mois, annee }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const useListeFormulaires = (filtres: FiltresMois) => useQuery(listeFormulaires(filtres))

/** A search over every form that one may read. */
export const listeFormulairesStructures = (body: FiltresStructures) =>
  queryOptions({
    queryKey: [...cles.listFormulairesStructure, body],
    queryFn: ({ signal }) => appeler(formulaireApi.listFormulairesStructures, { body, signal }),
    placeholderData: keepPreviousData,
  })

export const useListeFormulairesStructures = (filtres: FiltresStructures) =>
  useQuery(listeFormulairesStructures(filtres))

export function useHistorique(numero: string, { page = 1, taille = 50, actif = true } = {}) {
  return useQuery({
    queryKey: [...cles.historique(numero), { page, taille }],
    queryFn: ({ signal }) =>
      appeler(formulaireApi.listHistorique, {
        params: { numero },
        query: { page, taille },
        signal,
      }),
    enabled: actif,
  })
}

/**
 * Discards what an act on a form makes stale: the lists and the history; the dashboard's data too,
 * after all but `modifier` (conception §2). What is on screen is read anew, the rest on demand.
 */
function oublierListes(client: QueryClient, numero: string, dashboard = true): void {
  const perimees: readonly (readonly string[])[] = [
    cles.listFormulaires,
    cles.listFormulairesStructure,
    cles.historique(numero),
    ...(dashboard ? [cles.dashboard] : []),
  ]
  for (const queryKey of perimees) {
    client.removeQueries({ queryKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey })
  }
}

/**
 * Keeps a form as the server has just answered it. Acts are answered without what never changes in
 * an open form (`sans=fixe`): that part is taken from the form already in hand.
 */
function retenirFormulaire(client: QueryClient, recu: Formulaire): Formulaire {
  const { queryKey } = formulaire(recu.numero)
  const ancien = client.getQueryData(queryKey)
  if (recu.definition === null && !ancien) return recu
  const complet: Formulaire =
    recu.definition === null && ancien
      ? {
          ...recu,
          definition: ancien.definition,
          contexte: ancien.contexte,
          precedent: ancien.precedent,
          anneePrecedente: ancien.anneePrecedente,
        }
      : recu
  client.setQueryData(queryKey, complet)
  return complet
}

function retenirActe(client: QueryClient, recu: Formulaire): Formulaire {
  oublierListes(client, recu.numero)
  return retenirFormulaire(client, recu)
}

/** One act on a form, by its operation: keeps the answer, discards the lists and the dashboard. */
function useActeFormulaire<Envoye>(
  acte: (envoye: Envoye) => Promise<Formulaire>,
  issue: Issue<Envoye, Formulaire>,
) {
  const client = useQueryClient()
  return useActe(async (envoye: Envoye) => retenirActe(client, await acte(envoye)), issue)
}

type Enregistrement = Periode & Sent<typeof formulaireApi.enregistrerFormulaire.body>

export const useEnregistrerFormulaire = () =>
  useActeFormulaire(
    ({ mois, annee, ...body }: Enregistrement) =>
      appeler(formulaireApi.enregistrerFormulaire, { params: { mois, annee }, body }),
    // The form opens.
    { reussite: null, refus: 'toast' },
  )

const TRANSITION = {
  soumettre: formulaireApi.soumettreFormulaire,
  valider: formulaireApi.validerFormulaire,
  approuver: formulaireApi.approuverFormulaire,
  diffuser: formulaireApi.diffuserFormulaire,
} as const

/** The form acted on, as it was read: `version` makes a form changed since answer 409. */
export type Vise = { id: number; version: number }
type Transition = Vise & { acte: Exclude<ActeTransition, 'soumettre' | 'renvoyer'> }

/** valider, approuver or diffuser: the three acts that take nothing but the form. */
export const useTransition = (issue: Issue<Transition, Formulaire>) =>
  useActeFormulaire(
    ({ acte, id, version }: Transition) =>
      appeler(TRANSITION[acte], { params: { id }, query: { version, sans: 'fixe' } }),
    issue,
  )

type Soumission = Vise & { confirme?: boolean }

/** `confirme`: the person confirmed that the report of a month not yet over is final. */
export const useSoumettreFormulaire = (issue: Issue<Soumission, Formulaire>) =>
  useActeFormulaire(
    ({ id, version, confirme }: Soumission) =>
      appeler(formulaireApi.soumettreFormulaire, {
        params: { id },
        query: { version, sans: 'fixe', confirme: confirme ? 'true' : undefined },
      }),
    issue,
  )

export type Motif = { motif: string; texte: string }

export const useRenvoyerFormulaire = (reussite: string) =>
  useActeFormulaire(
    ({ id, ...query }: Vise & Motif) =>
      appeler(formulaireApi.renvoyerFormulaire, {
        params: { id },
        query: { ...query, sans: 'fixe' },
      }),
    { reussite, refus: 'place' },
  )

type Forcage = Motif & { numero: string; etat: Etat; version: number }

export const useChangerEtatFormulaire = (reussite: (etat: Etat) => string) =>
  useActeFormulaire(
    ({ numero, etat, ...query }: Forcage) =>
      appeler(formulaireApi.changerEtatFormulaire, {
        params: { numero, etat },
        query: { ...query, sans: 'fixe' },
      }),
    { reussite: (_, { etat }) => reussite(etat), refus: 'place' },
  )

export const useRemarquerFormulaire = (reussite: string) =>
  useActeFormulaire(
    (body: Sent<typeof formulaireApi.remarquerFormulaire.body>) =>
      appeler(formulaireApi.remarquerFormulaire, { body, query: { sans: 'fixe' } }),
    { reussite, refus: 'toast' },
  )

export type Modification = Sent<typeof formulaireApi.modifierFormulaire.body>

/** Sends the cells changed; the answer leaves out the fixed part (`definition` null). */
export function modifierFormulaire(body: Modification, signal?: AbortSignal): Promise<Formulaire> {
  return appeler(formulaireApi.modifierFormulaire, { body, query: { sans: 'fixe' }, signal })
}

/** After `modifierFormulaire`: keeps its answer, fixed part added, and discards the lists. */
export function retenirModification(client: QueryClient, recu: Formulaire): Formulaire {
  oublierListes(client, recu.numero, false)
  return retenirFormulaire(client, recu)
}
