import { sql } from 'kysely'
import { figer } from '../platform/base/fige.ts'
import type { Db } from '../platform/route.ts'
import type { Acte } from './formulaire.ecriture.sql.ts'

/** A receipt as it is kept. */
export type RecepisseGarde = { rang: number; code: string; contenu: string; empreinte: Buffer }
/** An act of the record, with the receipt that it gave. */
export type ActeGarde = Acte & { recepisse: Buffer | null }

/** What goes on from the last receipt of a form. */
type Suite = { rang: number; empreinte: Buffer; historique: string }

const lireSuite = figer<Suite, { formulaireId: number }>(
  ({ formulaireId }) => sql`
    select rang, empreinte, contenu::json ->> 'historique' as historique from recepisse
    where formulaire_id = ${formulaireId} order by rang desc limit 1`,
)

const ACTE = sql`h.version, h.le, h.agent_id, h.au_nom_de, h.action, h.de, h.vers, h.force,
  h.motif, h.texte, h.cellules, h.textes`

const lireActesDepuis = figer<Acte, { formulaireId: number }>(
  ({ formulaireId }) => sql`
    select ${ACTE} from formulaire_historique h where h.formulaire_id = ${formulaireId}
      and h.id > coalesce((select max(s.id) from formulaire_historique s
        where s.formulaire_id = ${formulaireId} and s.recepisse is not null), 0)
    order by h.id`,
)

/** The last receipt of a form, and the acts that it does not tell. */
export async function findSuite(
  db: Db,
  formulaireId: number,
): Promise<{ dernier: Suite | null; actes: Acte[] }> {
  const [dernier = null] = await lireSuite(db, { formulaireId })
  return { dernier, actes: await lireActesDepuis(db, { formulaireId }) }
}

/** A form's receipts, and all its acts, the oldest first. */
export async function listChaine(
  db: Db,
  formulaireId: number,
): Promise<{ recepisses: RecepisseGarde[]; actes: ActeGarde[] }> {
  const recepisses = await db
    .selectFrom('recepisse')
    .select(['rang', 'code', 'contenu', 'empreinte'])
    .where('formulaireId', '=', formulaireId)
    .orderBy('rang')
    .execute()
  const { rows: actes } = await sql<ActeGarde>`
    select ${ACTE}, h.recepisse from formulaire_historique h
    where h.formulaire_id = ${formulaireId}::int order by h.id`.execute(db)
  return { recepisses, actes }
}

/** The receipt of a submission; the last one when none is named. */
export async function findRecepisse(
  db: Db,
  formulaireId: number,
  rang: number | undefined,
): Promise<RecepisseGarde | undefined> {
  return db
    .selectFrom('recepisse')
    .select(['rang', 'code', 'contenu', 'empreinte'])
    .where('formulaireId', '=', formulaireId)
    .$if(rang !== undefined, (q) => q.where('rang', '=', rang ?? 0))
    .orderBy('rang', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whose receipt bears this code. */
export async function findParCode(
  db: Db,
  code: string,
): Promise<{ formulaireId: number; rang: number } | undefined> {
  return db
    .selectFrom('recepisse')
    .select(['formulaireId', 'rang'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Every form that has receipts, or whose record says that it had. */
export async function listFormulairesRecus(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select formulaire_id as id from recepisse
    union select formulaire_id from formulaire_historique where recepisse is not null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
