import { type RawBuilder, sql } from 'kysely'
import type { Agent, Enfant } from '../platform/agent.ts'
import { motsDe } from '../platform/liste.ts'
import { perimetreDuMois } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import type { LigneListe, Recherche } from './formulaire.liste.sql.ts'

const agentDe = (
  role: Agent['roles'][number],
  { structures, enfants = [], mois }: Pick<Agent, 'structures' | 'mois'> & Partial<Agent>,
): Agent => ({
  id: 1,
  identifiant: 'essai',
  nomAffichable: 'Essai',
  roles: [role],
  structureId: structures[0] ?? null,
  structures,
  mois,
  perimetre: perimetreDuMois({ structures, enfants }, mois),
  enfants,
  sessionId: 1,
  programme: null,
  empreinteAppareil: null,
  jetonExpireLe: '2040-01-01T00:00:00Z',
  forceChangePassword: false,
  secondFacteurAActiver: false,
})

/**
 * Somebody of the directorate, of a structure, of several, and of a regional office with the
 * children that it has, had or will have, in the month `mois`.
 */
export async function agentsDeListe(db: Db, mois: number): Promise<Agent[]> {
  const { rows } = await sql<{ id: number }>`
    select id from structure where id % 3 = 0 order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const direction = await sql<{ id: number }>`
    select id from structure where code = 'DR-R01'`.execute(db)
  const regionale = direction.rows.map(({ id }) => id)
  const agents = [agentDe('ROLE_DPPS', { structures: [], mois })]
  for (const structures of [ids.slice(0, 1), ids, regionale]) {
    const { rows: enfants } = await sql<Enfant>`
      select structure_id, du, au from structure_periode
      where parent_id = any(${structures}::int[])`.execute(db)
    agents.push(agentDe('ROLE_STRUCTURE', { structures, enfants, mois }))
  }
  return agents
}

/** Whatever a list may hold, once, with what it is narrowed and sorted by: no index, no memory. */
const LIGNES = (rang: number | null, agent: Agent) => sql`
  with mois as (select ${rang}::int as rang, make_date(${Math.floor((rang ?? 0) / 12) || 1}::int,
      ${((rang ?? 0) % 12) + 1}::int, 1) as premier),
  jours as (select rang, premier, (premier + interval '1 month' - interval '1 day')::date as dernier
    from mois),
  siennes as (select s.*, e.du, e.au, e.region, e.modeles, (${agent.roles[0] === 'ROLE_DPPS'}
      or s.id = any(${agent.structures}::int[])
      or coalesce(e.parent_id = any(${agent.structures}::int[]), false)
      or exists (select from structure_periode p where p.structure_id = s.id
        and p.parent_id = any(${agent.structures}::int[])
        and ${agent.mois}::int between p.du and p.au)) as dedans
    from structure s join structure_periode e on e.structure_id = s.id)
  select f.id, f.numero, s.id as structure_id, s.code as structure, s.libelle_tri, s.region,
    m.code as modele, m.version as modele_version, f.rang, f.mois, f.annee, s.dedans,
    f.etat as etat_reel, f.version_diffusee,
    case when s.dedans then f.etat else 'DIFFUSE' end as etat,
    case when s.dedans then f.version else 0 end as version,
    case when s.dedans then f.effectif else p.effectif end as effectif,
    case when s.dedans then f.remplissage else 1 end as remplissage,
    case when s.dedans then f.modifie_le else p.diffuse_le end as modifie_le
  from formulaire f join siennes s on s.id = f.structure_id and f.rang between s.du and s.au
  join modele m on m.id = f.modele_id
  left join formulaire_publication p
    on p.formulaire_id = f.id and p.version_diffusee = f.version_diffusee
  union all
  select null, null, s.id, s.code, s.libelle_tri, s.region, m.code, m.version, j.rang, null, null,
    true, 'NON_COMMENCE', 0, 'NON_COMMENCE', 0, null, 0, null
  from siennes s join modele m on m.code = any(s.modeles) cross join jours j
  where s.dedans and j.rang between s.du and s.au and s.etat <> 'INVITEE' and s.date_ouverture <= j.dernier
    and coalesce(s.date_fermeture, 'infinity') >= j.premier
    and not exists (select from structure_interruption i where i.structure_id = s.id
      and i.du <= j.premier and coalesce(i.au, 'infinity') >= j.dernier)
    and m.version = (select max(v.version) from modele v where v.code = m.code
      and j.rang between v.en_vigueur_du and coalesce(v.en_vigueur_au, 999999))
    and not exists (select from formulaire f where f.structure_id = s.id
      and f.modele_code = m.code and f.rang = j.rang and f.etat <> 'ANNULE')`

const parmi = (valeur: RawBuilder<unknown>, choix: readonly string[] | undefined) =>
  choix ? sql`${valeur} = any(${[...choix]}::text[])` : sql`true`

function conditionsDe(r: Recherche): RawBuilder<unknown>[] {
  const { rang = null, annee = null, mois = null } = r
  return [
    sql`(l.dedans or ${r.diffuses} and l.version_diffusee >= 1)`,
    r.etats ? parmi(sql`l.etat`, r.etats) : sql`l.etat_reel <> 'ANNULE'`,
    sql`l.rang = coalesce(${rang}::int, l.rang)`,
    sql`(${rang}::int is not null or l.annee = coalesce(${annee}::int, l.annee))`,
    sql`(${rang}::int is not null or l.mois = coalesce(${mois}::int, l.mois))`,
    parmi(sql`l.modele`, r.modeles),
    parmi(sql`l.structure`, r.structures),
    parmi(sql`l.region`, r.regions),
    ...motsDe(r.q).map(
      (mot) => sql`position(sans_accent(${mot}) in
        l.libelle_tri || ' ' || lower(coalesce(l.numero, l.structure))) > 0`,
    ),
  ]
}

const COLONNES: Readonly<Record<string, string>> = {
  structure: 'l.libelle_tri',
  modele: 'l.modele',
  periode: 'l.rang',
  etat: 'l.etat',
  effectif: 'l.effectif',
  modifieLe: 'l.modifie_le',
  remplissage: 'l.remplissage',
}

/** Of a line, what says which one it is and what is shown of it. */
export type LigneVue = Pick<
  LigneListe,
  'id' | 'numero' | 'rang' | 'etat' | 'dedans' | 'version' | 'effectif' | 'remplissage'
> & { structure: string; modele: string; modeleVersion: number; modifieLe: string | null }

/** Every line that a search gives this agent, in order: sorted whole, counted each time. */
export async function listReference(
  db: Db,
  agent: Agent,
  recherche: Recherche,
): Promise<LigneVue[]> {
  const { rang, tri = rang === undefined ? '-periode' : 'structure' } = recherche
  const ordre = `${COLONNES[tri.replace('-', '')]} ${tri.startsWith('-') ? 'desc' : 'asc'} nulls last`
  const { rows } = await sql<LigneVue>`
    select l.id, l.numero, l.structure, l.modele, l.modele_version, l.rang, l.etat, l.dedans,
      l.version, l.effectif, l.remplissage, l.modifie_le
    from (${LIGNES(rang ?? null, agent)}) l
    where ${sql.join(conditionsDe(recherche), sql` and `)}
    order by ${sql.raw(ordre)}, l.modele, l.rang desc, l.id, l.structure_id`.execute(db)
  return rows
}
