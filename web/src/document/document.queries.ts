import { documentApi } from '@releve/contract/document/document.api.ts'
import { TYPE_LOGO } from '@releve/contract/document/document.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { changerLogo } from '../app/session.ts'

type Envoi = { fichier: File; signal: AbortSignal }

/** Sends a logo, and shows it at once in the session that sent it. */
export const useChangerLogo = () =>
  useMutation({
    mutationFn: async ({ fichier, signal }: Envoi) => {
      const body = { typeDocument: TYPE_LOGO, fichier }
      const { urlLogo } = await appeler(documentApi.deposerPiece, { body, signal })
      if (urlLogo) changerLogo(urlLogo)
    },
  })
