import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { estOffert, type Offre } from '@releve/contract/codification/codification.rules.ts'
import type {
  CodificationListee,
  FicheValeur,
  ValeurCodification,
} from '@releve/contract/codification/codification.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { CODIFICATIONS } from '../../seed/codifications.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { StampedCache, stampOf } from '../platform/stamp.ts'

/** The month in which one is, `AAAA-MM`, in the calendar's zone. */
export async function findMois(db: Db, maintenant: Date): Promise<string> {
  const { fuseau } = await findReglages(db)
  return jourLocal(maintenant, fuseau).slice(0, 7)
}

/** Whether value `v` is offered in this month: `estOffert` of the contract. */
const offerteSql = (mois: string): RawBuilder<boolean> => sql`(
  v.actif and coalesce(v.valable_du, ${mois}) <= ${mois} and ${mois} <= coalesce(v.valable_au, ${mois}))`

/**
 * The values of a code list in the order in which people read them, each with whether this month
 * offers it; undefined: no such list.
 */
export async function findCodification(
  db: Db,
  liste: string,
  mois: string,
): Promise<ValeurCodification[] | undefined> {
  const lignes = await db
    .selectFrom('codification as c')
    .leftJoin('codificationValeur as v', 'v.codification', 'c.code')
    .select(['v.code', 'v.libelle', 'v.ordre', offerteSql(mois).as('actif'), 'v.parent'])
    .where('c.code', '=', liste)
    .orderBy('v.ordre')
    .orderBy('v.code')
    .execute()
  if (lignes.length === 0) return undefined
  return lignes.flatMap(({ code, libelle, ordre, actif, parent }) =>
    code === null || libelle === null || ordre === null
      ? []
      : [{ code, libelle, ordre, actif, parent }],
  )
}

/** The codes of a list that this month offers. */
export async function listOfferts(db: Db, liste: string, mois: string): Promise<string[]> {
  const valeurs = await findCodification(db, liste, mois)
  return (valeurs ?? []).filter(({ actif }) => actif).map(({ code }) => code)
}

type Limite = Offre & { codification: string; code: string }

/** The codes that some month does not offer: few of them, whatever the lists hold. */
const limitees = new StampedCache<Limite[]>(1)

async function relireLimites(db: Db): Promise<{ stamp: number; valeur: Limite[] }> {
  const { rows } = await sql<{ stamp: number; valeur: Limite[] }>`
    select ${stampOf('CODIFICATION')} as stamp, coalesce((
      select jsonb_agg(jsonb_build_object('codification', v.codification, 'code', v.code,
        'actif', v.actif, 'valableDu', v.valable_du, 'valableAu', v.valable_au)
        order by v.codification, v.code)
      from codification_valeur v
      where not v.actif or v.valable_du is not null or v.valable_au is not null
    ), '[]') as valeur`.execute(db)
  if (!rows[0]) throw new Error('codes sans stamp')
  return rows[0]
}

/**
 * The codes of these lists that this month does not offer, by list; a list that offers all of its
 * codes is not there. They stand in memory, under the stamp (`stampOf('CODIFICATION')`) that a
 * statement has just given.
 */
export async function findCodesHors(
  db: Db,
  stamp: number,
  listes: readonly string[],
  mois: string,
): Promise<Record<string, string[]>> {
  const hors: Record<string, string[]> = {}
  for (const limite of await limitees.selon(db, 'limites', stamp, () => relireLimites(db))) {
    const { codification, code } = limite
    if (estOffert(limite, mois) || !listes.includes(codification)) continue
    hors[codification] ??= []
    hors[codification].push(code)
  }
  return hors
}

/**
 * Every code list by its code, active values only, in order: what form models are made from.
 * `mois`: those that this month offers; absent: whatever their months.
 */
