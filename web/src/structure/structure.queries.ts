import type { CodeErreur } from '@releve/contract/erreur.ts'
import type { Periode } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { Structure, StructureListee } from '@releve/contract/structure/structure.schema.ts'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { EchecApi } from '../api/envoi.ts'
import { appeler } from '../app/client.ts'
import { type Demander, useDemandee } from '../app/demande.ts'
import type { EnvoiImport } from '../ui/ImportTableur.tsx'
import { useActe } from '../ui/useActe.ts'

type Recherche = Sent<typeof structureApi.listStructures.query>
/** What narrows a list of structures. */
export type Criteres = Omit<Recherche, 'page' | 'taille' | 'tri'>

const cles = {
  structures: ['structures'] as const,
  structure: (code: string) => ['structure', code] as const,
}

/** Only what is read whole has a state: the directorate reads all of them so. */
const estEntiere = (structure: StructureListee): structure is Structure => 'etat' in structure

/** One page of the structures. */
export const structures = (query: Recherche) =>
  queryOptions({
    queryKey: [...cles.structures, 'page', query],
    queryFn: ({ signal }) => appeler(structureApi.listStructures, { query, signal }),
    placeholderData: keepPreviousData,
    select: (liste) => ({ ...liste, elements: liste.elements.filter(estEntiere) }),
  })

const PAR_PAGE = 200

/** Every page of them: the first says how many there are, and the others come together. */
export async function listToutesStructures(
  criteres: Criteres,
  signal: AbortSignal,
): Promise<StructureListee[]> {
  const listPage = (page: number): Promise<Liste<StructureListee>> => {
    const query = { ...criteres, page, taille: PAR_PAGE, tri: 'code' }
    return appeler(structureApi.listStructures, { query, signal })
  }
  const premiere = await listPage(1)
  const autres = Math.max(0, Math.ceil(premiere.total / PAR_PAGE) - 1)
  const suite = await Promise.all(Array.from({ length: autres }, (_, rang) => listPage(rang + 2)))
  return [premiere, ...suite].flatMap(({ elements }) => elements)
}

/** Every structure that answers these criteria, for a tree, a map, or a choice. */
export const toutesStructures = (criteres: Criteres = {}) =>
  queryOptions({
    queryKey: [...cles.structures, 'toutes', criteres],
    queryFn: async ({ signal }) =>
      (await listToutesStructures(criteres, signal)).filter(estEntiere),
    placeholderData: keepPreviousData,
  })

export const useToutesStructures = (criteres?: Criteres) => useQuery(toutesStructures(criteres))

const structure = (code: string) =>
  queryOptions({
    queryKey: cles.structure(code),
    queryFn: ({ signal }) => appeler(structureApi.lireStructure, { params: { code }, signal }),
    // What is done here starts from what the record holds now.
    staleTime: 0,
  })

export const useStructure = (code: string) => useQuery({ ...structure(code), ...useDemandee() })

export const demander: Demander = (client, { params: { code = '' } }) =>
  client.prefetchQuery(structure(code))

/** Reads a record anew, for whoever was about to write over another's change. */
export function useRelireStructure() {
  const client = useQueryClient()
  return ({ code }: Pick<Structure, 'code'>) => client.fetchQuery(structure(code))
}

/** What a change of structures makes stale: themselves, what is expected of them, searches. */
const PERIMEES = [
  'structures',
  'structure',
  'utilisateurs',
  'utilisateur',
  'listFormulaires',
  'listFormulairesStructure',
  'dashboard',
  'annuaire',
  'relances',
  'journal',
  'recherche',
]

function oublierStructures(client: QueryClient): void {
  for (const cle of PERIMEES) {
    client.removeQueries({ queryKey: [cle], type: 'inactive' })
    void client.invalidateQueries({ queryKey: [cle] })
  }
}

/** Reads anew all that a structure's record decides. */
export function useOublierStructures() {
  const client = useQueryClient()
  return () => oublierStructures(client)
}

/** A record as it is sent. */
export type CorpsStructure = Sent<typeof structureApi.creerStructure.body>

type Enregistrement = {
  corps: CorpsStructure
  /** Null: it is to be created. */
  version: number | null
  /** The month of which the body says what is dated: it changes from there on. */
  aPartirDe?: Periode | null
  /** The day on which its state changes. */
  jourEtat?: string
  /** The same month, where something dated changes. */
  depuis?: Periode | null
}

/** Creates a structure, or modifies the one read in this `version`; `reussite` is said once done. */
export function useEnregistrerStructure(reussite: (demande: Enregistrement) => string) {
  const client = useQueryClient()
  return useActe(
    ({ corps, version, aPartirDe, jourEtat }: Enregistrement) =>
      version === null
        ? appeler(structureApi.creerStructure, { body: corps })
        : appeler(structureApi.modifierStructure, {
            body: {
              ...corps,
              version,
              ...(aPartirDe && { aPartirDe }),
              ...(jourEtat && { jourEtat }),
            },
          }),
    { reussite: (_ecrite, demande) => reussite(demande), refus: 'place' },
    { onSuccess: () => oublierStructures(client) },
  )
}

export type DemandeCorrection = Sent<typeof structureApi.corrigerStructure.body>

/** The call has one value, whatever the field: what is refused of it is refused of the field. */
export function refusDuChamp(echec: unknown, champ: ChampDate): unknown {
  if (!(echec instanceof EchecApi)) return echec
  const { statut, code, message, trace, attente } = echec
  const details = echec.details.map((detail) => ({
    ...detail,
    chemin: detail.chemin.replace(/^body\.valeur\b/, `body.${champ}`),
  }))
  // It came as one of the contract.
  const dit = { code: code as CodeErreur, libelle: message, trace, details }
  return new EchecApi(statut, dit, attente)
}

const corriger = (body: DemandeCorrection) =>
  appeler(structureApi.corrigerStructure, { body }).catch((echec: unknown) => {
    throw refusDuChamp(echec, body.champ)
  })

/** What was shown of a correction is no longer what it does. */
export const estApercuPerime = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'APERCU_PERIME'

/** What a correction would change, then the correction: one act, which its `apercu` tells apart. */
export function useCorrigerStructure(reussite: string) {
  const client = useQueryClient()
  const apercu = useActe(corriger, { reussite: null, refus: 'place' })
  const ecriture = useActe(
    corriger,
    // A new preview, asked for at once, says it.
    { reussite, refus: (echec) => (estApercuPerime(echec) ? 'rien' : 'place') },
    { onSuccess: () => oublierStructures(client) },
  )
  return {
    mutate: (demande: DemandeCorrection, suites: Parameters<typeof ecriture.mutate>[1]) => {
      if (demande.apercu) ecriture.reset()
      ;(demande.apercu ? apercu : ecriture).mutate(demande, suites)
    },
    reset: () => {
      apercu.reset()
      ecriture.reset()
    },
    isPending: apercu.isPending || ecriture.isPending,
    error: ecriture.error ?? apercu.error,
  }
}

/** Every structure that these filters leave, as a spreadsheet. */
export const exporterStructures = (query: Sent<typeof structureApi.exporterStructures.query>) =>
  appeler(structureApi.exporterStructures, { query })

/** The call of an import, and what to do once it is written. */
export function useImportStructures() {
  return {
    importer: ({ fichier, apercu, seulementJustes, signal }: EnvoiImport) =>
      appeler(structureApi.importerStructures, {
        body: { fichier, apercu, seulementJustes },
        signal,
      }),
    restes: (fichier: File) =>
      appeler(structureApi.exporterStructuresRestantes, { body: { fichier } }),
    onEcrit: useOublierStructures(),
  }
}
