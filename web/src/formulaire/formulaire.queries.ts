import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  Etat,
  Formulaire,
  PorteeRenvoi,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ModeleDit } from '@releve/contract/modele/gestion.schema.ts'
import type { Rythme } from '@releve/contract/modele/rythme.ts'
import type { Periode } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import {
  hashKey,
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { appeler } from '../app/client.ts'
import { garderReponse, lireEtGarder } from '../app/garde.ts'
import { suivreRecalcul } from '../app/recalcul.ts'
import type { Option } from '../ui/ChampTexte.tsx'
import { type Issue, useActe } from '../ui/useActe.ts'
import {
  cles,
  type FiltresMois,
  type FiltresStructures,
  formulaire,
  garderDansListes,
  listeFormulaires,
  listeFormulairesStructures,
  modelesConnus,
} from './formulaire.demande.ts'

export function useFormulaire(numero: string, options: { versionDiffusee?: number } = {}) {
  return useQuery(formulaire(numero, options.versionDiffusee))
}

/** The models that exist, to name or to choose from, in their order everywhere. */
export function useModeles(): (Option & Pick<ModeleDit, 'avecEffectif'> & Rythme)[] {
  const { data = [] } = useQuery(modelesConnus)
  return data.map(({ code, libelle, ...dit }) => ({
    ...dit,
    code,
    libelle: `${code} – ${libelle}`,
  }))
}

export const useListeFormulaires = (filtres: FiltresMois) =>
  useQuery({ ...listeFormulaires(filtres), refetchInterval: suivreRecalcul })

export const useListeFormulairesStructures = (filtres: FiltresStructures) =>
  useQuery({ ...listeFormulairesStructures(filtres), refetchInterval: suivreRecalcul })

/** Every report that this search finds, as a spreadsheet. */
export const exporterFormulaires = (body: Sent<typeof formulaireApi.exporterFormulaires.body>) =>
  appeler(formulaireApi.exporterFormulaires, { body })

/** The reports of a month, begun or not, as a spreadsheet. */
export const exporterFormulairesMois = (
  params: Periode,
  query: Sent<typeof formulaireApi.exporterFormulairesMois.query>,
) => appeler(formulaireApi.exporterFormulairesMois, { params, query })

/** A report's record, as a spreadsheet. */
export const exporterHistorique = (
  numero: string,
  query: Sent<typeof formulaireApi.exporterHistorique.query>,
) => appeler(formulaireApi.exporterHistorique, { params: { numero }, query })

/** The values of the reports that this search finds, for statistics. */
export const exporterDonnees = (body: Sent<typeof formulaireApi.exporterDonnees.body>) =>
  appeler(formulaireApi.exporterDonnees, { body })

/** The cells of a report, or of one of its publications, as a spreadsheet. */
export const exporterFormulaire = (
  numero: string,
  query: Sent<typeof formulaireApi.exporterFormulaire.query>,
) => appeler(formulaireApi.exporterFormulaire, { params: { numero }, query })

/** What was changed in a report's workbook since it was exported; nothing is written. */
export const importerFormulaire = (numero: string, fichier: File, signal: AbortSignal) =>
  appeler(formulaireApi.importerFormulaire, { params: { numero }, body: { fichier }, signal })

/** What the months before said in the cells of a report; kept for when the network is away. */
export const passe = (numero: string) =>
  queryOptions({
    queryKey: [...cles.passe, numero],
    queryFn: ({ signal }) => appeler(formulaireApi.lirePasse, { params: { numero }, signal }),
    persister: lireEtGarder,
    // The months before change little, and no cell waits for them.
    staleTime: 10 * 60_000,
  })

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
 * after all but `modifier`. What is on screen is read anew, the rest on demand.
 */
export function oublierListes(
  client: QueryClient,
  numeros: readonly string[],
  dashboard = true,
): void {
  const perimees: readonly (readonly string[])[] = [
    cles.listFormulaires,
    cles.listFormulairesStructure,
    ...numeros.map(cles.historique),
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
  garderReponse(hashKey(queryKey), complet)
  return garderDansListes(complet)
}

/**
 * Reads a form anew for the page that shows it: its cells only, where the rest is in hand. What has
 * been kept meanwhile of a later version stays.
 */
export async function relireFormulaire(client: QueryClient, numero: string): Promise<Formulaire> {
  const { queryKey } = formulaire(numero)
  if (!client.getQueryData(queryKey)?.definition) {
    return client.fetchQuery({ ...formulaire(numero), staleTime: 0 })
  }
  const query = { sans: 'fixe' } as const
  const recu = await appeler(formulaireApi.lireFormulaire, { params: { numero }, query })
  const tenu = client.getQueryData(queryKey)
  return tenu && tenu.version > recu.version ? tenu : retenirFormulaire(client, recu)
}

function retenirActe(client: QueryClient, recu: Formulaire): Formulaire {
  oublierListes(client, [recu.numero])
  // It may be one of the months before another report.
  client.removeQueries({ queryKey: cles.passe, type: 'inactive' })
  return retenirFormulaire(client, recu)
}

/** One act on a form, by its operation: keeps the answer, discards the lists and the dashboard. */
export function useActeFormulaire<Envoye>(
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
export type FormulaireVise = { id: number; version: number }
/** The acts that take nothing but the form. */
export type ActeDecision = Exclude<ActeTransition, 'soumettre' | 'renvoyer'>
type Decision = FormulaireVise & { acte: ActeDecision }

const decider = ({ acte, id, version }: Decision) =>
  appeler(TRANSITION[acte], { params: { id }, query: { version, sans: 'fixe' } })

export const useTransition = (issue: Issue<Decision, Formulaire>) =>
  useActeFormulaire(decider, issue)

/** Several acts, one after the other: what they make stale is discarded once, by `conclure`. */
export function useActesSuivis() {
  const client = useQueryClient()
  return {
    agir: async (decision: Decision) => retenirFormulaire(client, await decider(decision)),
    conclure: useCallback(
      (numeros: readonly string[]) => {
        if (numeros.length > 0) oublierListes(client, numeros)
      },
      [client],
    ),
  }
}

/** Forms examined by one call. */
const LOT_EXAMENS = 20

/**
 * What is looked at before these forms are accepted, read anew each time; by id: undefined while it
 * is read, null when the form cannot be read any more.
 */
export function useExamens(ids: readonly number[]) {
  const debuts = Array.from({ length: Math.ceil(ids.length / LOT_EXAMENS) }, (_, rang) => rang)
  const lots = debuts.map((rang) => ids.slice(rang * LOT_EXAMENS, (rang + 1) * LOT_EXAMENS))
  const requetes = useQueries({
    queries: lots.map((lot) => ({
      queryKey: ['examens', lot],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        appeler(formulaireApi.examinerFormulaires, { body: { ids: lot }, signal }),
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const parId = new Map(
    lots.flatMap((lot, rang) => {
      const lus = requetes[rang]?.data
      return lot.map((id) => [id, lus && (lus.find((examen) => examen.id === id) ?? null)] as const)
    }),
  )
  return {
    parId,
    attente: requetes.some(({ isFetching }) => isFetching),
    echec: requetes.find(({ error }) => error)?.error,
    relire: () => Promise.all(requetes.map(({ refetch }) => refetch())),
  }
}

type Soumission = FormulaireVise & { confirme?: boolean }

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
    ({ id, ...query }: FormulaireVise & Motif & { portee?: PorteeRenvoi }) =>
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

export type Modification = Sent<typeof formulaireApi.modifierFormulaire.body>

/** Sends the cells changed; the answer leaves out the fixed part (`definition` null). */
export function modifierFormulaire(body: Modification, signal?: AbortSignal): Promise<Formulaire> {
  return appeler(formulaireApi.modifierFormulaire, { body, query: { sans: 'fixe' }, signal })
}

/** After `modifierFormulaire`: keeps its answer, fixed part added, and discards the lists. */
export function retenirModification(client: QueryClient, recu: Formulaire): Formulaire {
  oublierListes(client, [recu.numero], false)
  return retenirFormulaire(client, recu)
}
