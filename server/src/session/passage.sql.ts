import { setTimeout as attendre } from 'node:timers/promises'
import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import { PASSAGE } from './session.regles.ts'

/**
 * Lets one try pass where all else waits, each address in its turn: whoever has a mailed
 * password, or the last open account of the central directorate, is then only slowed. Waits for the
 * turn; false at once when too many of this address are before. Done alike for every name, so that
 * it tells nothing of any.
 */
export async function attendrePassage(
  sql: Sql,
  adresse: string,
  maintenant: Date,
): Promise<boolean> {
  const le = texte`${maintenant}::timestamptz`
  const ecart = texte`make_interval(secs => ${PASSAGE.ecart / 1000}::float8)`
  const file = texte`make_interval(secs => ${PASSAGE.file / 1000}::float8)`
  const { rows } = await texte<{ attente: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le, bloque_jusqua)
    values (${`passage:${adresse}`}, 0, ${le}, ${le}, ${le} + ${ecart})
    on conflict (cle) do update set dernier_le = ${le},
      bloque_jusqua = greatest(t.bloque_jusqua, ${le}) + ${ecart}
    where t.bloque_jusqua <= ${le} + ${file}
    returning extract(epoch from bloque_jusqua - ${ecart} - ${le})::float8 * 1000 as attente
    `.execute(sql)
  if (!rows[0]) return false
  await attendre(rows[0].attente)
  return true
}
