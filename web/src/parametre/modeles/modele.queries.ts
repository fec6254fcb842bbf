import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { hashKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { EchecApi } from '../../api/envoi.ts'
import { appeler } from '../../app/client.ts'
import { type Demander, useDemandee } from '../../app/demande.ts'
import type { FormatTableur } from '../../ui/ExportTableur.tsx'
import { enregistrerFichier } from '../../ui/enregistrerFichier.ts'
import type { EnvoiImport } from '../../ui/ImportTableur.tsx'
import { useActe } from '../../ui/useActe.ts'
import { textesModele } from './modele.textes.ts'

const t = textesModele.dits

export const modelesGeres = queryOptions({
  queryKey: ['modelesGeres'],
  queryFn: ({ signal }) => appeler(modeleApi.gererModeles, { signal }),
  staleTime: 0,
})

const version = (id: number) =>
  queryOptions({
    queryKey: ['versionModele', id],
    queryFn: ({ signal }) => appeler(modeleApi.lireVersionModele, { params: { id }, signal }),
  })

const brouillon = (id: number) =>
  queryOptions({
    queryKey: ['brouillonModele', id],
    queryFn: ({ signal }) => appeler(modeleApi.lireBrouillonModele, { params: { id }, signal }),
    // It is edited from what it is now, and never from what this browser remembers.
    staleTime: 0,
    gcTime: 0,
  })

const vocabulaire = queryOptions({
  queryKey: ['vocabulaireModele'],
  queryFn: ({ signal }) => appeler(modeleApi.lireVocabulaireModele, { signal }),
})

/** What an address of a model leads to: `12` a version, `brouillon-3` a draft. */
export function cibleDe(adresse: string): { sorte: 'version' | 'brouillon'; id: number } {
  const [, id = ''] = /^brouillon-(\d+)$/.exec(adresse) ?? []
  return id === ''
    ? { sorte: 'version', id: Number(adresse) }
    : { sorte: 'brouillon', id: Number(id) }
}

export const demander: Demander = (client, { params: { id = '' } }) => {
  const cible = cibleDe(id)
  const lu =
    cible.sorte === 'version'
      ? client.prefetchQuery(version(cible.id))
      : client.prefetchQuery(brouillon(cible.id))
  return Promise.all([lu, client.prefetchQuery(vocabulaire)])
}

/** Every model with its versions, as a spreadsheet. */
export const exporterModeles = (format: FormatTableur) =>
  appeler(modeleApi.exporterModeles, { query: { format } })

export const useModelesGeres = () => useQuery({ ...modelesGeres, ...useDemandee() })
export const useVersionModele = (id: number) => useQuery(version(id))
export const useBrouillonModele = (id: number) => useQuery({ ...brouillon(id), ...useDemandee() })
export const useVocabulaireModele = () => useQuery(vocabulaire)

/** The published versions of a model, the latest first. */
export const useVersionsDe = (code: string) =>
  useQuery({
    ...modelesGeres,
    select: (modeles) => modeles.find((modele) => modele.code === code)?.versions ?? [],
  })

/** Milliseconds between two readings of a simulation that is being run. */
const PAS_SIMULATION = 1000

const simulation = (id: number) =>
  queryOptions({
    queryKey: ['simulationModele', id],
    queryFn: ({ signal }) => appeler(modeleApi.lireSimulationModele, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.etat === 'EN_COURS' ? PAS_SIMULATION : false),
  })

/** A simulation, followed while it is run; nothing while there is none. */
export const useSimulation = (id: number | null) =>
  useQuery({ ...simulation(id ?? 0), enabled: id !== null })

/** It is no longer kept: a day has passed, or another one was launched. */
export const estPerdue = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'SIMULATION_INTROUVABLE'

/** Tries a draft, as it is saved, on the reports received: the screen says how far it is. */
export function useLancerSimulation(id: number) {
  const client = useQueryClient()
  return useActe(
    () => appeler(modeleApi.simulerModele, { params: { id } }),
    { reussite: null, refus: 'place' },
    { onSuccess: (lancee) => client.setQueryData(simulation(lancee.id).queryKey, lancee) },
  )
}

export function useArreterSimulation() {
  const client = useQueryClient()
  return useActe(
    (id: number) => appeler(modeleApi.annulerSimulationModele, { params: { id } }),
    // Its new state is said in its place.
    { reussite: null, refus: 'toast' },
    { onSettled: () => client.invalidateQueries({ queryKey: ['simulationModele'] }) },
  )
}

function useRelireModeles() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: modelesGeres.queryKey })
}

