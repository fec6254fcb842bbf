import { z } from 'zod'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { cleDuCourriel, DUREE_INVITATION, updateJeton } from './inscription.sql.ts'

type Contenu = Pick<Courriel, 'a' | 'objet'> & {
  structure: { code: string; libelle: string }
  /** Who invites, as he is called. */
  par: string
  /** Address of the platform, without a slash at its end. */
  url: string
  jeton: string
}

/** What the mail of an invitation is about. */
const objetDe = (libelle: string): string =>
  `Relevé\u00a0: ouvrez le compte de votre structure (${libelle})`

/** The mail of an invitation: who invites, what to do, how long it is good, and the link. */
function courrielDe({ a, objet, structure, par, url, jeton }: Contenu): Courriel {
  const { code, libelle } = structure
  return {
    a,
    objet,
    texte: [
      'Bonjour,',
      `${par}, de la direction centrale, vous invite à saisir dans Relevé les rapports de votre structure\u00a0: ${libelle} (${code}).`,
      'Le lien ci-dessous ouvre la page où vous choisirez votre identifiant et votre mot de passe. Il vaut 72\u00a0heures et ne sert qu’une fois\u00a0: ne le transmettez à personne d’autre.',
      'Si vous avez reçu plusieurs invitations, suivez le lien de la dernière. Si la vôtre a expiré, demandez-en une autre à la direction centrale.',
      'Si cette invitation ne vous concerne pas, ne tenez pas compte de ce courriel.',
    ].join('\n\n'),
    lien: {
      libelle: 'Ouvrir le compte de ma structure',
      url: `${url}/auth/register-unprotected?jeton=${jeton}`,
    },
  }
}

/** What the task carries: which sending of which invitation, and no token. */
const zEnvoi = z.object({
  invitationId: z.number(),
  envois: z.number(),
  par: z.string(),
  a: z.object({ nom: z.string(), email: z.string() }),
  objet: z.string(),
})

type Envoi = {
  id: number
  envois: number
  /** Who invites, as he is called. */
  par: string
  email: string
  structure: { libelle: string; responsable: string | null }
}

/** Enqueues the mail of an invitation, in the transaction of the act. */
export function insertEnvoiCourriel(
  db: Db,
  { id, envois, par, email, structure: { libelle, responsable } }: Envoi,
  dueLe: Date,
): Promise<void> {
  const a = { nom: responsable ?? libelle, email }
  const charge: z.infer<typeof zEnvoi> = {
    invitationId: id,
    envois,
    par,
    a,
    objet: objetDe(libelle),
  }
  return insertTache(db, {
    genre: 'INVITATION',
    cle: cleDuCourriel({ id, envois }),
    charge,
    dueLe,
  })
}

/**
 * What sends an invitation: its 72 hours begin as the mail leaves. One answered, cancelled or sent
 * again meanwhile sends nothing. `url`: address of the platform, without a slash at its end.
 */
export function createEnvoiInvitation({ url, ...atelier }: AtelierEnvoi & { url: string }) {
  return createEnvoi(atelier, {
    charge: zEnvoi,
    async ecrire(tx, { invitationId: id, envois, par, a, objet }, le) {
      const expireLe = new Date(le.getTime() + DUREE_INVITATION)
      const prete = await updateJeton(tx, { id, envois }, expireLe)
      return prete ? courrielDe({ ...prete, a, objet, par, url }) : null
    },
  })
}
