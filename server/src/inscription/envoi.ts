import { z } from 'zod'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Mailer } from '../platform/mailer.courriel.ts'
import type { Sql } from '../platform/route.ts'
import { type Fin, insertTache } from '../tache/tache.sql.ts'
import { courrielDe, objetDe } from './inscription.courriel.ts'
import { cleDuCourriel, DUREE_INVITATION, updateJeton } from './inscription.sql.ts'

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
  sql: Sql,
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
  return insertTache(sql, {
    genre: 'INVITATION',
    cle: cleDuCourriel({ id, envois }),
    charge,
    dueLe,
  })
}

type Atelier = {
  sql: Sql
  mailer: Mailer
  maintenant: () => Date
  /** Address of the platform, without a slash at its end. */
  url: string
}

/**
 * What sends an invitation: its token is drawn as the mail leaves, and its 72 hours begin there, so
 * that the link never stands in the base and works however long the mail waited. Drawn anew at each
 * try. An invitation answered, cancelled or sent again meanwhile sends nothing. Throws what the
 * mailer throws.
 */
export function createEnvoiInvitation({ sql, mailer, maintenant, url }: Atelier) {
  return async (charge: unknown, reference: string): Promise<Fin> => {
    const { invitationId: id, envois, par, a, objet } = zEnvoi.parse(charge)
    const le = maintenant()
    const expireLe = new Date(le.getTime() + DUREE_INVITATION)
    const prete = await inTransaction(sql, (tx) => updateJeton(tx, { id, envois }, expireLe))
    if (!prete) return 'SANS_OBJET'
    const courriel = courrielDe({ ...prete, a, objet, par, url })
    // Each try is another mail: the reference of the task would make it pass for the one before.
    await mailer.envoyer(courriel, `${reference}:${le.toISOString()}`)
    return 'FAITE'
  }
}