/** `refus`: where it is told, by the dialog that asked (`place`) or over the page. */
export const useCommencerBrouillon = (refus: 'place' | 'toast') =>
  useActe(
    (body: Sent<typeof modeleApi.creerBrouillonModele.body>) =>
      appeler(modeleApi.creerBrouillonModele, { body }),
    { reussite: t.commence, refus },
    { onSuccess: useRelireModeles() },
  )

export const useImporterModele = () =>
  useActe(
    (body: { fichier: File; code: string }) => appeler(modeleApi.importerModele, { body }),
    { reussite: t.importe, refus: 'place' },
    { onSuccess: useRelireModeles() },
  )

/** Asks what a file of elsewhere would become: its report shows. */
export const useAnalyserModele = () =>
  useActe(
    ({ signal, ...body }: { fichier: File; choix: string; signal: AbortSignal }) =>
      appeler(modeleApi.analyserModele, { body, signal }),
    { reussite: null, refus: 'place' },
  )

export function useConvertirModele() {
  const client = useQueryClient()
  return useActe(
    (body: { fichier: File; choix: string; code: string }) =>
      appeler(modeleApi.convertirModele, { body }),
    { reussite: t.importe, refus: 'place' },
    // A draft more, and the lists of codes that it names.
    { onSuccess: () => void client.invalidateQueries() },
  )
}

/** The organisation units of a file of DHIS2, as a spreadsheet of structures. */
export const useExporterUnites = () =>
  useActe(
    (body: { fichier: File; choix: string }) => appeler(modeleApi.exporterUnites, { body }),
    // The file comes.
    { reussite: null, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )

export const useSupprimerBrouillon = () =>
  useActe(
    (id: number) => appeler(modeleApi.supprimerBrouillonModele, { params: { id } }),
    { reussite: t.supprime, refus: 'toast' },
    { onSuccess: useRelireModeles() },
  )

/** `combinaison`: the attribute combination that is brought; null: none was chosen. */
type EnvoiReprise = EnvoiImport & { combinaison: string | null }

/** The call of an import of past months, and what to do once it is written. */
export function useReprendreValeurs(modele: string) {
  const client = useQueryClient()
  return {
    importer: ({ fichier, apercu, signal, combinaison }: EnvoiReprise) =>
      appeler(formulaireApi.reprendreValeurs, {
        params: { modele },
        body: { fichier, apercu, ...(combinaison !== null && { combinaison }) },
        signal,
      }),
    // Forms, and whatever counts them.
    onEcrit: () => void client.invalidateQueries(),
  }
}

/** A version, or a draft, as a file. */
export const useExporterModele = () =>
  useActe(
    ({ sorte, id }: ReturnType<typeof cibleDe>) =>
      sorte === 'version'
        ? appeler(modeleApi.exporterVersionModele, { params: { id } })
        : appeler(modeleApi.exporterBrouillonModele, { params: { id } }),
    // The file comes.
    { reussite: null, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )

/** Saves a draft: the screen says how it went, at each save. */
export const enregistrerBrouillon = (id: number, numero: number, source: ModeleSource) =>
  appeler(modeleApi.enregistrerBrouillonModele, {
    params: { id },
    body: { version: numero, source },
  })

export function usePublierModele(id: number) {
  const client = useQueryClient()
  return useActe(
    (body: Sent<typeof modeleApi.publierModele.body>) =>
      appeler(modeleApi.publierModele, { params: { id }, body }),
    { reussite: ({ code, version: numero }) => t.publie(code, numero), refus: 'place' },
    {
      onSuccess: () => {
        const { queryKey } = brouillon(id)
        const estPublie = (cle: readonly unknown[]) => hashKey(cle) === hashKey(queryKey)
        // The draft is no more: its screen, still there for a moment, does not ask for it again.
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
        // What is expected of structures, what they enter with, what lists may be narrowed to.
        void client.invalidateQueries({ predicate: ({ queryKey: cle }) => !estPublie(cle) })
      },
    },
  )
}
