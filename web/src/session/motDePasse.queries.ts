import type { Sent } from '@releve/contract/operation.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { useActe } from '../ui/useActe.ts'
import { textesMotDePasse } from './motDePasse.textes.ts'

/** Changes one's own password; the answer is the new session. */
export const useModifierMotDePasse = () =>
  useActe(
    async (body: Sent<typeof sessionApi.modifierMotDePasse.body>) => {
      retenirSession(await appeler(sessionApi.modifierMotDePasse, { body }))
    },
    { reussite: textesMotDePasse.changement.reussite, refus: 'place' },
  )

/** Asks for a temporary password; the answer is a sentence, known account or not. */
export const useDemanderMotDePasse = () =>
  useActe(
    (query: Sent<typeof motDePasseOublieApi.demanderMotDePasse.query>) =>
      appeler(motDePasseOublieApi.demanderMotDePasse, { query }),
    { reussite: ({ libelle }) => libelle, dite: 'place', refus: 'place' },
  )
