import type { ModeleGere } from '@releve/contract/modele/gestion.schema.ts'
import {
  moisDuMasque,
  type RythmeAvant,
  type VersionRythmee,
} from '@releve/contract/modele/rythme.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'

/** A published version as it is managed; months are ranks. */
export type VersionStockee = Omit<ModeleGere['versions'][number], 'etat' | 'du' | 'au'> & {
  code: string
  du: number
  au: number | null
}

const VERSIONS = sql`
  select m.id, m.code, m.version, m.libelle, m.en_vigueur_du as du, m.en_vigueur_au as au,
    m.publie_le, u.nom_affichable as publie_par, coalesce(f.nombre, 0)::integer as formulaires
  from modele m
    left join utilisateur u on u.id = m.publie_par
    left join (select modele_id, count(*) as nombre from formulaire where etat <> 'ANNULE'
      group by modele_id) f on f.modele_id = m.id`

/** Every version of every model, by code, the latest first. */
export async function listVersions(db: Db): Promise<VersionStockee[]> {
  const { rows } = await sql<VersionStockee>`${VERSIONS} order by m.code, m.version desc`.execute(
    db,
  )
  return rows
}

/**
 * A version with its source. One that was stored without is told by its definition, which says the
 * same with its lists written out.
 */
export async function findVersion(
  db: Db,
  id: number,
): Promise<(VersionStockee & { source: ModeleSource }) | undefined> {
  const { rows } = await sql<VersionStockee & { source: ModeleSource }>`
    select v.*, coalesce(m.source, (m.definition - 'codifications')::json) as source
    from (${VERSIONS}) v join modele m on m.id = v.id
    where v.id = ${id}`.execute(db)
  return rows[0]
}

/** What stands in the way of a month: the last version of this code, its last month with a form. */
export type Anterieur = {
  id: number | null
  version: number
  du: number | null
  dernierSaisi: number | null
}

export async function findAnterieur(db: Db, code: string): Promise<Anterieur> {
  const { rows } = await sql<Anterieur>`
    select v.id, coalesce(v.version, 0) as version, v.en_vigueur_du as du, (
      select f.rang from formulaire f where f.modele_code = ${code} and f.etat <> 'ANNULE'
      order by f.rang desc limit 1) as dernier_saisi
    from (select 1) une left join lateral (
      select id, version, en_vigueur_du from modele where code = ${code}
      order by version desc limit 1) v on true`.execute(db)
  return rows[0] ?? { id: null, version: 0, du: null, dernierSaisi: null }
}

/** Open structures to which each model is assigned in this month, by its code. */
export async function listAttributions(db: Db, rang: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; nombre: number }>`
    select m.code, count(*)::integer as nombre
    from structure s ${joindreEtatSql(sql`${rang}::int`)}, unnest(e.modeles) as m (code)
    where s.etat <> 'FERMEE'
    group by m.code`.execute(db)
  return new Map(rows.map(({ code, nombre }) => [code, nombre]))
}

type Attribution = { typeStructure: string; libelle: string; nombre: number; attribuees: number }

/** Open structures by type, and those of them that have this model, in this month. */
export async function listAttributionsParType(
  db: Db,
  code: string,
  rang: number,
): Promise<Attribution[]> {
  const { rows } = await sql<Attribution>`
    select v.code as type_structure, v.libelle, count(s.id)::integer as nombre,
      count(s.id) filter (where ${code} = any (s.modeles))::integer as attribuees
    from codification_valeur v left join (
      select s.id, e.type_structure, e.modeles from structure s
      ${joindreEtatSql(sql`${rang}::int`)} where s.etat <> 'FERMEE'
    ) s on s.type_structure = v.code
    where v.codification = 'TYPE_STRUCTURE' and v.actif
    group by v.code, v.libelle, v.ordre order by v.ordre, v.code`.execute(db)
  return rows
}

export async function listCodifications(db: Db): Promise<{ code: string; libelle: string }[]> {
  return db.selectFrom('codification').select(['code', 'libelle']).orderBy('code').execute()
}

export type BrouillonStocke = {
  id: number
  code: string
  libelle: string
  version: number
  source: ModeleSource
  origine: { id: number; version: number } | null
  modifieLe: string
  modifiePar: string | null
}