export async function listCodificationsActives(
  db: Db,
  mois?: string,
): Promise<Record<string, { code: string; libelle: string }[]>> {
  const lignes = await db
    .selectFrom('codificationValeur as v')
    .select(['codification', 'code', 'libelle'])
    .where('actif', '=', true)
    .$if(mois !== undefined, (requete) => requete.where(offerteSql(mois ?? '')))
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

/** Every list of codes, by its name. */
export async function listListes(db: Db, mois: string): Promise<CodificationListee[]> {
  const { rows } = await sql<CodificationListee>`
    select c.code, c.libelle, c.parent_liste, c.version,
      count(v.code)::int as valeurs, (count(*) filter (where ${offerteSql(mois)}))::int as offertes
    from codification c left join codification_valeur v on v.codification = c.code
    group by c.code order by sans_accent(c.libelle), c.code`.execute(db)
  return rows
}

/** One change of a list of codes at a time, since a code may be the parent of another list's. */
export async function verrouillerCodifications(db: Db): Promise<void> {
  await sql`lock table codification in share row exclusive mode`.execute(db)
}

export type ListeTenue = {
  code: string
  libelle: string
  parentListe: string | null
  version: number
}
/** A code as stored. */
export type ValeurTenue = FicheValeur & { libellesAnciens: string[] }

export function findListe(db: Db, code: string): Promise<ListeTenue | undefined> {
  return db.selectFrom('codification').selectAll().where('code', '=', code).executeTakeFirst()
}

/** The codes of a list, whatever their months, in the order in which people read them. */
export function listValeurs(db: Db, liste: string): Promise<ValeurTenue[]> {
  return db
    .selectFrom('codificationValeur')
    .select([
      'code',
      'libelle',
      'ordre',
      'actif',
      'parent',
      'valableDu',
      'valableAu',
      'libellesAnciens',
    ])
    .where('codification', '=', liste)
    .orderBy('ordre')
    .orderBy('code')
    .execute()
}

/** The list that the codes of each list have their parents in. */
export async function listParentes(db: Db): Promise<ReadonlyMap<string, string | null>> {
  const lignes = await db.selectFrom('codification').select(['code', 'parentListe']).execute()
  return new Map(lignes.map(({ code, parentListe }) => [code, parentListe]))
}

/** Writes what a list is called and where its parents are, under its next version. */
export async function upsertListe(db: Db, liste: Omit<ListeTenue, 'version'>): Promise<void> {
  const { libelle, parentListe } = liste
  await db
    .insertInto('codification')
    .values(liste)
    .onConflict((conflit) =>
      conflit.column('code').doUpdateSet({
        libelle,
        parentListe,
        version: sql`codification.version + 1`,
      }),
    )
    .execute()
}

/** Writes codes of a list; a label that changes is kept among those of before. */
export async function upsertValeurs(
  db: Db,
  liste: string,
  valeurs: readonly FicheValeur[],
): Promise<void> {
  if (valeurs.length === 0) return
  await sql`
    insert into codification_valeur as v
      (codification, code, libelle, ordre, actif, parent, valable_du, valable_au)
    select ${liste}::text, n.code, n.libelle, n.ordre, n.actif, n.parent, n."valableDu", n."valableAu"
    from jsonb_to_recordset(${JSON.stringify(valeurs)}::jsonb) as n (
      code text, libelle text, ordre integer, actif boolean, parent text,
      "valableDu" text, "valableAu" text)
    on conflict on constraint codification_valeur_unique do update set
      libelle = excluded.libelle, ordre = excluded.ordre, actif = excluded.actif,
      parent = excluded.parent, valable_du = excluded.valable_du, valable_au = excluded.valable_au,
      libelles_anciens = case when v.libelle = excluded.libelle then v.libelles_anciens
        else array_append(array_remove(v.libelles_anciens, v.libelle), v.libelle) end`.execute(db)
}

/** Takes codes out of a list, for good: an installation does not bring them back. */
export async function deleteValeurs(
  db: Db,
  liste: string,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  await db
    .insertInto('codificationSuppression')
    .values(codes.map((code) => ({ codification: liste, code })))
    .onConflict((conflit) => conflit.doNothing())
    .execute()
  await db
    .deleteFrom('codificationValeur')
    .where('codification', '=', liste)
    .where('code', 'in', codes)
    .execute()
}

/**
 * Adds the lists and values of the seed that the base lacks, but those that people took out;
 * what it has, labels included, is left as people made it.
 */
export async function installerCodifications(db: Db): Promise<void> {
  const listes = CODIFICATIONS.map(({ code, libelle }) => ({ code, libelle }))
  const valeurs = CODIFICATIONS.flatMap((liste) =>
    liste.valeurs.map((valeur) => ({ codification: liste.code, ...valeur })),
  )
  await inTransaction(db, async (tx) => {
    await sql`
      insert into codification (code, libelle)
      select code, libelle
      from jsonb_to_recordset(${JSON.stringify(listes)}::jsonb) as l (code text, libelle text)
      order by code
      on conflict (code) do nothing`.execute(tx)
    await sql`
      insert into codification_valeur (codification, code, libelle, ordre, parent)
      select codification, code, libelle, ordre, parent
      from jsonb_to_recordset(${JSON.stringify(valeurs)}::jsonb)
        as v (codification text, code text, libelle text, ordre integer, parent text)
      where not exists (select from codification_suppression s
        where s.codification = v.codification and s.code = v.code)
      order by codification, code
      on conflict on constraint codification_valeur_unique do nothing`.execute(tx)
  })
}
