import type { Ref } from '@releve/contract/page.ts'
import type {
  FicheStructure,
  Structure,
  StructureLue,
} from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import { findMois, listCodificationsActives } from '../codification/codification.sql.ts'
import { type Agent, porteeDe } from '../platform/agent.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { listTranches, type Tranche } from './periode.sql.ts'
import { periodesDe } from './periode.ts'
import { perimetreComplet } from './structure.rights.ts'
import { depuisSql, FICHE } from './structure.sql.ts'

/** The records of these structures in the month `rang`; the perimeter is the caller's affair. */
export async function listFiches(
  db: Db,
  rang: number,
  codes: readonly string[],
): Promise<Structure[]> {
  const { rows } = await sql<{ fiche: Structure }>`
    select ${FICHE} as fiche ${depuisSql(rang)}
    where s.code = any (${[...codes]}::text[])`.execute(db)
  return rows.map(({ fiche }) => fiche)
}

/** A structure's record today, if it lies within what the agent reads whole. */
export async function findStructure(
  db: Db,
  agent: Agent,
  code: string,
): Promise<Structure | undefined> {
  const [fiche] = await listFiches(db, agent.mois, [code])
  const complet = perimetreComplet(agent)
  return fiche && (complet === null || complet.includes(fiche.id)) ? fiche : undefined
}

type Attaches = Pick<StructureLue, 'interruptions' | 'comptes'>

/** Interruptions of structure `s`, the latest first. */
const INTERRUPTIONS = sql`coalesce((
  select json_agg(json_build_object('etat', i.etat, 'du', i.du, 'au', i.au) order by i.du desc)
  from structure_interruption i where i.structure_id = s.id), '[]')`

/** Those who report for structure `s`, as theirs or as another one. */
const COMPTES = sql`coalesce((
  select json_agg(json_build_object('id', u.id, 'identifiant', u.identifiant,
    'nomAffichable', u.nom_affichable, 'statut', u.statut) order by u.identifiant_tri)
  from utilisateur u where u.structure_id = s.id or exists (
    select 1 from utilisateur_structure a where a.utilisateur_id = u.id and a.structure_id = s.id)
  ), '[]')`

/** What the agent may do with the record now. An account that works makes an invitation useless. */
function actionsDe(agent: Agent, { etat }: Structure, aUnCompte: boolean): StructureLue['actions'] {
  const actions: StructureLue['actions'] = []
  if (porteeDe(agent, 'structure.gerer') !== null) actions.push('modifier')
  const invitable = !aUnCompte && etat !== 'FERMEE'
  if (invitable && porteeDe(agent, 'invitation.gerer') !== null) actions.push('inviter')
  return actions
}

/** The parents that these periods name, by id. */
async function listRefs(db: Db, tranches: readonly Tranche[]): Promise<Map<number, Ref>> {
  const ids = [...new Set(tranches.flatMap(({ parentId }) => parentId ?? []))]
  if (ids.length === 0) return new Map()
  const refs = await db
    .selectFrom('structure')
    .select(['id', 'code', 'libelle'])
    .where('id', 'in', ids)
    .execute()
  return new Map(refs.map((ref) => [ref.id, ref]))
}

/** The record with its interruptions, and its accounts for whoever may list them. */
export async function findStructureLue(
  db: Db,
  agent: Agent,
  fiche: Structure,
): Promise<StructureLue> {
  const { rows } = await sql<Attaches & { aUnCompte: boolean }>`
    select ${INTERRUPTIONS} as interruptions, ${COMPTES} as comptes, exists (
      select 1 from utilisateur u where u.structure_id = s.id and u.statut = 'ACTIF'
    ) as a_un_compte
    from structure s where s.id = ${fiche.id}`.execute(db)
  const tranches = await listTranches(db, fiche.id)
  const { interruptions = [], comptes = [], aUnCompte = false } = rows[0] ?? {}
  const voitLesComptes = porteeDe(agent, 'utilisateur.lister') !== null
  return {
    ...fiche,
    interruptions,
    periodes: periodesDe(tranches, await listRefs(db, tranches)),
    comptes: voitLesComptes ? comptes : [],
    actions: actionsDe(agent, fiche, aUnCompte),
  }
}

/** A structure in the hierarchy; `parent` is a code. */
export type Noeud = Pick<FicheStructure, 'typeStructure' | 'parent' | 'etat' | 'dateFermeture'>

/** A model, as a structure is given it. */
type ModeleConnu = {
  /** The types of structure it is made for; none: all of them. */
  types: string[]
  /** It counts people, or some structure says how many it opened with. */
  compte: boolean
}

/** What a record is checked against, and the records as they are, by code. */
export type Referentiel = {
  /** Code list → its active values. */
  codes: Map<string, Set<string>>
  modeles: Map<string, ModeleConnu>
  noeuds: Map<string, Noeud & { id: number }>
  fiches: Map<string, Structure>
  /** Structure → its first and last months with a form that is not cancelled, as ranks. */
  saisis: Map<string, { premier: number; dernier: number }>
}

async function listSaisis(db: Db, codes: readonly string[]) {
  const { rows } = await sql<{ code: string; premier: number; dernier: number }>`
    select s.code, min(f.rang) as premier, max(f.rang) as dernier
    from formulaire f join structure s on s.id = f.structure_id
    where s.code = any (${[...codes]}::text[]) and f.etat <> 'ANNULE'
    group by s.code`.execute(db)
  return new Map(rows.map(({ code, ...rangs }) => [code, rangs]))
}

/** Every structure in the hierarchy as it is in this month, by code. */
export async function listNoeuds(db: Db, rang: number): Promise<Referentiel['noeuds']> {
  const { rows } = await sql<{ code: string; id: number } & Noeud>`
    select s.id, s.code, e.type_structure, s.etat, s.date_fermeture, p.code as parent
    ${depuisSql(rang)}`.execute(db)
  return new Map(rows.map(({ code, ...noeud }) => [code, noeud]))
}

async function listModelesConnus(db: Db): Promise<Referentiel['modeles']> {
  const { rows } = await sql<{ code: string } & ModeleConnu>`
    select distinct on (m.code) m.code, m.definition -> 'typesStructure' as types,
      m.avec_effectif or exists (
        select 1 from structure s where s.effectifs_ouverture -> m.code is not null) as compte
    from modele m order by m.code, m.version desc`.execute(db)
  return new Map(rows.map(({ code, types, compte }) => [code, { types, compte }]))
}

/** Reads what the records of these codes are checked against, in the month `rang`. */
export async function findReferentiel(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  rang: number,
  codes: readonly string[],
): Promise<Referentiel> {
  const mois = await findMois(db, maintenant)
  const listes = Object.entries(await listCodificationsActives(db, mois))
  const valeurs = listes.map(
    ([liste, actives]) => [liste, new Set(actives.map(({ code }) => code))] as const,
  )
  const fiches = await listFiches(db, rang, codes)
  return {
    codes: new Map(valeurs),
    modeles: await listModelesConnus(db),
    noeuds: await listNoeuds(db, rang),
    fiches: new Map(fiches.map((fiche) => [fiche.code, fiche])),
    saisis: await listSaisis(db, codes),
  }
}
