import { sql as texte } from 'kysely'
import { CONSERVATION, findGroupe } from '../parametre/parametre.sql.ts'
import type { Sql } from '../platform/route.ts'

/**
 * Removes the sessions over for longer than the journal is kept: they hold a device and a network
 * address, as its lines do. One whose tokens are not gone yet waits. Returns how many went.
 */
export async function deleteSessionsAnciennes(sql: Sql, maintenant: Date): Promise<number> {
  const { conservationJournalMois: mois } = await findGroupe(sql, CONSERVATION)
  const { numAffectedRows = 0n } = await texte`
    delete from session s
    where least(fermee_le, expire_le) < date_trunc('day', ${maintenant}::timestamptz)
        - make_interval(months => ${mois}::integer)
      and not exists (select from jeton_acces j where j.session_id = s.id)
      and not exists (select from jeton_renouvellement j where j.session_id = s.id)`.execute(sql)
  return Number(numAffectedRows)
}
