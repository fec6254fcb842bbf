import type { Ref } from '@releve/contract/page.ts'
import type { Structure, StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import { type Agent, porteeDe } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import type { FormulaireNomme } from './formulaires.ts'
import type { Noeud } from './hierarchie.ts'
import type { JoursInterrompus } from './interruption.ts'
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

/** The parents that these periods name, by code. */
export async function listRefs(db: Db, tranches: readonly Tranche[]): Promise<Map<string, Ref>> {
  const codes = [...new Set(tranches.flatMap(({ parent }) => parent ?? []))]
  if (codes.length === 0) return new Map()
  const refs = await db
    .selectFrom('structure')
    .select(['id', 'code', 'libelle'])
    .where('code', 'in', codes)
    .execute()
  return new Map(refs.map((ref) => [ref.code, ref]))
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
  const tranches = (await listTranches(db, [fiche.code])).get(fiche.code) ?? []
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

/** A model, as a structure is given it. */
type ModeleConnu = {
  /** The types of structure it is made for; none: all of them. */
  types: string[]
  /** It counts people, or some structure says how many it opened with. */
  compte: boolean
}

/** The first and last months that a code is offered for, `AAAA-MM`; null: without bound. */
type Validite = { du: string | null; au: string | null }

/** What a record is checked against, and the records as they are, by code. */
export type Referentiel = {
  /** Code list → the codes that are not taken off it. */
  codes: Map<string, Map<string, Validite>>
  modeles: Map<string, ModeleConnu>
  noeuds: Map<string, Noeud & { id: number }>
  fiches: Map<string, Structure>
  /** What is recorded of each, the oldest first. */
  tranches: Map<string, Tranche[]>
  /** Reports begun here and not cancelled, the latest month first: what was brought holds nothing. */
  formulaires: Map<string, FormulaireNomme[]>
  interruptions: Map<string, JoursInterrompus[]>
}

const LISTES = ['TYPE_STRUCTURE', 'STATUT_STRUCTURE', 'REGION', 'CATEGORIE_PERSONNEL']

async function listCodes(db: Db): Promise<Referentiel['codes']> {
  const lignes = await db
    .selectFrom('codificationValeur')
    .select(['codification', 'code', 'valableDu as du', 'valableAu as au'])
    .where('codification', 'in', LISTES)
    .where('actif', '=', true)
    .orderBy('ordre')
    .orderBy('code')
    .execute()
  const parListe = Map.groupBy(lignes, ({ codification }) => codification)
  return new Map(
    [...parListe].map(([liste, codes]) => [
      liste,
      new Map(codes.map(({ code, du, au }) => [code, { du, au }])),
    ]),
  )
}

async function listFormulaires(
  db: Db,
  codes: readonly string[],
): Promise<Referentiel['formulaires']> {
  const { rows } = await sql<{ code: string; formulaires: FormulaireNomme[] }>`
    select s.code, json_agg(json_build_object('numero', f.numero, 'modele', f.modele_code,
      'rang', f.rang) order by f.rang desc, f.numero) as formulaires
    from formulaire f join structure s on s.id = f.structure_id
    where s.code = any (${[...codes]}::text[]) and f.etat <> 'ANNULE'
      and not f.repris
    group by s.code`.execute(db)
  return new Map(rows.map(({ code, formulaires }) => [code, formulaires]))
}

async function listInterruptions(
  db: Db,
  codes: readonly string[],
): Promise<Referentiel['interruptions']> {
  const { rows } = await sql<{ code: string; jours: JoursInterrompus[] }>`
    select s.code, json_agg(json_build_object('du', i.du, 'au', i.au)) as jours
    from structure_interruption i join structure s on s.id = i.structure_id
    where s.code = any (${[...codes]}::text[]) group by s.code`.execute(db)
  return new Map(rows.map(({ code, jours }) => [code, jours]))
}

/** Every structure in the hierarchy, by code. */
export async function listNoeuds(db: Db): Promise<Referentiel['noeuds']> {
  const { rows } = await sql<{ code: string; id: number } & Noeud>`
    select s.id, s.code, s.etat, s.date_ouverture, s.date_fermeture,
      json_agg(json_build_object('du', e.du, 'au', e.au, 'typeStructure', e.type_structure,
        'parent', p.code) order by e.du) as tranches
    from structure s join structure_periode e on e.structure_id = s.id
    left join structure p on p.id = e.parent_id
    group by s.id order by s.id`.execute(db)
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

/** Reads what the records of these codes are checked against, as they are in the month `rang`. */
export async function findReferentiel(
  db: Db,
  rang: number,
  codes: readonly string[],
): Promise<Referentiel> {
  const fiches = await listFiches(db, rang, codes)
  return {
    codes: await listCodes(db),
    modeles: await listModelesConnus(db),
    noeuds: await listNoeuds(db),
    fiches: new Map(fiches.map((fiche) => [fiche.code, fiche])),
    tranches: await listTranches(db, codes),
    formulaires: await listFormulaires(db, codes),
    interruptions: await listInterruptions(db, codes),
  }
}
