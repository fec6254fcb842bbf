import type {
  Adresse,
  Groupe,
  GroupeOffert,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { LIBELLES_ROLES, ROLES } from '@releve/contract/utilisateur/droits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { cherche, type Fragment, limite, toutes } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'
import { adressableSql, ecritATous, estDeStructure } from './messagerie.rights.ts'

/** The structure `s` as a reference; null where there is none. */
export const refDe = (alias: string): RawBuilder<unknown> => {
  const s = (colonne: string) => sql.ref(`${alias}.${colonne}`)
  return sql`case when ${s('id')} is not null
    then json_build_object('id', ${s('id')}, 'code', ${s('code')}, 'libelle', ${s('libelle')}) end`
}

const COLONNES = sql`u.id, u.nom_affichable, ${refDe('s')} as structure, u.roles`
const DEPUIS = sql`from utilisateur u left join structure s on s.id = u.structure_id`

type Recherche = { param: string; page: number; taille: number }

/** What restricts the addresses: nothing (`tous`), a role, or the words looked for. */
function restrictionsDe(param: string): Fragment[] {
  if (param === 'tous' || param === '') return []
  const role = ROLES.find((un) => un === param)
  if (role) return [sql`${role} = any(u.roles)`]
  const texte = sql`concat_ws(' ', u.identifiant_tri, lower(s.code), s.libelle_tri,
    sans_accent(concat_ws(' ', u.nom_affichable, u.prenoms, u.nom, u.fonction)))`
  return cherche(param, texte)
}

/** The people to whom the agent may write, in the order of their names. */
export async function listAdresses(
  db: Db,
  agent: Agent,
  { param, ...page }: Recherche,
): Promise<Adresse[]> {
  const conditions = [adressableSql(agent), ...restrictionsDe(param)]
  const { rows } = await sql<Adresse>`select ${COLONNES} ${DEPUIS} where ${toutes(conditions)}
    order by u.nom_tri, u.id ${limite(page)}`.execute(db)
  return rows
}

/** Of these people, those to whom the agent may write, in the order of the ids given. */
export async function listAdressables(
  db: Db,
  agent: Agent,
  ids: readonly number[],
): Promise<Adresse[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Adresse>`select ${COLONNES} ${DEPUIS}
    where ${adressableSql(agent)} and u.id = any(${ids}::int[])
    order by array_position(${ids}::int[], u.id)`.execute(db)
  return rows
}

/** The people of a structure to whom the agent may write, `nombre` of them at most, by their names. */
export async function listGensDe(
  db: Db,
  agent: Agent,
  structureId: number,
  nombre: number,
): Promise<Adresse[]> {
  const { rows } = await sql<Adresse>`select ${COLONNES} ${DEPUIS}
    where ${adressableSql(agent)} and ${estDeStructure(structureId)}
    order by u.nom_tri, u.id limit ${nombre}`.execute(db)
  return rows
}

/** What a group is asked by. */
export type CleGroupe = { genre: Groupe['genre']; code: string | null }

/**
 * `appartient`: the people of structures who work, one line for each of their structures today. A
 * structure is closed, or has nobody yet: its people are written to one by one.
 */
export const appartientSql = ({ mois }: Agent): Fragment => sql`appartient as (
  select u.id, e.region, e.type_structure, e.parent_id
  from utilisateur u
  join lateral (select u.structure_id as id
    union select us.structure_id from utilisateur_structure us where us.utilisateur_id = u.id
  ) as sienne on true
  join structure s on s.id = sienne.id ${joindreEtatSql(sql`${mois}::int`)}
  where s.etat in ('ACTIVE', 'SUSPENDUE') and 'ROLE_STRUCTURE' = any(u.roles))`

/** Of `appartient` `a`, those whom the agent's groups of structures may hold. */
export const dansGroupeSql = (agent: Agent): Fragment =>
  ecritATous(agent) ? sql`true` : sql`a.parent_id = any(${agent.structures}::int[])`

/** The label of a group that no code list names. */
function libelleDe(agent: Agent, { genre, code, libelle }: Groupe): string {
  if (genre === 'ROLE') return LIBELLES_ROLES[ROLES.find((role) => role === code) ?? 'ROLE_DPPS']
  if (genre !== 'TOUTES') return libelle
  return ecritATous(agent) ? 'Toutes les structures' : 'Toutes mes structures rattachées'
}

/**
 * The groups that the agent may write to, and how many people each reaches now: for central users,
 * regions, types, roles and all structures; for a regional office, its children; central roles for
 * everyone. One that reaches nobody is not there.
 */
export async function listGroupes(db: Db, agent: Agent): Promise<GroupeOffert[]> {
  const { rows } = await sql<GroupeOffert>`
    with ${appartientSql(agent)}, adressable as (
      select u.id, u.roles from utilisateur u where ${adressableSql(agent)}
    ), membre as (
      select a.* from appartient a join adressable x on x.id = a.id where ${dansGroupeSql(agent)}
    ), groupe as (
      select 1 as rang, 'TOUTES' as genre, null as code, 0 as ordre, '' as libelle, id from membre
      union all
      select case v.codification when 'REGION' then 2 else 3 end,
        case v.codification when 'REGION' then 'REGION' else 'TYPE' end,
        v.code, v.ordre, v.libelle, m.id
      from membre m join codification_valeur v
        on v.codification = 'REGION' and v.code = m.region
        or v.codification = 'TYPE_STRUCTURE' and v.code = m.type_structure
      where ${ecritATous(agent)}
      union all
      select 4, 'ROLE', role, 0, '', x.id
      from adressable x cross join unnest(x.roles) as role
      where role <> 'ROLE_STRUCTURE'
    )
    select genre, code, libelle, count(distinct id)::int as nombre
    from groupe group by rang, genre, code, ordre, libelle order by rang, ordre, code`.execute(db)
  return rows.map((groupe) => ({ ...groupe, libelle: libelleDe(agent, groupe) }))
}
