import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Annuaire, EditionAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { fichierAnnuaireApi, type Preparation } from '@releve/contract/annuaire/fichier.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { EchecApi, type FichierTelecharge, TECHNIQUE } from '../api/envoi.ts'
import { appeler } from '../app/client.ts'
import type { Demander } from '../app/demande.ts'
import type { FormatTableur } from '../ui/ExportTableur.tsx'
import { useActe } from '../ui/useActe.ts'

const CLE = 'annuaire'
const fichier = fichierAnnuaireApi

/** Every edition that one may read, the latest year first. */
const editions = queryOptions({
  queryKey: [CLE, 'tous'],
  queryFn: async ({ signal }): Promise<EditionAnnuaire[]> => {
    const lus = await appeler(api.lireAnnuaire, { params: { param: 'tous' }, signal })
    return Array.isArray(lus) ? lus : []
  },
})

export const useEditions = () => useQuery(editions)

/**
 * The annuaire of a year, whole: its last edition, or the one asked for; `nouvelle`: the year has
 * none yet, and its figures are computed to be looked at.
 */
export function useAnnuaire(annee: number | null, edition: number | undefined, nouvelle: boolean) {
  return useQuery({
    queryKey: [CLE, annee, edition, nouvelle],
    queryFn: async ({ signal }): Promise<Annuaire> => {
      if (nouvelle && annee !== null) {
        return appeler(api.genererApercu, { params: { annee }, signal })
      }
      const demande = { params: { param: String(annee) }, query: { edition }, signal }
      const lu = await appeler(api.lireAnnuaire, demande)
      if (Array.isArray(lu)) throw new Error('a list where one annuaire was asked for')
      return lu
    },
    enabled: annee !== null,
    // It may take seconds to compute, and changes with each form.
    staleTime: 60_000,
    retry: false,
  })
}

type CorpsDAnnuaire = Sent<typeof api.enregistrerAnnuaire.body>

/** Saves the texts of an annuaire, freezes it, publishes it, or opens the edition that corrects it. */
export function useEnregistrer(reussite: string) {
  const client = useQueryClient()
  return useActe(
    (body: CorpsDAnnuaire) => appeler(api.enregistrerAnnuaire, { body }),
    { reussite, refus: 'place' },
    { onSettled: () => client.invalidateQueries({ queryKey: [CLE] }) },
  )
}

/** An annuaire as it is now, when somebody else changed it meanwhile. */
export function useRelire() {
  const client = useQueryClient()
  return async ({ annee }: Annuaire): Promise<Annuaire> => {
    const lu = await appeler(api.lireAnnuaire, { params: { param: String(annee) } })
    if (Array.isArray(lu)) throw new Error('a list where one annuaire was asked for')
    await client.invalidateQueries({ queryKey: [CLE] })
    return lu
  }
}

/** A figure, by its place in an annuaire. */
export type PlaceDeChiffre = { tableau: string; ligne: string; colonne: string }

/** What says of which figure, of which edition: one not kept yet has no edition to be read by. */
const viser = ({ version, edition }: Annuaire, designe: PlaceDeChiffre) => ({
  ...designe,
  ...(version > 0 && { edition }),
})

/** All that changed from one edition to another, as a spreadsheet. */
export const exporterDifferences = (
  annee: number,
  query: Sent<typeof api.exporterDifferences.query>,
) => appeler(api.exporterDifferences, { params: { annee }, query })

/** All the forms that make a figure, as a spreadsheet. */
export const exporterExplication = (
  annuaire: Annuaire,
  designe: PlaceDeChiffre,
  format: FormatTableur,
) =>
  appeler(api.exporterExplication, {
    params: { annee: annuaire.annee },
    query: { ...viser(annuaire, designe), format },
  })

/** The forms, their versions and their cells, that make a figure. */
export const useExplication = (annuaire: Annuaire, designe: PlaceDeChiffre, page: number) =>
  useQuery({
    queryKey: [CLE, 'explication', annuaire.annee, annuaire.edition, designe, page],
    queryFn: ({ signal }) =>
      appeler(api.expliquerChiffre, {
        params: { annee: annuaire.annee },
        query: { ...viser(annuaire, designe), page, taille: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The figures that are not the same in two editions of a year. */
export const useDifferences = (annee: number, choix: { de: number; vers: number }, page: number) =>
  useQuery({
    queryKey: [CLE, 'differences', annee, choix, page],
    queryFn: ({ signal }) =>
      appeler(api.listDifferences, {
        params: { annee },
        query: { ...choix, page, taille: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Between two questions about a file that is being made, in milliseconds. */
const PAS = 1000

const attendre = (delai: number) => new Promise((resolve) => setTimeout(resolve, delai))

type Suite = { signal: AbortSignal; onSuivre: (preparation: Preparation) => void }

/**
 * Has a file made, follows it, and fetches it; null when it was given up.
 * @throws EchecApi what the server refuses, or why the file could not be made
 */
export async function composerFichier(
  { annee, ...body }: { annee: number } & Sent<typeof fichier.preparerFichierAnnuaire.body>,
  { signal, onSuivre }: Suite,
): Promise<FichierTelecharge | null> {
  let suivie = await appeler(fichier.preparerFichierAnnuaire, { params: { annee }, body, signal })
  const params = { id: suivie.id }
  while (suivie.etat === 'EN_COURS') {
    onSuivre(suivie)
    await attendre(PAS)
    signal.throwIfAborted()
    suivie = await appeler(fichier.suivreFichierAnnuaire, { params, signal })
  }
  if (suivie.etat === 'ANNULEE') return null
  if (suivie.etat === 'ECHOUEE') {
    throw new EchecApi(503, { code: 'FICHIER_NON_COMPOSE', libelle: suivie.raison ?? TECHNIQUE })
  }
  return appeler(fichier.telechargerFichierAnnuaire, { params, signal })
}

/** A file given up: who asked for it sees it stop. */
export const useAbandonFichier = () =>
  useActe((id: number) => appeler(fichier.annulerFichierAnnuaire, { params: { id } }), {
    // Who asked for the file tells it.
    reussite: null,
    refus: 'toast',
  })

export const demander: Demander = (client) => client.prefetchQuery(editions)
