import { type RawBuilder, sql } from 'kysely'
import { type CleTampon, Memoire, tamponDe } from './memoire.ts'
import type { Db } from './route.ts'

/** A table whose lines are numbered as they come, and never taken away without a stamp's change. */
type Table = 'formulaire' | 'formulaire_historique' | 'journal' | 'relance'

/** What is known of a table: no line up to `jusqua` will come any more. */
type Acquis = {
  jusqua: number
  /** Numbers given when these transactions were writing: settled once all of them have ended. */
  attente: { dernier: number; porteurs: readonly string[] } | null
  enCours: boolean
}

/** By what a handle and its transactions share: the tests open several bases. */
const PAR_BASE = new WeakMap<object, Map<Table, Acquis>>()

function acquisDe(db: Db, table: Table): Acquis {
  const { adapter } = db.getExecutor()
  const tables = PAR_BASE.get(adapter) ?? new Map<Table, Acquis>()
  PAR_BASE.set(adapter, tables)
  const acquis = tables.get(table) ?? { jusqua: 0, attente: null, enCours: false }
  tables.set(table, acquis)
  return acquis
}

/** The last number of a table that a statement sees, as a column of it. */
const dernierDe = (table: Table): RawBuilder<number> =>
  sql<number>`coalesce((select max(x.id) from ${sql.ref(table)} x), 0)`

/**
 * The last number, and who is writing in the table. Numbers are seen as the statement begins, locks
 * after: whoever took a smaller number and has not ended is among these, since the lock comes
 * before the number and goes after the end.
 */
async function findPorteurs(db: Db, table: Table) {
  const { rows } = await sql<{ dernier: number; porteurs: string[] }>`
    select ${dernierDe(table)} as dernier, array(
      select l.virtualtransaction from pg_locks l
      where l.locktype = 'relation' and l.mode = 'RowExclusiveLock'
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.relation = ${sql.lit(table)}::regclass) as porteurs`.execute(db)
  return rows[0] ?? { dernier: 0, porteurs: [] }
}

/** Of what has just been read. */
function avancer(acquis: Acquis, dernier: number, porteurs: readonly string[]): void {
  const { attente } = acquis
  if (porteurs.length === 0) {
    acquis.jusqua = Math.max(acquis.jusqua, dernier)
    acquis.attente = null
    return
  }
  if (attente?.porteurs.some((porteur) => porteurs.includes(porteur))) return
  if (attente) acquis.jusqua = Math.max(acquis.jusqua, attente.dernier)
  acquis.attente = { dernier, porteurs }
}

/** Up to which number the lines of a table are all there, for the statements that begin afterwards. */
async function findAcquis(db: Db, table: Table): Promise<number> {
  const acquis = acquisDe(db, table)
  // Two readings that cross would take one's answer for the other's end.
  if (acquis.enCours) return acquis.jusqua
  acquis.enCours = true
  try {
    const { dernier, porteurs } = await findPorteurs(db, table)
    avancer(acquis, dernier, porteurs)
    return acquis.jusqua
  } finally {
    acquis.enCours = false
  }
}

/** Lines to count, from after `apres`; `premier`: none has been counted yet. */
type Plage = { apres: number; jusqua: number; premier: boolean }

/** What is counted, under which name it is kept, and the stamp that makes it old. */
export type Comptage = {
  nom: string
  table: Table
  tampon: CleTampon
  /**
   * A statement that gives `acquis`, of the lines up to `jusqua`, and `tous`; for each `part`
   * (`text[]`) where these are told apart.
   */
  compter: (plage: Plage) => RawBuilder<unknown>
  /** Where more lines than this have come, all is counted anew. */
  ecartMax?: number
}

/** Of the parts of a total, those that a list wants. */
export type Retenir = (part: readonly string[]) => boolean

type Morceau = { part: readonly string[]; nombre: number }
type Compte = { jusqua: number; morceaux: ReadonlyMap<string, Morceau> }

/** Every line of a table that is only added to, under the name of the table. */
export const comptageEntier = (table: 'journal' | 'relance'): Comptage => ({
  nom: table,
  table,
  tampon: 'EFFACE',
  compter: ({ apres, jusqua }) => sql`
    select count(*) filter (where x.id <= ${jusqua}) as acquis, count(*) as tous
    from ${sql.table(table)} x where x.id > ${apres}`,
})