const BROUILLONS = sql`
  select b.id, b.code, b.libelle, b.version, b.source, b.modifie_le,
    u.nom_affichable as modifie_par,
    case when o.id is not null then json_build_object('id', o.id, 'version', o.version) end
      as origine
  from modele_brouillon b
    left join utilisateur u on u.id = b.modifie_par
    left join modele o on o.id = b.origine_id`

/** Drafts, by code; their sources with them, of which there is one by model at most. */
export async function listBrouillons(db: Db): Promise<Omit<BrouillonStocke, 'source'>[]> {
  const { rows } = await sql<Omit<BrouillonStocke, 'source'>>`
    select id, code, libelle, version, modifie_le, modifie_par, origine
    from (${BROUILLONS}) b order by code`.execute(db)
  return rows
}

export async function findBrouillon(db: Db, id: number): Promise<BrouillonStocke | undefined> {
  const { rows } = await sql<BrouillonStocke>`${BROUILLONS} where b.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, held until the transaction ends: whoever publishes or saves it next waits. */
export async function verrouillerBrouillon(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from modele_brouillon where id = ${id} for update`.execute(db)
  return rows.length > 0
}

type NouveauBrouillon = {
  source: ModeleSource
  origineId: number | null
  agentId: number
  le: Date
}

/** Null when the model has a draft already. */
export async function insertBrouillon(db: Db, nouveau: NouveauBrouillon): Promise<number | null> {
  const { source, origineId, agentId, le } = nouveau
  const insere = await db
    .insertInto('modeleBrouillon')
    .values({
      code: source.code,
      libelle: source.libelle,
      source: JSON.stringify(source),
      origineId,
      creeLe: le,
      creePar: agentId,
      modifieLe: le,
      modifiePar: agentId,
    })
    .onConflict((conflit) => conflit.constraint('modele_brouillon_code_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return insere?.id ?? null
}

/** Writes a draft over the version that was read; null, and nothing written, when it is another. */
export async function updateBrouillon(
  db: Db,
  { id, version }: { id: number; version: number },
  { source, agentId, le }: Omit<NouveauBrouillon, 'origineId'>,
): Promise<number | null> {
  const ecrit = await db
    .updateTable('modeleBrouillon')
    .set(({ eb }) => ({
      source: JSON.stringify(source),
      libelle: source.libelle,
      modifieLe: le,
      modifiePar: agentId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return ecrit?.version ?? null
}

/** Its code; undefined when there is none. */
export async function deleteBrouillon(db: Db, id: number): Promise<string | undefined> {
  const efface = await db
    .deleteFrom('modeleBrouillon')
    .where('id', '=', id)
    .returning('code')
    .executeTakeFirst()
  return efface?.code
}

export async function existeModele(db: Db, code: string): Promise<boolean> {
  const trouve = await db
    .selectFrom('modele')
    .select('id')
    .where('code', '=', code)
    .limit(1)
    .executeTakeFirst()
  return trouve !== undefined
}

type NouvelleVersion = {
  source: ModeleSource
  /** As JSON. */
  definition: string
  du: number
  /** What was expected before it, where that was another rhythm. */
  avant: RythmeAvant | null
  agentId: number
  le: Date
}

/** The rhythm of each version of a model, and the months that it is in force. */
export async function listRythmes(db: Db, code: string): Promise<VersionRythmee[]> {
  const rows = await db
    .selectFrom('modele')
    .select(['version', 'enVigueurDu as du', 'enVigueurAu as au', 'moisAttendus', 'moisCouverts'])
    .where('code', '=', code)
    .execute()
  return rows.map(({ moisAttendus, ...version }) => ({
    ...version,
    moisAttendus: moisDuMasque(moisAttendus),
  }))
}

/** Publishes a version, from the month of rank `du`; those before it are closed the month before. */
export async function insertVersion(db: Db, version: NouvelleVersion): Promise<number> {
  const { source, definition, du, avant, agentId, le } = version
  const { code, libelle } = source
  await sql`update modele set en_vigueur_au = ${du - 1}::integer
    where code = ${code} and (en_vigueur_au is null or en_vigueur_au >= ${du}::integer)`.execute(db)
  const { id } = await db
    .insertInto('modele')
    .values({
      code,
      libelle,
      version: source.version,
      definition,
      source: JSON.stringify(source),
      enVigueurDu: du,
      attendusAvant: avant && [...avant.attendus],
      couvertsAvant: avant?.couverts ?? null,
      publieLe: le,
      publiePar: agentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
