import type { ValeurCodification } from '@releve/contract/codification/codification.api.ts'
import { sql as texte } from 'kysely'
import { CODIFICATIONS } from '../../seed/codifications.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Sql } from '../platform/route.ts'

/** The values of a code list in the order in which people read them; undefined: no such list. */
export async function findCodification(
  sql: Sql,
  liste: string,
): Promise<ValeurCodification[] | undefined> {
  const lignes = await sql
    .selectFrom('codification as c')
    .leftJoin('codificationValeur as v', 'v.codification', 'c.code')
    .select(['v.code', 'v.libelle', 'v.ordre', 'v.actif', 'v.parent'])
    .where('c.code', '=', liste)
    .orderBy('v.ordre')
    .orderBy('v.code')
    .execute()
  if (lignes.length === 0) return undefined
  return lignes.flatMap(({ code, libelle, ordre, actif, parent }) =>
    code === null || libelle === null || ordre === null || actif === null
      ? []
      : [{ code, libelle, ordre, actif, parent }],
  )
}

/** Every code list by its code, active values only, in order: what form models are made from. */
export async function listCodificationsActives(
  sql: Sql,
): Promise<Record<string, { code: string; libelle: string }[]>> {
  const lignes = await sql
    .selectFrom('codificationValeur')
    .select(['codification', 'code', 'libelle'])
    .where('actif', '=', true)
    .orderBy('codification')
    .orderBy('ordre')
    .orderBy('code')
    .execute()
  const listes: Record<string, { code: string; libelle: string }[]> = {}
  for (const { codification, ...valeur } of lignes) {
    listes[codification] ??= []
    listes[codification].push(valeur)
  }
  return listes
}

/**
 * Adds the lists and values of the seed that the base does not have; what it has, labels included,
 * is left as people made it.
 */
export async function installerCodifications(sql: Sql): Promise<void> {
  const listes = CODIFICATIONS.map(({ code, libelle }) => ({ code, libelle }))
  const valeurs = CODIFICATIONS.flatMap((liste) =>
    liste.valeurs.map((valeur) => ({ codification: liste.code, ...valeur })),
  )
  await inTransaction(sql, async (tx) => {
    await texte`
      insert into codification (code, libelle)
      select code, libelle
      from jsonb_to_recordset(${JSON.stringify(listes)}::jsonb) as l (code text, libelle text)
      order by code
      on conflict (code) do nothing`.execute(tx)
    await texte`
      insert into codification_valeur (codification, code, libelle, ordre, parent)
      select codification, code, libelle, ordre, parent
      from jsonb_to_recordset(${JSON.stringify(valeurs)}::jsonb)
        as v (codification text, code text, libelle text, ordre integer, parent text)
      order by codification, code
      on conflict on constraint codification_valeur_unique do nothing`.execute(tx)
  })
}
