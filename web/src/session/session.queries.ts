import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { readAppareil, writeAppareil } from '../app/stockage.ts'
import { useActe } from '../ui/useActe.ts'
import { textesSession } from './session.textes.ts'
import { defiDe } from './verification.ts'

/** Opens a session, and keeps it in this browser. */
export const useConnexion = () =>
  useActe(
    async (body: Sent<typeof sessionApi.connecter.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(sessionApi.connecter, envoi))
    },
    // The screen asked for opens; or the code that some accounts ask for.
    { reussite: null, refus: (echec) => (defiDe(echec) ? 'rien' : 'place') },
  )

/** Ends a sign-in that asked for a code. */
export const useVerification = () =>
  useActe(
    async (body: Sent<typeof verificationApi.verifier.body>) => {
      const envoi = { body: { ...body, jetonAppareil: readAppareil() } }
      retenirSession(await appeler(verificationApi.verifier, envoi))
    },
    { reussite: null, refus: 'place' },
  )

/** Changes one's own password; the answer is the new session. */
export const useModifierMotDePasse = () =>
  useActe(
    async (body: Sent<typeof sessionApi.modifierMotDePasse.body>) => {
      retenirSession(await appeler(sessionApi.modifierMotDePasse, { body }))
    },
    { reussite: textesSession.changement.reussite, refus: 'place' },
  )

/** Asks for a temporary password; the answer is a sentence, known account or not. */
export const useDemanderMotDePasse = () =>
  useActe(
    (query: Sent<typeof motDePasseOublieApi.demanderMotDePasse.query>) =>
      appeler(motDePasseOublieApi.demanderMotDePasse, { query }),
    { reussite: ({ libelle }) => libelle, dite: 'place', refus: 'place' },
  )

/** Lifts the wait of an account by the link that its owner was sent; this browser is known since. */
export const useLeverAttente = () =>
  useActe(
    async (jeton: string) => {
      const body = { jeton, jetonAppareil: readAppareil() }
      const { libelle, jetonAppareil } = await appeler(leveeApi.leverAttente, { body })
      writeAppareil(jetonAppareil)
      return libelle
    },
    { reussite: (libelle) => libelle, dite: 'place', refus: 'place' },
  )

/** The invitation that this link bears. Read again at each visit: it serves once. */
export const useInvitation = (jeton: string) =>
  useQuery({
    queryKey: ['invitation', jeton],
    queryFn: ({ signal }) => appeler(inscriptionApi.lireInvitation, { params: { jeton }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Opens the account of an invited person, and a session with it. */
export const useInscription = (jeton: string) =>
  useActe(
    async (body: Sent<typeof inscriptionApi.repondreInvitation.body>) => {
      const envoi = { params: { jeton }, body }
      retenirSession(await appeler(inscriptionApi.repondreInvitation, envoi))
    },
    { reussite: null, refus: 'place' },
  )
