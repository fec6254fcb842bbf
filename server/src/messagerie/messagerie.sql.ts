import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'

/** What a visitor without account writes. */
type MessageDeVisiteur = {
  nom: string
  email: string
  objet: string
  corps: string
  le: Date
}

/** Whether this visitor sent this very message since then: a retry whose answer was lost. */
export async function estDejaRecu(
  sql: Sql,
  { email, objet, corps }: MessageDeVisiteur,
  depuis: Date,
): Promise<boolean> {
  const deja = await sql
    .selectFrom('message')
    .select('id')
    .where('envoyeLe', '>', depuis.toISOString())
    .where('visiteurEmail', '=', email)
    .where('objet', '=', objet)
    .where('corps', '=', corps)
    .limit(1)
    .executeTakeFirst()
  return deja !== undefined
}

/** Writes a visitor's message and each addressee's own copy; returns its id. */
export async function insertMessageDeVisiteur(
  sql: Sql,
  { nom, email, objet, corps, le }: MessageDeVisiteur,
  destinataires: readonly number[],
): Promise<number> {
  const { id } = await sql
    .insertInto('message')
    .values({ visiteurNom: nom, visiteurEmail: email, objet, corps, envoyeLe: le })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (destinataires.length > 0) {
    await sql
      .insertInto('messageDestinataire')
      .values(destinataires.map((utilisateurId) => ({ messageId: id, utilisateurId })))
      .execute()
  }
  return id
}

/** The central users (ROLE_DPPS, ROLE_ADMIN) whose account is active, in the order of their ids. */
export function listUtilisateursCentraux(sql: Sql) {
  return sql
    .selectFrom('utilisateur')
    .select(['id', 'nomAffichable', 'email'])
    .where('statut', '=', 'ACTIF')
    .where(texte<boolean>`roles && array['ROLE_DPPS', 'ROLE_ADMIN']`)
    .orderBy('id')
    .execute()
}
