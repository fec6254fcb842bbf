import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { sql } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { type Fragment, lireParLots, type Tout, toutes } from '../platform/liste.ts'
import { dansPerimetreSql, dansRessortSql, perimetreDe } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'

/**
 * Which values of a model are read. `VALEUR`: those of the month (docs/decisions/0038): of a report
 * that was received, else of its last publication; `ETATS`: reports as they stand, in these states;
 * `PUBLIE`: last publications.
 */
export type Mode = 'VALEUR' | 'ETATS' | 'PUBLIE'

export type ValeursVoulues = {
  agent: Agent
  modele: string
  mode: Mode
  etats: readonly Etat[]
  /** Ids of the versions of the model. */
  versions: readonly number[]
}

/** What is known of the base as a reading begins: all that is read afterwards is at least as new. */
export type Repere = {
  /** Which base this is: another one once a backup is put back, or the server brought back in time. */
  base: string
  /** What is seen now (`pg_snapshot`). */
  photo: string
  /** The snapshot given is of what has not happened here. */
  futur: boolean
}

/**
 * Where the base is now. Tables that are put back are not the same ones, nor is a server whose
 * files came back to an earlier day, even under the same name. `photo`: the snapshot of a cursor.
 */
export async function findRepere(db: Db, photo: string | null): Promise<Repere> {
  const { rows } = await sql<Repere>`
    select md5(concat_ws(':', b.cle, 'donnees_base'::regclass::oid, d.oid,
        (select system_identifier from pg_control_system()),
        (select timeline_id from pg_control_checkpoint()))) as base,
      pg_current_snapshot()::text as photo,
      coalesce(pg_snapshot_xmax(${photo}::pg_snapshot)
        > pg_snapshot_xmax(pg_current_snapshot()), false) as futur
    from donnees_base b join pg_database d on d.datname = current_database()`.execute(db)
  if (!rows[0]) throw new Error('une base sans nom')
  return rows[0]
}

/** After a backup is put back: cursors given before it, here or elsewhere, are of another base. */
export async function renommerBase(db: Db): Promise<void> {
  await sql`update donnees_base set cle = gen_random_uuid()::text`.execute(db)
  // Numbers of transactions that are not ours would stand for ours.
  await sql`update donnees_changement set xid = pg_current_xact_id()`.execute(db)
}

type Genre = 'VALEUR' | 'RAPPORT' | 'STRUCTURE' | 'REOUVERTURE'

/** Ids of the things of these kinds that a snapshot does not see changed. */
const changesSql = (genres: readonly Genre[], photo: string): Fragment => sql`
  select c.id from donnees_changement c
  where c.genre in (${sql.join(genres.map((genre) => sql.lit(genre)))})
    and c.xid >= pg_snapshot_xmin(${photo}::pg_snapshot)
    and not pg_visible_in_snapshot(c.xid, ${photo}::pg_snapshot)`

/** What is the same as long as nothing of these kinds has changed. */
export async function findEmpreinte(db: Db, genres: readonly Genre[]): Promise<string> {
  const { rows } = await sql<{ empreinte: string }>`
    select count(*) || ':' || coalesce(
      bit_xor(hashtextextended(c.genre || c.id || ':' || c.xid::text, 0)), 0) as empreinte
    from donnees_changement c
    where c.genre in (${sql.join(genres.map((genre) => sql.lit(genre)))})`.execute(db)
  return rows[0]?.empreinte ?? ''
}

/** The kinds of changes that these values follow. */
export const genresDe = (mode: Mode): readonly Genre[] =>
  mode === 'ETATS' ? ['VALEUR', 'RAPPORT', 'STRUCTURE'] : ['VALEUR', 'STRUCTURE']

/** The state that makes a report's own figures those of its month. */
const RECUE = sql`f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')`

/** Of report `f`: whether it has a value, and whether that of its publication `p` is the one. */
function valeurSql({ mode, etats }: ValeursVoulues): { presente: Fragment; publiee: Fragment } {
  switch (mode) {
    case 'VALEUR':
      return {
        presente: sql`(f.etat <> 'ANNULE' and (${RECUE} or f.version_diffusee > 0))`,
        publiee: sql`not ${RECUE}`,
      }
    case 'ETATS':
      return { presente: sql`(f.etat = any(${[...etats]}::text[]))`, publiee: sql`false` }
    case 'PUBLIE':
      return {
        presente: sql`(f.etat <> 'ANNULE' and f.version_diffusee > 0)`,
        publiee: sql`true`,
      }
  }
}

