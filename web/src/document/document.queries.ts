import { documentApi } from '@releve/contract/document/document.api.ts'
import { TYPE_LOGO } from '@releve/contract/document/document.schema.ts'
import { appeler } from '../app/client.ts'
import { changerLogo } from '../app/session.ts'
import { useActe } from '../app/useActe.ts'
import { textes } from './document.textes.ts'

type Envoi = { fichier: File; signal: AbortSignal }

/** Sends a logo, and shows it at once in the session that sent it. */
export const useChangerLogo = () =>
  useActe(
    async ({ fichier, signal }: Envoi) => {
      const body = { typeDocument: TYPE_LOGO, fichier }
      const { urlLogo } = await appeler(documentApi.deposerPiece, { body, signal })
      if (urlLogo) changerLogo(urlLogo)
    },
    { reussite: textes.logo.reussite, refus: 'place' },
  )
