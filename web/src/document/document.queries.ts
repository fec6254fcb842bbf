import { documentApi } from '@releve/contract/document/document.api.ts'
import { type Ouvrage, TYPE_LOGO } from '@releve/contract/document/document.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createVoieSuivie } from '../api/envoiSuivi.ts'
import { appeler } from '../app/client.ts'
import { useDemandee } from '../app/demande.ts'
import { changerLogo } from '../app/session.ts'
import { enregistrerFichier } from '../ui/enregistrerFichier.ts'
import { useActe } from '../ui/useActe.ts'
import { textesDocument } from './document.textes.ts'
import type { Transfert } from './useTransfert.ts'

const t = textesDocument

type Envoi = { fichier: File } & Transfert

/** The library as these filters leave it, as a spreadsheet. */
export const exporterOuvrages = (query: Sent<typeof documentApi.exporterOuvrages.query>) =>
  appeler(documentApi.exporterOuvrages, { query })

/** Sends a logo, and shows it at once in the session that sent it. */
export const useChangerLogo = () =>
  useActe(
    async ({ fichier, signal, surAvancee }: Envoi) => {
      const body = { typeDocument: TYPE_LOGO, fichier }
      const voie = createVoieSuivie(surAvancee)
      const { urlLogo } = await appeler(documentApi.deposerPiece, { body, signal }, voie)
      if (urlLogo) changerLogo(urlLogo)
    },
    { reussite: t.logo.reussite, refus: 'place' },
  )

const cleDossier = (numero: string) => ['documents', 'dossier', numero]

/** The files of a form. */
export const useDossier = (numero: string) =>
  useQuery({
    queryKey: cleDossier(numero),
    queryFn: ({ signal }) => appeler(documentApi.lireDossier, { params: { numero }, signal }),
    staleTime: 0,
  })

/** Reads again, whatever came of an act, all that shows files. */
function useRelecture() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['documents'] }),
      client.invalidateQueries({ queryKey: ['journal'] }),
    ])
}

/** Attaches a file to a form. */
export const useJoindre = (numero: string) =>
  useActe(
    ({ typeDocument, fichier, signal, surAvancee }: Envoi & { typeDocument: string }) => {
      const body = { typeDocument, numero, fichier }
      const voie = createVoieSuivie(surAvancee)
      return appeler(documentApi.deposerPiece, { body, signal }, voie)
    },
    { reussite: ({ nomOrigine }) => t.panneau.jointe(nomOrigine), refus: 'place' },
    { onSettled: useRelecture() },
  )

/** Deletes a file, of a form or of the library. */
export const useSupprimerPiece = () =>
  useActe(
    (id: number) => appeler(documentApi.deletePieces, { body: { ids: [id] } }),
    { reussite: t.suppression.faite, refus: 'place' },
    { onSettled: useRelecture() },
  )

/** The bytes of a file, to be looked at: kept as long as they are. */
export const useContenu = (id: number) =>
  useQuery(
    queryOptions({
      queryKey: ['documents', 'contenu', id],
      queryFn: ({ signal }) => appeler(documentApi.telechargerPiece, { params: { id }, signal }),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )

/** Hands a file to the browser, to be kept. */
export const useTelecharger = () =>
  useActe(
    async (id: number) =>
      enregistrerFichier(await appeler(documentApi.telechargerPiece, { params: { id } })),
    { reussite: null, refus: 'toast' },
  )

/** A page of the library. */
export const ouvrages = (query: Sent<typeof documentApi.listOuvrages.query>) =>
  queryOptions({
    queryKey: ['documents', 'bibliotheque', query],
    queryFn: ({ signal }) => appeler(documentApi.listOuvrages, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useOuvrages = (query: Sent<typeof documentApi.listOuvrages.query>) =>
  useQuery({ ...ouvrages(query), ...useDemandee() })

export type CorpsOuvrage = Omit<Sent<typeof documentApi.modifierOuvrage.body>, 'id' | 'version'>
type Enregistrement = { corps: CorpsOuvrage; envoi: Envoi | null }

/** Deposits a document in the library, or changes how it is presented. */
export const useEnregistrerOuvrage = (ouvrage: Ouvrage | null) =>
  useActe(
    async ({ corps, envoi }: Enregistrement) => {
      if (ouvrage) {
        const body = { id: ouvrage.id, version: ouvrage.version, ...corps }
        await appeler(documentApi.modifierOuvrage, { body })
      } else if (envoi) {
        const { fichier, signal, surAvancee } = envoi
        const body = { ...corps, fichier }
        const voie = createVoieSuivie(surAvancee)
        await appeler(documentApi.deposerPiece, { body, signal }, voie)
      }
    },
    { reussite: ouvrage ? t.fiche.modifie : t.fiche.depose, refus: 'place' },
    { onSettled: useRelecture() },
  )

/** Puts another file in the place of a document's. */
export const useRemplacer = ({ id, version }: Ouvrage) =>
  useActe(
    ({ fichier, signal, surAvancee }: Envoi) => {
      const body = { id, version, fichier }
      const voie = createVoieSuivie(surAvancee)
      return appeler(documentApi.remplacerOuvrage, { body, signal }, voie)
    },
    { reussite: t.remplacement.fait, refus: 'place' },
    { onSettled: useRelecture() },
  )