/** A report as the feed reads it; null `donnees`: it has no value, or none that is asked for. */
export type FormulaireLu = {
  numero: string
  structure: string
  libelle: string
  typeStructure: string
  region: string
  parent: string | null
  modele: string
  modeleId: number
  /** Of the model. */
  version: number
  rang: number
  etat: Etat
  /** Number of the publication that these figures are. */
  diffusion: number | null
  donnees: Donnees | null
}

/**
 * The reports of a model in the order of their months, by lots; with a snapshot, those alone that
 * it does not see as they are, whether they still have a value or not. What is written while they
 * are read is told by the next reading.
 */
export async function listFormulairesSuivis(
  db: Db,
  voulues: ValeursVoulues,
  photo: string | null,
): Promise<Tout<FormulaireLu>> {
  const { agent, modele, mode, versions } = voulues
  const { presente, publiee } = valeurSql(voulues)
  const changes = sql`(f.id in (${changesSql(
    genresDe(mode).filter((genre) => genre !== 'STRUCTURE'),
    photo ?? '',
  )}) or f.structure_id in (${changesSql(['STRUCTURE'], photo ?? '')}))`
  const { rows } = await sql<{ cles: string }>`
    select coalesce(string_agg(f.id::text, ',' order by f.rang, f.id), '') as cles
    from formulaire f
    where f.modele_code = ${modele} and ${photo === null ? presente : changes}
      and ${dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)}`.execute(db)
  return lireParLots(rows[0]?.cles ?? '', async (lot) => {
    const lus = await sql<FormulaireLu>`
      select f.numero, s.code as structure, s.libelle, e.type_structure, e.region,
        q.code as parent, f.modele_code as modele, m.id as modele_id, m.version, f.rang, f.etat,
        case when f.etat = 'DIFFUSE' or ${publiee} then nullif(f.version_diffusee, 0) end
          as diffusion,
        case when ${presente} and m.id = any(${[...versions]}::int[])
          then case when ${publiee} then p.donnees else f.donnees end end as donnees
      from formulaire f join structure s on s.id = f.structure_id ${joindreEtatSql(sql`f.rang`)}
      left join structure q on q.id = e.parent_id
      left join formulaire_publication p on ${publiee} and p.formulaire_id = f.id
        and p.version_diffusee = f.version_diffusee
      join modele m on m.id = case when ${publiee} then coalesce(p.modele_id, f.modele_id)
        else f.modele_id end
      where f.id = any (${lot}::int[]) order by array_position(${lot}::int[], f.id)`.execute(db)
    return lus.rows
  })
}

/** A structure over a stretch of months in which nothing dated changes. */
export type TrancheLue = {
  structure: string
  libelle: string
  /** Ranks; 0 and `SANS_FIN`: always. */
  du: number
  au: number
  typeStructure: string
  region: string
  parent: string | null
  capacite: number | null
  capaciteTheorique: number | null
  modeles: string[]
  etat: string
  statutStructure: string
  dateOuverture: string
  dateFermeture: string | null
  latitude: number | null
  longitude: number | null
}

/** Whether period `e` is of a structure that the agent reads now, or was under his office then. */
function luesSql(agent: Agent): Fragment {
  const perimetre = perimetreDe(agent)
  if (perimetre === null) return sql`true`
  return sql`(e.structure_id = any(${perimetre}::int[]) or ${dansRessortSql(agent)})`
}

/** Structures by lots: their codes, of those that a snapshot does not see as they are. */
export type StructureLue = { structure: string; tranches: TrancheLue[] }

