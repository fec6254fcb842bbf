import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { depotDe, effacer, lireContenu } from './contenu.ts'
import {
  findGardee,
  insertPiecesEffacees,
  listADeplacer,
  type PieceGardee,
  updatePlace,
} from './document.sql.ts'

/** Where files may be kept. */
export type Garde = PieceGardee['depot']

/** How many were moved, and those that could not be: their bytes are not what was received. */
export type Deplacement = { deplaces: number; octets: number; abimes: string[] }

/** One piece, looked at again under its lock; nothing when somebody has moved or deleted it. */
async function deplacer(
  db: Db,
  config: Pick<Config, 's3'>,
  { id, vers, maintenant }: { id: number; vers: Garde; maintenant: Date },
): Promise<number> {
  const piece = await findGardee(db, id)
  if (!piece || piece.depot === vers) return 0
  const octets = await lireContenu(config, piece)
  if (vers === 'S3') await depotDe(config)?.put(piece.name, octets, piece.sha256)
  const faite = await inTransaction(db, async (tx) => {
    const place =
      vers === 'S3'
        ? ({ depot: vers, contenu: null } as const)
        : ({ depot: vers, contenu: octets } as const)
    if (!(await updatePlace(tx, { id, name: piece.name }, place))) return false
    if (vers === 'BASE') await insertPiecesEffacees(tx, [piece.name], maintenant)
    return true
  })
  if (faite && vers === 'BASE') await effacer(db, config, [piece.name])
  return faite ? octets.length : 0
}

/**
 * Moves every file to the store, or back to the base, one at a time: stopped, it goes on where it
 * was. A file that is not what was received stays where it is, and is named.
 * @throws what the store says when it does not answer
 */
export async function deplacerPieces(
  db: Db,
  config: Pick<Config, 's3'>,
  { vers, maintenant }: { vers: Garde; maintenant: Date },
): Promise<Deplacement> {
  const bilan: Deplacement = { deplaces: 0, octets: 0, abimes: [] }
  for (const { id, nom } of await listADeplacer(db, vers)) {
    try {
      const octets = await deplacer(db, config, { id, vers, maintenant })
      if (octets > 0) bilan.deplaces += 1
      bilan.octets += octets
    } catch (echec) {
      if (!(echec instanceof ErreurMetier) || echec.code !== 'FICHIER_ALTERE') throw echec
      bilan.abimes.push(`${id} (${nom})`)
    }
  }
  return bilan
}

/**
 * The files of the store that are not what was received; `muet` when it does not answer. Those of
 * the base are looked at by the base itself.
 */
export async function listAbimesDuDepot(
  db: Db,
  config: Pick<Config, 's3'>,
): Promise<{ abimes: string[]; muet: boolean }> {
  const abimes: string[] = []
  for (const { id, nom } of await listADeplacer(db, 'BASE')) {
    const piece = await findGardee(db, id)
    try {
      if (piece) await lireContenu(config, piece)
    } catch (echec) {
      if (!(echec instanceof ErreurMetier)) throw echec
      if (echec.code !== 'FICHIER_ALTERE') return { abimes, muet: true }
      abimes.push(`${id} (${nom})`)
    }
  }
  return { abimes, muet: false }
}
