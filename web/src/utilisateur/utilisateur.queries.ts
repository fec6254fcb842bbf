import { journalApi } from '@releve/contract/journal/journal.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Demander, useDemandee } from '../app/demande.ts'
import { listToutesStructures } from '../structure/structure.queries.ts'
import type { EnvoiImport } from '../ui/ImportTableur.tsx'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'

const cles = {
  utilisateurs: ['utilisateurs'] as const,
  utilisateur: (id: number) => ['utilisateur', id] as const,
  journal: (id: number) => ['journal', 'utilisateur', id] as const,
}

export const utilisateurs = (query: Sent<typeof utilisateurApi.listUtilisateurs.query>) =>
  queryOptions({
    queryKey: [...cles.utilisateurs, query],
    queryFn: ({ signal }) => appeler(utilisateurApi.listUtilisateurs, { query, signal }),
    placeholderData: keepPreviousData,
  })

const utilisateur = (id: number) =>
  queryOptions({
    queryKey: cles.utilisateur(id),
    queryFn: ({ signal }) => appeler(utilisateurApi.lireUtilisateur, { params: { id }, signal }),
    // One comes here to see who is connected now.
    staleTime: 0,
  })

/** The id that an address says; null when it is none. */
export function idDe(texte: string | undefined): number | null {
  const id = Number(texte)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** `actif`: false when there is no such id to ask for. */
export const useUtilisateur = (id: number, actif: boolean) =>
  useQuery({ ...utilisateur(id), ...useDemandee(), enabled: actif })

/** Reads an account anew, for whoever was about to write over another's change. */
export function useRelireUtilisateur() {
  const client = useQueryClient()
  return ({ id }: Pick<Utilisateur, 'id'>) => client.fetchQuery(utilisateur(id))
}

/** Every structure, to choose among them. */
export const useChoixStructures = () =>
  useQuery({
    queryKey: ['structures', 'choix'],
    queryFn: ({ signal }) => listToutesStructures({}, signal),
    staleTime: 5 * 60_000,
  })

const LIGNES_JOURNAL = 10

const journal = (id: number) =>
  queryOptions({
    queryKey: cles.journal(id),
    queryFn: ({ signal }) => {
      const query = { utilisateur: String(id), taille: LIGNES_JOURNAL }
      return appeler(journalApi.listJournal, { query, signal })
    },
    staleTime: 0,
  })

/** The last lines of the journal about an account. */
export const useJournalUtilisateur = (id: number) => useQuery({ ...journal(id), ...useDemandee() })

export const demander: Demander = async (client, { params }) => {
  const id = idDe(params['id'])
  if (id === null) return
  await Promise.all([client.prefetchQuery(utilisateur(id)), client.prefetchQuery(journal(id))])
}

/** Discards what a change of accounts makes stale: lists, records, journal, searches. */
function oublierComptes(client: QueryClient): void {
  for (const cle of ['utilisateurs', 'utilisateur', 'journal', 'recherche', 'structure']) {
    client.removeQueries({ queryKey: [cle], type: 'inactive' })
    void client.invalidateQueries({ queryKey: [cle] })
  }
}

/** Reads anew all that is shown of accounts. */
export function useOublierComptes() {
  const client = useQueryClient()
  return () => oublierComptes(client)
}

/** One change of accounts, by its call. */
function useActeCompte<Envoye, Recu>(
  acte: (envoye: Envoye) => Promise<Recu>,
  reussite: Issue<Envoye, Recu>['reussite'],
) {
  const client = useQueryClient()
  return useActe(acte, { reussite, refus: 'place' }, { onSuccess: () => oublierComptes(client) })
}

type Creation = Sent<typeof utilisateurApi.creerUtilisateur.body>

/** Creates an account, or modifies the one that `vise` names, as it was read. */
export const useEnregistrerUtilisateur = () =>
  useActeCompte(
    async ({ corps, vise }: { corps: Creation; vise: CompteVise | null }) => {
      if (!vise) return appeler(utilisateurApi.creerUtilisateur, { body: corps })
      const body = { ...corps, ...vise }
      // Nothing is mailed of a modification.
      return { ...(await appeler(utilisateurApi.modifierUtilisateur, { body })), envoi: null }
    },
    (_, { vise }) => (vise ? textesUtilisateur.fiche.modifie : textesUtilisateur.fiche.cree),
  )

/** The account acted on, as it was read: one changed since answers 409. */
export type CompteVise = { id: number; version: number }

export const useBloquerUtilisateur = () =>
  useActeCompte(
    ({ id, version, bloquer }: CompteVise & { bloquer: boolean }) =>
      appeler(bloquer ? utilisateurApi.bloquerUtilisateur : utilisateurApi.debloquerUtilisateur, {
        params: { id },
        query: { version },
      }),
    ({ nomAffichable }, { bloquer }) =>
      (bloquer ? textesUtilisateur.blocage : textesUtilisateur.deblocage).fait(nomAffichable),
  )

/** Takes away the second factor of an account, whose person is named. */
export const useRetirerSecondFacteur = () =>
  useActeCompte(
    ({ id }: { id: number; nom: string }) =>
      appeler(utilisateurApi.reinitialiserSecondFacteur, { body: { id } }),
    (_, { nom }) => textesUtilisateur.secondFacteur.fait(nom),
  )

/** Unlinks an account, whose person is named, from all that opens it but its password. */
export const useDelierUtilisateur = () =>
  useActeCompte(
    ({ id }: { id: number; nom: string }) =>
      appeler(utilisateurApi.delierUtilisateur, { body: { id } }),
    (_, { nom }) => textesUtilisateur.liaison.fait(nom),
  )

/** Every account that these filters leave, as a spreadsheet. */
export const exporterUtilisateurs = (
  query: Sent<typeof utilisateurApi.exporterUtilisateurs.query>,
) => appeler(utilisateurApi.exporterUtilisateurs, { query })

/** The call of an import, and what to do once it is written. */
export function useImportUtilisateurs() {
  return {
    importer: ({ fichier, apercu, seulementJustes, signal }: EnvoiImport) =>
      appeler(utilisateurApi.importerUtilisateurs, {
        body: { fichier, apercu, seulementJustes },
        signal,
      }),
    restes: (fichier: File) =>
      appeler(utilisateurApi.exporterUtilisateursRestants, { body: { fichier } }),
    onEcrit: useOublierComptes(),
  }
}