/** What is recorded of the structures that the agent reads; with a snapshot, of those that changed. */
export async function listStructures(
  db: Db,
  agent: Agent,
  photo: string | null,
): Promise<Tout<StructureLue>> {
  const changees = photo === null ? sql`true` : sql`s.id in (${changesSql(['STRUCTURE'], photo)})`
  const { rows } = await sql<{ cles: string }>`
    select coalesce(string_agg(s.id::text, ',' order by s.code), '') as cles from structure s
    where ${changees} and s.id in (select e.structure_id from structure_periode e
      where ${luesSql(agent)})`.execute(db)
  return lireParLots(rows[0]?.cles ?? '', async (lot) => {
    const lues = await sql<TrancheLue>`
      select s.code as structure, s.libelle, e.du, e.au, e.type_structure, e.region,
        q.code as parent, e.capacite, e.capacite_theorique, e.modeles, s.etat, s.statut_structure,
        s.date_ouverture, s.date_fermeture, s.latitude, s.longitude
      from structure s join structure_periode e on e.structure_id = s.id
      left join structure q on q.id = e.parent_id
      where s.id = any (${lot}::int[]) and ${luesSql(agent)}
      order by array_position(${lot}::int[], s.id), e.du`.execute(db)
    const parCode = Map.groupBy(lues.rows, ({ structure }) => structure)
    return [...parCode].map(([structure, tranches]) => ({ structure, tranches }))
  })
}

/** A code of a list. */
export type CodeLu = {
  liste: string
  listeLibelle: string
  code: string
  libelle: string
  ordre: number
  parent: string | null
  valableDu: string | null
  valableAu: string | null
  actif: boolean
}

/** Every code of every list. */
export async function listCodes(db: Db): Promise<CodeLu[]> {
  const { rows } = await sql<CodeLu>`
    select c.code as liste, c.libelle as liste_libelle, v.code, v.libelle, v.ordre, v.parent,
      v.valable_du, v.valable_au, v.actif
    from codification c join codification_valeur v on v.codification = c.code
    order by c.code, v.ordre, v.code`.execute(db)
  return rows
}

/** A month opened again to a structure; null: without end. */
export type Rouvert = { structure: string; rang: number; jusqua: string | null }

/** The months that are open again, of the structures that the agent follows. */
export async function listRouverts(db: Db, agent: Agent): Promise<Rouvert[]> {
  const { rows } = await sql<Rouvert>`
    select s.code as structure, o.rang, o.jusqua::text as jusqua
    from reouverture o join structure s on s.id = o.structure_id
    where o.terminee_le is null and ${dansPerimetreSql(agent, sql`o.structure_id`, sql`o.rang`)}
    order by o.rang, s.code, o.id`.execute(db)
  return rows
}

/** The first month of which there is a report; null: there is none. */
export async function findPremierRang(db: Db): Promise<number | null> {
  const { rows } = await sql<{ rang: number | null }>`
    select min(f.rang) as rang from formulaire f`.execute(db)
  return rows[0]?.rang ?? null
}

/** The structures whose months the agent follows: their ids and codes, by lots. */
export async function listSuivies(
  db: Db,
  agent: Agent,
  photo: string | null,
): Promise<Tout<{ id: number; code: string }>> {
  const changees =
    photo === null
      ? sql`true`
      : sql`(s.id in (${changesSql(['STRUCTURE', 'REOUVERTURE'], photo)}) or s.id in (
          select f.structure_id from formulaire f
          where f.id in (${changesSql(['VALEUR', 'RAPPORT'], photo)})))`
  const conditions = [
    changees,
    sql`s.id in (select e.structure_id from structure_periode e where ${dansRessortSql(agent)})`,
  ]
  const { rows } = await sql<{ cles: string }>`
    select coalesce(string_agg(s.id::text, ',' order by s.code), '') as cles
    from structure s where ${toutes(conditions)}`.execute(db)
  return lireParLots(
    rows[0]?.cles ?? '',
    async (lot) => {
      const lues = await sql<{ id: number; code: string }>`
        select s.id, s.code from structure s where s.id = any (${lot}::int[])
        order by array_position(${lot}::int[], s.id)`.execute(db)
      return lues.rows
    },
    SUIVIES_A_LA_FOIS,
  )
}

/** Structures whose months are read at once: some ten thousand lines of twelve years. */
const SUIVIES_A_LA_FOIS = 25

/** The name of the token by which a program reads. */
export async function findNomJeton(db: Db, id: number): Promise<string | null> {
  const lu = await db
    .selectFrom('jetonProgramme')
    .select('nom')
    .where('id', '=', id)
    .executeTakeFirst()
  return lu?.nom ?? null
}
