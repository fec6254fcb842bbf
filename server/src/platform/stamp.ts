import { type RawBuilder, sql } from 'kysely'
import type { Db } from './route.ts'

/** What a stamp of the base is about (server/migrations: `tampon`). */
export type StampKey = 'PARAMETRE' | 'CODIFICATION' | 'ATTENDU' | 'AGENT'

/** The stamp, as a column of a statement: what it gives and what the statement reads are of one snapshot. */
export const stampOf = (cle: StampKey): RawBuilder<number> =>
  sql<number>`(select t.n from tampon t where t.cle = ${sql.lit(cle)})`

/** The stamp as it is now, for whoever has no statement to put it in. */
export async function findStamp(db: Db, cle: StampKey): Promise<number> {
  const { rows } = await sql<{ stamp: number }>`select ${stampOf(cle)} as stamp`.execute(db)
  if (!rows[0]) throw new Error(`stamp ${cle} absent`)
  return rows[0].stamp
}

type CacheEntry<Valeur> = { stamp: number; valeur: Valeur }

/**
 * What this process keeps of a base: each thing under its name, with the stamp that it was read
 * under. Asked for with another stamp, which the caller has just read in the base, it is read
 * again: somebody has changed it, in whatever process. At most `capacite` things for each base; the
 * one unused for longest goes first.
 */
export class StampedCache<Valeur> {
  readonly #capacite: number
  /** The adapter is what a handle and its transactions share; the tests open several bases. */
  readonly #parBase = new WeakMap<object, Map<string, CacheEntry<Valeur>>>()

  constructor(capacite: number) {
    this.#capacite = capacite
  }

  lire(db: Db, nom: string, stamp: number): Valeur | undefined {
    const tenues = this.#tenuesDe(db)
    const tenue = tenues.get(nom)
    if (tenue?.stamp !== stamp) return undefined
    tenues.delete(nom)
    tenues.set(nom, tenue)
    return tenue.valeur
  }

  /** What is kept, whatever its stamp: for who reads the stamp afterwards. */
  tenue(db: Db, nom: string): Readonly<CacheEntry<Valeur>> | undefined {
    return this.#tenuesDe(db).get(nom)
  }

  garder(db: Db, nom: string, tenue: CacheEntry<Valeur>): void {
    const tenues = this.#tenuesDe(db)
    tenues.delete(nom)
    tenues.set(nom, tenue)
    for (const ancien of tenues.keys()) {
      if (tenues.size <= this.#capacite) return
      tenues.delete(ancien)
    }
  }

  /** What is kept under this stamp, else what `relire` gives with its own, both of one statement. */
  async selon(
    db: Db,
    nom: string,
    stamp: number,
    relire: () => Promise<CacheEntry<Valeur>>,
  ): Promise<Valeur> {
    const valeur = this.lire(db, nom, stamp)
    if (valeur !== undefined) return valeur
    const relue = await relire()
    this.garder(db, nom, relue)
    return relue.valeur
  }

  #tenuesDe(db: Db): Map<string, CacheEntry<Valeur>> {
    const { adapter } = db.getExecutor()
    const tenues = this.#parBase.get(adapter) ?? new Map<string, CacheEntry<Valeur>>()
    this.#parBase.set(adapter, tenues)
    return tenues
  }
}
