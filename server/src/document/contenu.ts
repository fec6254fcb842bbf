import { createHash } from 'node:crypto'
import type { Fichier } from '@releve/contract/fichier.ts'
import { IssueIncertaine } from '../platform/base/erreurs.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { createDepot, type Depot, DepotMuet } from '../platform/depot.ts'
import { type ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { deletePieceEffacee, type PieceGardee, type Place } from './document.sql.ts'

/** A piece's bytes, under the name that nobody guesses. */
export type Contenu = { name: string; octets: Buffer; sha256: string }

/** A store that does not answer may be asked again after as many seconds. */
const ATTENTE_DEPOT = 60

export const empreinteDe = (octets: Uint8Array): string =>
  createHash('sha256').update(octets).digest('hex')

/** The store of this platform; null when files are kept in the base. */
export const depotDe = ({ s3 }: Pick<Config, 's3'>): Depot | null => (s3 ? createDepot(s3) : null)

/** What a call is told of a store that says nothing; the log is told why. */
function enRefus(echec: unknown): unknown {
  if (!(echec instanceof DepotMuet)) return echec
  return erreur('DEPOT_INDISPONIBLE', {}, { attente: ATTENTE_DEPOT, cause: echec })
}

/**
 * Keeps bytes where this platform keeps them, then writes what says so: both, or none. The store is
 * written first, and outside the transaction: no form stays locked while it is slow. What it holds
 * for nothing after that (the process died, it did not answer) is swept (`menage.ts`).
 */
export async function garder<T>(
  { db, config }: { db: Db; config: Pick<Config, 's3'> },
  { name, octets, sha256 }: Contenu,
  ecrire: (tx: Db, place: Place) => Promise<T>,
): Promise<T> {
  const depot = depotDe(config)
  if (!depot) return inTransaction(db, (tx) => ecrire(tx, { depot: 'BASE', contenu: octets }))
  try {
    await depot.put(name, octets, sha256)
    return await inTransaction(db, (tx) => ecrire(tx, { depot: 'S3', contenu: null }))
  } catch (echec) {
    // Perhaps committed: its object must then stay.
    if (!(echec instanceof IssueIncertaine)) await depot.delete(name).catch(() => undefined)
    throw enRefus(echec)
  }
}

/** Where a piece's bytes are, whichever store wrote them; null: they are not there any more. */
async function chercher(config: Pick<Config, 's3'>, piece: PieceGardee): Promise<Buffer | null> {
  if (piece.depot === 'BASE') return piece.contenu
  const depot = depotDe(config)
  if (!depot) throw new DepotMuet('S3_URL n’est pas donnée, et des fichiers sont dans un seau')
  return depot.get(piece.name, piece.taille)
}

const altere = (piece: PieceGardee): ErreurMetier => {
  const cause = new Error(`fichier ${piece.name} abîmé ou perdu (${piece.depot})`)
  return erreur('FICHIER_ALTERE', {}, { cause })
}

/**
 * A piece's bytes, the very ones that were received.
 * @throws FICHIER_ALTERE, DEPOT_INDISPONIBLE
 */
export async function lireContenu(config: Pick<Config, 's3'>, piece: PieceGardee): Promise<Buffer> {
  const octets = await chercher(config, piece).catch((echec: unknown) => {
    throw enRefus(echec)
  })
  if (!octets || empreinteDe(octets) !== piece.sha256) throw altere(piece)
  return octets
}

/** A piece as it is sent. */
export async function composePiece(
  config: Pick<Config, 's3'>,
  { nom, typeMime, ...piece }: PieceGardee & Pick<Fichier, 'nom' | 'typeMime'>,
): Promise<Fichier> {
  return { nom, typeMime, contenu: await lireContenu(config, piece) }
}

/** Has the store forget these; what it refuses now is tried again by the sweep. */
export async function effacer(
  db: Db,
  config: Pick<Config, 's3'>,
  names: readonly string[],
): Promise<{ reste: number; echec?: DepotMuet }> {
  const depot = depotDe(config)
  if (!depot) return { reste: names.length }
  for (const [fait, name] of names.entries()) {
    try {
      await depot.delete(name)
    } catch (echec) {
      if (!(echec instanceof DepotMuet)) throw echec
      // Down for one, it is for the others: none waits for its patience to end.
      return { reste: names.length - fait, echec }
    }
    await deletePieceEffacee(db, name)
  }
  return { reste: 0 }
}
