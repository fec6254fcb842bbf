import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import type { Correspondant, Echange } from './scenario.ts'

/** Whose conversations are written, and with whom. */
export type Correspondance = {
  structureId: number
  echanges: readonly Echange[]
  comptes: Record<Correspondant, number>
}

type Moment = { courant: number; maintenant: Date }
type Sujet = { formulaireId: number | null; depuis: number }

const JOUR_MS = 86_400_000
/** Nobody writes at night: what falls there comes in the morning, unless it would come too late. */
function auBureau(le: number, fin: number): Date {
  const nuit = new Date(le).getUTCHours() < 8
  const matin = le - (le % JOUR_MS) + 9 * 3_600_000 + (le % 3_600_000)
  return new Date(nuit && matin < fin ? matin : le)
}
/** A conversation about no report began so long ago. */
const DEPUIS_MS = 9 * JOUR_MS

/** The report, and when the last act on it took place. */
async function findSujet(
  db: Db,
  structureId: number,
  { sujet, objet }: Echange,
  { courant, maintenant }: Moment,
): Promise<Sujet> {
  if (!sujet) return { formulaireId: null, depuis: maintenant.getTime() - DEPUIS_MS }
  const { rows } = await sql<{ id: number; le: Date }>`
    select f.id, max(h.le) as le from formulaire f
    join formulaire_historique h on h.formulaire_id = f.id
    where f.structure_id = ${structureId} and f.modele_code = ${sujet.modele}
      and f.rang = ${courant - sujet.recul} group by f.id`.execute(db)
  const [f] = rows
  if (!f) throw new Error(`«\u00a0${objet}\u00a0»\u00a0: le rapport dont il parle n’existe pas`)
  return { formulaireId: f.id, depuis: new Date(f.le).getTime() }
}

type Lettre = {
  de: number
  a: number
  objet: string
  corps: string
  le: Date
  lu: boolean
  filId: number | null
  reponseA: number | null
  formulaireId: number | null
  cellule: string | null
}

/** A message from one to another, with the copy of each. */
async function insertLettre(db: Db, { de, a, le, lu, ...message }: Lettre): Promise<number> {
  const { id } = await db
    .insertInto('message')
    .values({ ...message, expediteurId: de, envoyeLe: le, nombre: 1, groupes: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messageDestinataire')
    .values([
      { messageId: id, utilisateurId: de, envoye: true, luLe: le },
      { messageId: id, utilisateurId: a, nomme: true, luLe: lu ? le : null },
    ])
    .execute()
  return id
}

async function insertEchange(
  db: Db,
  { structureId, comptes }: Correspondance,
  echange: Echange,
  moment: Moment,
): Promise<void> {
  const { objet, entre, textes, sujet, nonLu = false } = echange
  const { formulaireId, depuis } = await findSujet(db, structureId, echange, moment)
  const pas = (moment.maintenant.getTime() - depuis) / (textes.length + 1)
  let filId: number | null = null
  let reponseA: number | null = null
  for (const [rang, corps] of textes.entries()) {
    const [de, a] = rang % 2 === 0 ? entre : [entre[1], entre[0]]
    reponseA = await insertLettre(db, {
      de: comptes[de],
      a: comptes[a],
      objet: rang === 0 ? objet : `Re\u00a0: ${objet}`,
      corps,
      le: auBureau(depuis + Math.round(pas * (rang + 1)), depuis + Math.round(pas * (rang + 2))),
      lu: !nonLu || rang < textes.length - 1,
      filId,
      reponseA,
      formulaireId,
      cellule: sujet?.cellule ?? null,
    })
    filId ??= reponseA
  }
}

/** Writes what structures and the directorate said to each other, between the acts and now. */
export async function insertCorrespondances(
  db: Db,
  correspondances: readonly Correspondance[],
  moment: Moment,
): Promise<void> {
  for (const correspondance of correspondances) {
    for (const echange of correspondance.echanges) {
      await insertEchange(db, correspondance, echange, moment)
    }
  }
}
