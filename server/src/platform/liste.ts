import { type Liste, TOTAL_MAX, type Total } from '@releve/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { erreur } from './erreur.ts'
import type { Db } from './route.ts'

/** A part of a statement. */
export type Fragment = RawBuilder<unknown>

/** Every one of these conditions; true when there is none. */
export const toutes = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** What a list may be sorted by, by the names that calls give it. */
export type Tris = ReadonlyMap<string, Fragment | readonly Fragment[]>

type Ordre = {
  /** When none is asked for. */
  origine: string
  tris: Tris
  /** Ends on something unique, so that no line is on two pages. */
  fin: Fragment
  /** Names whose column is never empty: an index then gives the order both ways. */
  pleins?: readonly string[]
}

/**
 * The order that `tri` asks for (`-champ`: descending); what is empty comes last, either way.
 * @throws REQUETE_INVALIDE for a name by which the list is not sorted.
 */
export function ordre(tri: string | undefined, de: Ordre): Fragment {
  const { origine, tris, fin, pleins = [] } = de
  const demande = tri || origine
  const champ = demande.replace(/^-/, '')
  const colonnes = tris.get(champ)
  if (!colonnes) {
    const libelle = `On ne peut pas trier par «\u00a0${champ}\u00a0».`
    const detail = { chemin: 'query.tri', code: 'TRI_INCONNU', libelle } as const
    throw erreur('REQUETE_INVALIDE', {}, { details: [detail] })
  }
  const sens = demande.startsWith('-') ? sql`desc` : sql`asc`
  const vides = pleins.includes(champ) ? sql`` : sql` nulls last`
  const triees = [colonnes].flat().map((colonne) => sql`${colonne} ${sens}${vides}`)
  return sql.join([...triees, fin])
}

/** The words of a search, each once: all of them must be found. */
export const motsDe = (q = ''): string[] => [...new Set(q.split(/\s+/).filter(Boolean))]

/**
 * Whether a text holds a word, whatever its accents and capitals. `texte`: lower case, without
 * accents (`sans_accent`). No character is a wildcard; the word loses its accents once, not once a
 * line.
 */
export const contient = (texte: Fragment, mot: string): Fragment =>
  sql`position((select sans_accent(${mot}::text)) in ${texte}) > 0`

/** One condition a word of the search: every word is in one of these texts, tried in this order. */
export const cherche = (q: string | undefined, ...textes: Fragment[]): Fragment[] =>
  motsDe(q).map((mot) => {
    const dans = textes.map((texte) => contient(texte, mot))
    return sql`(${sql.join(dans, sql` or `)})`
  })

type Page = { page: number; taille: number }

/**
 * The lines of one page. Written out for the first, which is nearly always the one that is asked
 * for: the plan prepared for it knows how little is wanted, and is not made again at each call.
 */
export const limite = ({ page, taille }: Page): Fragment =>
  page === 1
    ? sql`limit ${sql.lit(taille)}`
    : sql`limit ${taille}::bigint offset ${(page - 1) * taille}::bigint`

type Lecture = {
  /** What a line gives, in the contract's shape. */
  colonnes: Fragment
  /** `from …`, with its joins. */
  depuis: Fragment
  /** The same where lines are but counted: without a join that takes none away, nor adds any. */
  depuisCompte?: Fragment
  conditions: readonly Fragment[]
  ordre: Fragment
}

/** A list that may be read whole: by the number of a line, that of its table. */
export type LectureEntiere = Lecture & { cle: Fragment }

/**
 * How far lines are counted (docs/decisions/0082): all of them where they are few or where a screen
 * needs their number, else to the bound, so that a count reads no more in ten years than today.
 */
export type Comptage = 'exact' | 'borne'

/** How many lines `depuis` (`from … where …`) gives, as a column: one beyond the bound, and no more. */
export const nombreDe = (depuis: Fragment, comptage: Comptage): RawBuilder<number> =>
  comptage === 'exact'
    ? sql<number>`(select count(*) ${depuis})`
    : sql<number>`(select count(*) from (select ${depuis} limit ${sql.lit(TOTAL_MAX + 1)}) comptees)`

/** What a list says of a number that was counted so. */
export const totalDe = (nombre: number, comptage: Comptage): Total =>
  comptage === 'borne' && nombre > TOTAL_MAX
    ? { total: TOTAL_MAX, totalBorne: true }
    : { total: nombre }

/** One page of what these conditions leave, and how many there are in all. */
export async function listPage<T>(
  db: Db,
  { colonnes, depuis, depuisCompte = depuis, conditions, ordre: parOrdre }: Lecture,
  { page, taille }: Page,
  comptage: Comptage,
): Promise<Liste<T>> {
  const restent = sql`where ${toutes(conditions)}`
  const { rows: elements } = await sql<T>`
    select ${colonnes} ${depuis} ${restent} order by ${parOrdre}
    ${limite({ page, taille })}`.execute(db)
  const { rows } = await sql<{ nombre: number }>`
    select ${nombreDe(sql`${depuisCompte} ${restent}`, comptage)} as nombre`.execute(db)
  return { elements, ...totalDe(rows[0]?.nombre ?? 0, comptage), page, taille }
}

/** The one page of a list that is read whole: what is computed has no numbers to be read by. */
export const TOUTE = { page: 1, taille: 2_147_483_647 } as const

/** Lines read at once for a file, unless told. */
const LOT = 500

/** Every line of a list: how many, and the lines, a lot at a time. */
export type Tout<T> = { total: number; lots: AsyncIterable<readonly T[]> }

/** The same of lines made otherwise. */
export const enTout = <T, U>({ total, lots }: Tout<T>, faire: (lue: T) => U): Tout<U> => ({
  total,
  lots: (async function* () {
    for await (const lot of lots) yield lot.map(faire)
  })(),
})

/** What is held already, as it would be read. */
export const toutDe = <T>(lignes: readonly T[]): Tout<T> => ({
  total: lignes.length,
  lots: (async function* () {
    if (lignes.length > 0) yield lignes
  })(),
})

/**
 * Lots of lines by their numbers (`1,2,3`), taken first and in order: what is written meanwhile neither
 * repeats a line nor hides one, and no transaction lasts as long as who reads
 * (docs/decisions/0041). Eight bytes a line are held.
 */
export function lireParLots<T>(
  texte: string,
  lire: (lot: number[]) => Promise<readonly T[]>,
  taille = LOT,
): Tout<T> {
  const cles = Float64Array.from(texte === '' ? [] : texte.split(','), Number)
  return {
    total: cles.length,
    lots: (async function* () {
      for (let debut = 0; debut < cles.length; debut += taille) {
        yield await lire([...cles.subarray(debut, debut + taille)])
      }
    })(),
  }
}

/** Every line that these conditions leave. `db` serves until the last one: no transaction's. */
export async function listTout<T>(
  db: Db,
  { cle, colonnes, depuis, conditions, ordre: parOrdre }: LectureEntiere,
): Promise<Tout<T>> {
  const { rows } = await sql<{ cles: string }>`
    select coalesce(string_agg((${cle})::text, ',' order by ${parOrdre}), '') as cles
    ${depuis} where ${toutes(conditions)}`.execute(db)
  return lireParLots(rows[0]?.cles ?? '', async (lot) => {
    const lues = await sql<T>`select ${colonnes} ${depuis}
      where ${cle} = any (${lot}::bigint[])
      order by array_position(${lot}::bigint[], (${cle})::bigint)`.execute(db)
    return lues.rows
  })
}
