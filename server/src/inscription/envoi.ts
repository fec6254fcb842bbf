import { z } from 'zod'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import type { Sql } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
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