/** One count a list and month that is asked for; the busiest stay. */
const COMPTES = new Memoire<Compte>(500)

/** What a list has just seen beside its lines. */
export type Vu = { tampon: number; dernier: number }

/** The columns of `Vu`. */
export const vuDe = ({ tampon, table }: Comptage): RawBuilder<unknown> =>
  sql`${tamponDe(tampon)} as tampon, ${dernierDe(table)} as dernier`

/** What stands now beside a list that does not tell it. */
export async function findVu(db: Db, comptage: Comptage): Promise<Vu> {
  const { rows } = await sql<Vu>`select ${vuDe(comptage)}`.execute(db)
  return rows[0] ?? { tampon: 0, dernier: 0 }
}

const toutes: Retenir = () => true

function sommeDe(morceaux: Iterable<Morceau>, retenir: Retenir): number {
  let somme = 0
  for (const { part, nombre } of morceaux) if (retenir(part)) somme += nombre
  return somme
}

/** What was counted last, true or no longer: an order of size. */
export function dernierCompte(
  db: Db,
  { nom }: Comptage,
  retenir: Retenir = toutes,
): number | undefined {
  const tenue = COMPTES.tenue(db, nom)
  return tenue && sommeDe(tenue.valeur.morceaux.values(), retenir)
}

type Comptee = { part: readonly string[] | null; acquis: number; tous: number }

async function recompter(db: Db, comptage: Comptage, depuis: Compte | undefined, vu: Vu) {
  const acquis = await findAcquis(db, comptage.table)
  // Too many unsettled lines are not told apart from the others, and the count is not kept.
  const tenable = estProche(comptage, acquis, vu)
  const jusqua = tenable ? acquis : vu.dernier
  const plage = { apres: depuis?.jusqua ?? 0, jusqua, premier: depuis === undefined }
  const { rows } = await sql<{ tampon: number } & Partial<Comptee>>`
    select t.tampon, compte.*
    from (select ${tamponDe(comptage.tampon)} as tampon) t
    left join (${comptage.compter(plage)}) compte on true`.execute(db)
  const lues = rows.map(({ part = null, acquis: a, tous }) => ({
    part: part ?? [],
    acquis: a ?? 0,
    tous: tous ?? 0,
  }))
  return { tampon: rows[0]?.tampon ?? 0, jusqua, tenable, lues }
}

type Lues = Awaited<ReturnType<typeof recompter>>['lues']

/** Whether what came since is soon counted. */
const estProche = ({ ecartMax }: Comptage, jusqua: number, { dernier }: Vu): boolean =>
  ecartMax === undefined || dernier - jusqua <= ecartMax

/** What is settled of what has just been counted, added to what was kept. */
function ajouter(compte: Compte | undefined, lues: Lues): Compte['morceaux'] {
  const venues = lues.filter(({ acquis }) => acquis !== 0)
  if (compte && venues.length === 0) return compte.morceaux
  const morceaux = new Map(compte?.morceaux)
  for (const { part, acquis } of venues) {
    const cle = part.join('\n')
    morceaux.set(cle, { part, nombre: (morceaux.get(cle)?.nombre ?? 0) + acquis })
  }
  return morceaux
}

/**
 * How many lines there are, of which only those that came since the last count are counted
 * (docs/decisions/0052): exact at the instant of its own statement.
 */
export async function compterTout(
  db: Db,
  comptage: Comptage,
  vu: Vu,
  retenir: Retenir = toutes,
): Promise<number> {
  const tenu = COMPTES.lire(db, comptage.nom, vu.tampon)
  if (tenu?.jusqua === vu.dernier) return sommeDe(tenu.morceaux.values(), retenir)
  let base = tenu && estProche(comptage, tenu.jusqua, vu) ? tenu : undefined
  let lu = await recompter(db, comptage, base, vu)
  if (base && lu.tampon !== vu.tampon) {
    base = undefined
    lu = await recompter(db, comptage, base, vu)
  }
  if (lu.tenable) {
    const valeur = { jusqua: lu.jusqua, morceaux: ajouter(base, lu.lues) }
    COMPTES.garder(db, comptage.nom, { tampon: lu.tampon, valeur })
  }
  const venues = lu.lues.map(({ part, tous }) => ({ part, nombre: tous }))
  return sommeDe(base?.morceaux.values() ?? [], retenir) + sommeDe(venues, retenir)
}
