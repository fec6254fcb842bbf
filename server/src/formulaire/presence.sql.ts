import type { Presence } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** Whoever has said nothing for so long has left: two beats of a page were lost, or it was cut. */
const DUREE = sql.lit('50 seconds')
/** A page is heard so often at most; sooner, it is told who is there and nothing is written. */
const ECART = sql.lit('800 milliseconds')

/** A form as its presences know it. */
export async function findLieuDePresence(
  db: Db,
  numero: string,
): Promise<{ id: number; structureId: number; rang: number } | undefined> {
  return db
    .selectFrom('formulaire')
    .select(['id', 'structureId', 'rang'])
    .where('numero', '=', numero)
    .executeTakeFirst()
}

type Ici = { formulaireId: number; utilisateurId: number; poste: string }

/** What a page said, and who else is there: `nouveau`, when the others have something to learn. */
export type Presents = {
  nouveau: boolean
  /** Pages that the account has open, this one included. */
  pages: number
  autres: (Presence & { utilisateurId: number })[]
}

/** Writes that a page is there, and tells who else is, in one statement. */
export async function upsertPresence(
  db: Db,
  { formulaireId, utilisateurId, poste }: Ici,
  lieu: string,
  { maintenant, pagesMax }: { maintenant: Date; pagesMax: number },
): Promise<Presents> {
  const le = maintenant.toISOString()
  const limite = sql`${le}::timestamptz - interval ${DUREE}`
  const { rows } = await sql<Presents>`
    with avant as (
      select formulaire_id, lieu from presence
      where utilisateur_id = ${utilisateurId} and poste = ${poste} and vu_le > ${limite}),
    siennes as (
      select count(*)::int as n from presence
      where utilisateur_id = ${utilisateurId} and poste <> ${poste} and vu_le > ${limite}),
    ici as (
      insert into presence as p (utilisateur_id, poste, formulaire_id, lieu, vu_le)
      select ${utilisateurId}, ${poste}, ${formulaireId}, ${lieu}, ${le}::timestamptz
      from siennes where n < ${pagesMax}
      on conflict (utilisateur_id, poste) do update
      set formulaire_id = excluded.formulaire_id, lieu = excluded.lieu, vu_le = excluded.vu_le
      where p.vu_le < excluded.vu_le - interval ${ECART}
      returning p.formulaire_id, p.lieu)
    select siennes.n + 1 as pages,
      exists (select from ici left join avant a using (formulaire_id, lieu)
        where a.lieu is null) as nouveau,
      (select coalesce(json_agg(json_build_object('nom', u.nom_affichable, 'lieu', p.lieu,
          'soi', p.utilisateur_id = ${utilisateurId}, 'utilisateurId', p.utilisateur_id)
          order by u.nom_tri, p.poste), '[]')
        from presence p join utilisateur u on u.id = p.utilisateur_id
        where p.formulaire_id = ${formulaireId} and p.vu_le > ${limite}
          and (p.utilisateur_id, p.poste) <> (${utilisateurId}, ${poste})) as autres
    from siennes`.execute(db)
  if (!rows[0]) throw new Error('une présence sans ligne')
  return rows[0]
}

/** A page leaves. Gives whose pages are still there. */
export async function deletePresence(
  db: Db,
  { formulaireId, utilisateurId, poste }: Ici,
  maintenant: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with parti as (
      delete from presence where utilisateur_id = ${utilisateurId} and poste = ${poste}
      returning 1)
    select distinct p.utilisateur_id as id from presence p, parti
    where p.formulaire_id = ${formulaireId}
      and (p.utilisateur_id, p.poste) <> (${utilisateurId}, ${poste})
      and p.vu_le > ${maintenant.toISOString()}::timestamptz - interval ${DUREE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes those that nobody sees any more. */
export async function deletePresencesAnciennes(db: Db, maintenant: Date): Promise<void> {
  await sql`delete from presence
    where vu_le < ${maintenant}::timestamptz - interval ${DUREE}`.execute(db)
}
