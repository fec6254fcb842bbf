import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { ResultatSimulation, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { MUETTE } from '../platform/travail.ts'

/** Hours that a simulation stays readable. */
const CONSERVATION = 24

const INTERROMPUE = 'La plateforme s’est arrêtée pendant la simulation. Lancez-la de nouveau.'

/** Writes a simulation to be run; those of this draft before it, and those of yesterday, go. */
export async function insertSimulation(
  db: Db,
  { brouillonId, version, le }: { brouillonId: number; version: number; le: Date },
): Promise<number> {
  await sql`delete from modele_simulation where brouillon_id = ${brouillonId}
    or cree_le < ${le}::timestamptz - make_interval(hours => ${CONSERVATION}::integer)`.execute(db)
  const { id } = await db
    .insertInto('modeleSimulation')
    .values({ brouillonId, versionBrouillon: version, creeLe: le })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const gardee = (maintenant: Date) =>
  sql`cree_le >= ${maintenant}::timestamptz - make_interval(hours => ${CONSERVATION}::integer)`

/** The last simulation of a draft that may still be read. */
export async function findDerniereSimulation(
  db: Db,
  brouillonId: number,
  maintenant: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from modele_simulation where brouillon_id = ${brouillonId}
      and ${gardee(maintenant)} order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function findSimulation(
  db: Db,
  id: number,
  maintenant: Date,
): Promise<Simulation | undefined> {
  const { rows } = await sql<Simulation & { muette: boolean }>`
    select id, etat, lus, total, version_brouillon, cree_le, raison, resultat, ${MUETTE} as muette
    from modele_simulation where id = ${id} and ${gardee(maintenant)}`.execute(db)
  const [lue] = rows
  if (!lue) return undefined
  const { muette, ...simulation } = lue
  return muette ? { ...simulation, etat: 'ECHOUEE', raison: INTERROMPUE } : simulation
}

/** Says how far it is; false when it is no longer to be run: cancelled, or launched anew. */
export async function updateAvance(
  db: Db,
  id: number,
  { lus, total }: { lus: number; total: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update modele_simulation set lus = ${lus}, total = ${total}, vu_le = clock_timestamp()
    where id = ${id} and etat = 'EN_COURS'`.execute(db)
  return numAffectedRows === 1n
}

type Fin =
  | { etat: 'FAITE'; resultat: ResultatSimulation }
  | { etat: 'ECHOUEE'; raison: string }
  | { etat: 'ANNULEE' }

export async function updateFin(db: Db, id: number, fin: Fin): Promise<void> {
  await db
    .updateTable('modeleSimulation')
    .set({ ...fin, ...('resultat' in fin && { resultat: JSON.stringify(fin.resultat) }) })
    .where('id', '=', id)
    .where('etat', '=', 'EN_COURS')
    .execute()
}

export type Fenetre = {
  code: string
  /** Models that formulas read. */
  codes: readonly string[]
  /** First month that formulas read, then first and last month tried. */
  depuis: number
  du: number
  au: number
}

const RECUS = [...ETATS_RECUS]

const essaye = ({ code, du, au }: Fenetre) => sql<boolean>`(f.modele_code = ${code}
  and f.rang between ${du}::integer and ${au}::integer and f.etat = any (${RECUS}::text[]))`

/** Forms to try in all, and the versions that they were entered with. */
export async function findEtendue(
  db: Db,
  fenetre: Fenetre,
): Promise<{ total: number; modeles: number[] }> {
  const { rows } = await sql<{ total: number; modeles: number[] }>`
    select count(*)::integer as total,
      coalesce(array_agg(distinct f.modele_id), '{}') as modeles
    from formulaire f where ${essaye(fenetre)}`.execute(db)
  return rows[0] ?? { total: 0, modeles: [] }
}

/** Structures read at a time: some hundred forms, one megabyte. */
const LOT = 4

type Lot = { curseur: number | null; essayes: number; lot: string }

/** The next structures after `curseur`, their forms written as one text by the base itself. */
export async function readLot(db: Db, fenetre: Fenetre, curseur: number): Promise<Lot> {
  const { codes, depuis, au } = fenetre
  const { rows } = await sql<Lot>`
    with lues as materialized (
      select s.id from structure s where s.id > ${curseur}::integer
        and exists (select from formulaire f where f.structure_id = s.id and ${essaye(fenetre)})
      order by s.id limit ${LOT}),
    par_structure as (
      select f.structure_id, count(*) filter (where ${essaye(fenetre)}) as essayes,
        json_agg(json_build_object('numero', f.numero, 'modele', f.modele_code,
          'modeleId', f.modele_id, 'rang', f.rang, 'essaye', ${essaye(fenetre)},
          'donnees', case when ${essaye(fenetre)} then f.donnees else '{}' end,
          'valeur', case when f.etat = any (${RECUS}::text[]) then f.donnees else p.donnees end,
          'structureLue', f.structure_lue) order by f.rang) as formulaires
      from lues join formulaire f on f.structure_id = lues.id and f.etat <> 'ANNULE'
          and f.modele_code = any (${[...codes]}::text[])
          and f.rang between ${depuis}::integer and ${au}::integer
        left join formulaire_publication p on p.formulaire_id = f.id
          and p.version_diffusee = f.version_diffusee
      group by f.structure_id)
    select max(structure_id) as curseur, coalesce(sum(essayes), 0)::integer as essayes,
      coalesce(json_agg(formulaires), '[]')::text as lot
    from par_structure`.execute(db)
  return rows[0] ?? { curseur: null, essayes: 0, lot: '[]' }
}
