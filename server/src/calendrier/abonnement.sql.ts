import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import { versionsAttendues } from '../modele/modele.sql.ts'
import { CALENDRIER } from '../parametre/calendrier.ts'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import type { Db } from '../platform/route.ts'
import { estOuverteSql } from '../structure/attendu.sql.ts'
import { duMoisSql } from '../structure/periode.sql.ts'
import { estAttendueSql } from './reouverture.sql.ts'

/** Since when a person has an address, and when it was last read, to the hour; null: he has none. */
export type Abonnement = { creeLe: string | null; luLe: string | null }

export async function findAbonnement(db: Db, utilisateurId: number): Promise<Abonnement> {
  const abonnement = await db
    .selectFrom('abonnementCalendrier')
    .select(['creeLe', 'luLe'])
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
  return abonnement ?? { creeLe: null, luLe: null }
}

/** This address has just been read: written once an hour, its owner asks for no more. */
export async function updateLecture(db: Db, jeton: string, luLe: Date): Promise<void> {
  await sql`update abonnement_calendrier set lu_le = ${luLe}::timestamptz
    where empreinte = ${empreinteDe(jeton)}
      and (lu_le is null or lu_le <= ${luLe}::timestamptz - interval '1 hour')`.execute(db)
}

/** Draws an address, and keeps its hash; the one of before is worth nothing any more. */
export async function insertAbonnement(
  db: Db,
  utilisateurId: number,
  creeLe: Date,
): Promise<string> {
  const jeton = createJeton()
  const valeurs = { empreinte: empreinteDe(jeton), creeLe, luLe: null }
  await db
    .insertInto('abonnementCalendrier')
    .values({ utilisateurId, ...valeurs })
    .onConflict((oc) => oc.column('utilisateurId').doUpdateSet(valeurs))
    .execute()
  return jeton
}

/** Whether there was one. */
export async function deleteAbonnement(db: Db, utilisateurId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('abonnementCalendrier')
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whose address this is. */
export type Abonne = {
  /** His structures; of a central account, none: it follows them all. */
  structures: { id: number; libelle: string }[]
  central: boolean
  /** When the calendar was last changed; null: never. */
  regleLe: string | null
}

/** The active account of this token, by its hash; undefined for any other token. */
export async function findAbonne(db: Db, jeton: string): Promise<Abonne | undefined> {
  const { rows } = await sql<Abonne>`
    select u.roles && array['ROLE_DPPS', 'ROLE_ADMIN'] as central,
      coalesce((select json_agg(json_build_object('id', s.id, 'libelle', s.libelle)
          order by s.libelle_tri, s.id)
        from structure s where u.roles @> array['ROLE_STRUCTURE'] and (s.id = u.structure_id
          or exists (select 1 from utilisateur_structure a
            where a.utilisateur_id = u.id and a.structure_id = s.id))), '[]') as structures,
      (select max(modifie_le) from parametre
        where cle = any(${Object.keys(CALENDRIER.defauts)}::text[])) as regle_le
    from abonnement_calendrier c join utilisateur u on u.id = c.utilisateur_id
    where c.empreinte = ${empreinteDe(jeton)} and u.statut = 'ACTIF'`.execute(db)
  return rows[0]
}

/** A month of the feed: who reports for it, and how many months the reports of it cover. */
export type MoisAttendu = { rang: number; libelles: string[]; couverts: Duree[] }

/**
 * Which of these structures report for each of these months; of a central account, none is named.
 * The months covered are those of reports that somebody owes: his structures, or any.
 */
export async function listAttendus(
  db: Db,
  structures: readonly number[],
  rangs: readonly number[],
): Promise<MoisAttendu[]> {
  const mois = rangs.map(
    (rang) => sql`select ${rang}::int as rang, coalesce((
      select array_agg(s.libelle order by s.libelle_tri, s.id) from structure s
      where s.id = any(${[...structures]}::int[]) and ${estAttendueSql(rang)}), '{}') as libelles,
      array(select distinct m.mois_couverts from modele m
        where m.id in ${versionsAttendues(rang)} and exists (
          select 1 from structure_periode e join structure s on s.id = e.structure_id
          where (${structures.length}::int = 0 or s.id = any(${[...structures]}::int[]))
            and ${duMoisSql(sql`${rang}::int`)} and m.code = any(e.modeles)
            and ${estOuverteSql(rang)}) order by 1)
        as couverts`,
  )
  const { rows } = await sql<MoisAttendu>`
    select rang, libelles, couverts from (${sql.join(mois, sql` union all `)}) m order by rang`.execute(
    db,
  )
  return rows
}

export type MoisRouvert = {
  id: number
  rang: number
  structure: string
  /** First and last day. */
  du: string
  jusqua: string
  rouverteLe: string
}

/** Reopenings at most of a feed. */
const ROUVERTS_MAX = 500

/** Months open again since then, of these structures; null: of all. */
export async function listRouverts(
  db: Db,
  structures: readonly number[] | null,
  { depuis, fuseau }: { depuis: string; fuseau: string },
): Promise<MoisRouvert[]> {
  const siennes =
    structures === null ? sql`true` : sql`o.structure_id = any(${[...structures]}::int[])`
  const { rows } = await sql<MoisRouvert>`
    select o.id, o.rang, s.libelle as structure, o.jusqua, o.rouverte_le,
      (o.rouverte_le at time zone ${fuseau})::date as du
    from reouverture o join structure s on s.id = o.structure_id
    where o.terminee_le is null and isfinite(o.jusqua) and o.jusqua >= ${depuis}::date
      and ${siennes}
    order by o.id desc limit ${sql.lit(ROUVERTS_MAX)}`.execute(db)
  return rows
}
