import { sql } from 'kysely'
import { publierMessage } from '../evenement/evenement.sql.ts'
import type { Db } from '../platform/route.ts'

/** Who a message `m` is from: the account `e`, a visitor, or the platform itself. */
export const EXPEDITEUR = sql<string>`coalesce(e.nom_affichable, m.visiteur_nom, 'Relevé')`

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
  db: Db,
  { email, objet, corps }: MessageDeVisiteur,
  depuis: Date,
): Promise<boolean> {
  const deja = await db
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
  db: Db,
  { nom, email, objet, corps, le }: MessageDeVisiteur,
  destinataires: readonly number[],
): Promise<number> {
  const { id } = await db
    .insertInto('message')
    .values({
      visiteurNom: nom,
      visiteurEmail: email,
      objet,
      corps,
      envoyeLe: le,
      nombre: destinataires.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (destinataires.length > 0) {
    await db
      .insertInto('messageDestinataire')
      .values(
        destinataires.map((utilisateurId) => ({ messageId: id, utilisateurId, nomme: false })),
      )
      .execute()
    await publierMessage(db, id)
  }
  return id
}

/** The central users (ROLE_DPPS, ROLE_ADMIN) whose account is active, in the order of their ids. */
export function listUtilisateursCentraux(db: Db) {
  return db
    .selectFrom('utilisateur')
    .select(['id', 'nomAffichable', 'email'])
    .where('statut', '=', 'ACTIF')
    .where(sql<boolean>`roles && array['ROLE_DPPS', 'ROLE_ADMIN']`)
    .orderBy('id')
    .execute()
}
