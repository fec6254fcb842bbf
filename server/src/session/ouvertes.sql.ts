import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'

/** A session that may still be renewed; instants are ISO 8601. */
export type SessionOuverte = {
  id: number
  ouverteLe: string
  derniereActivite: string
  expireLe: string
  adresse: string | null
  appareil: string | null
}

/** The sessions of an account that are still open, the last used first; nothing of their tokens. */
export async function listSessionsOuvertes(
  sql: Sql,
  utilisateurId: number,
  maintenant: Date,
): Promise<SessionOuverte[]> {
  const { rows } = await texte<SessionOuverte>`
    select s.id, s.ouverte_le, s.derniere_activite, s.expire_le, s.adresse, s.appareil
    from session s
    where s.utilisateur_id = ${utilisateurId} and s.fermee_le is null
      and s.expire_le > ${maintenant} and exists (
        select 1 from jeton_renouvellement j
        where j.session_id = s.id and j.utilise_le is null and j.expire_le > ${maintenant})
    order by s.derniere_activite desc, s.id desc`.execute(sql)
  return rows
}
