import { deplacerPieces, type Garde } from '../document/deplacer.ts'
import type { Config } from '../platform/config.ts'
import { DepotMuet } from '../platform/depot.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { CommandeInvalide, CommandeRefusee } from './aide.ts'

const nombre = (n: number) => n.toLocaleString('fr-FR')

function gardeDe(mot: string): Garde {
  const garde = mot.toUpperCase()
  if (garde === 'S3' || garde === 'BASE') return garde
  throw new CommandeInvalide(`--vers est S3 ou BASE, pas «\u00a0${mot}\u00a0».`)
}

/** Whether the store is why a move stopped, whichever way it was told. */
const estMuet = (echec: unknown): boolean =>
  echec instanceof DepotMuet ||
  (echec instanceof ErreurMetier && echec.code === 'DEPOT_INDISPONIBLE')

/**
 * Moves every file to where they are to be kept, and says what was done.
 * @throws CommandeInvalide, CommandeRefusee
 */
export async function deplacerVers(
  db: Db,
  config: Config,
  mot: string,
  maintenant: Date,
): Promise<{ lignes: string[]; fautes: number }> {
  const vers = gardeDe(mot)
  if (!config.s3) {
    throw new CommandeRefusee(
      'S3_URL n’est pas donnée\u00a0: Relevé ne sait pas quel seau employer.',
    )
  }
  try {
    const { deplaces, octets, abimes } = await deplacerPieces(db, config, { vers, maintenant })
    const ou = vers === 'S3' ? 'le seau' : 'la base'
    const lignes = [
      `Fichiers déplacés dans ${ou}\u00a0: ${nombre(deplaces)} (${nombre(octets)} octets).`,
      ...abimes.map((nom) => `Laissé où il est, abîmé ou perdu\u00a0: ${nom}`),
    ]
    return { lignes, fautes: abimes.length }
  } catch (echec) {
    if (!estMuet(echec)) throw echec
    throw new CommandeRefusee(
      'Le dépôt des fichiers ne répond pas, ou refuse les clés. Ce qui est déplacé le reste\u00a0: relancez la commande.',
    )
  }
}
