import { TexteJson } from '@releve/contract/json.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { sql } from 'kysely'
import { figer } from '../platform/base/fige.ts'
import type { Db } from '../platform/route.ts'
import { type Acte, acteDe } from './formulaire.ecriture.sql.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'

/** A receipt as it is kept. */
export type RecepisseGarde = { rang: number; code: string; contenu: string; empreinte: Buffer }
/** An act of the record, with the receipt that it gave. */
export type ActeGarde = Acte & { recepisse: Buffer | null }

/** What goes on from the last receipt of a form. */
type Suite = { rang: number; empreinte: Buffer; historique: string }

const ACTE = sql`h.version, h.le, h.agent_id, h.au_nom_de, h.action, h.de, h.vers, h.force,
  h.motif, h.texte, h.cellules, h.textes`

/** An act, or none, beside the last receipt, or none. */
type LigneDeSuite = (Acte | { version: null }) & (Suite | { rang: null })

const lireSuite = figer<LigneDeSuite, { formulaireId: number }>(
  ({ formulaireId }) => sql`
    select r.rang, r.empreinte, r.historique, ${ACTE}
    from (select 1) as une
    left join lateral (
      select rang, empreinte, contenu::json ->> 'historique' as historique from recepisse
      where formulaire_id = ${formulaireId} order by rang desc limit 1) r on true
    left join formulaire_historique h on h.formulaire_id = ${formulaireId}
      and h.id > coalesce((select max(s.id) from formulaire_historique s
        where s.formulaire_id = ${formulaireId} and s.recepisse is not null), 0)
    order by h.id`,
)

/** The last receipt of a form, and the acts that it does not tell. */
export async function findSuite(
  db: Db,
  formulaireId: number,
): Promise<{ dernier: Suite | null; actes: Acte[] }> {
  const lignes = await lireSuite(db, { formulaireId })
  const [premiere] = lignes
  const dernier = premiere && premiere.rang !== null ? premiere : null
  const actes = lignes.flatMap((ligne) =>
    // What is chained is the act, and nothing of what stands beside it.
    ligne.version === null ? [] : acteDe(ligne.version, ligne),
  )
  return { dernier, actes }
}

/** A form's receipts, and all its acts, the oldest first. */
export type Chaine = { recepisses: RecepisseGarde[]; actes: ActeGarde[] }

/** The chains of these forms, in two statements however many they are. */
export async function listChaines(
  db: Db,
  formulaires: readonly number[],
): Promise<Map<number, Chaine>> {
  const ids = sql`any(${[...formulaires]}::int[])`
  const { rows: recepisses } = await sql<RecepisseGarde & { formulaireId: number }>`
    select formulaire_id, rang, code, contenu, empreinte from recepisse
    where formulaire_id = ${ids} order by formulaire_id, rang`.execute(db)
  const { rows: actes } = await sql<ActeGarde & { formulaireId: number }>`
    select h.formulaire_id, ${ACTE}, h.recepisse from formulaire_historique h
    where h.formulaire_id = ${ids} order by h.formulaire_id, h.id`.execute(db)
  const chaines = new Map<number, Chaine>(
    formulaires.map((id) => [id, { recepisses: [], actes: [] }]),
  )
  for (const { formulaireId, ...recepisse } of recepisses) {
    chaines.get(formulaireId)?.recepisses.push(recepisse)
  }
  // An act is chained by what it says, and nothing beside.
  for (const { formulaireId, ...acte } of actes) chaines.get(formulaireId)?.actes.push(acte)
  return chaines
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

/** What a form holds of what its receipts certify. */
export type FormulaireRecu = Pick<
  FormulaireCharge,
  'id' | 'numero' | 'modeleId' | 'version' | 'donnees' | 'commentaires' | 'justifications'
>

/** The next forms, by id, that have receipts or whose record says that they had. */
export async function listFormulairesRecus(
  db: Db,
  { apres, taille }: { apres: number; taille: number },
): Promise<FormulaireRecu[]> {
  const { rows } = await sql<Omit<FormulaireRecu, 'donnees'> & { donnees: string }>`
    select f.id, f.numero, f.modele_id, f.version, f.donnees::text as donnees, f.commentaires,
      f.justifications
    from formulaire f
    where f.id > ${apres} and (
      exists (select 1 from recepisse r where r.formulaire_id = f.id)
      or exists (select 1 from formulaire_historique h
        where h.formulaire_id = f.id and h.recepisse is not null))
    order by f.id limit ${taille}`.execute(db)
  return rows.map((ligne) => ({ ...ligne, donnees: new TexteJson<Donnees>(ligne.donnees) }))
}
