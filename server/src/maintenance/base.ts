import { resolve } from 'node:path'
import { noterSysteme } from '../journal/noter.sql.ts'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import { restaurerSauvegarde } from '../platform/base/restauration.ts'
import type { Fin } from '../platform/base/sauvegarde.format.ts'
import { ecrireSauvegarde } from '../platform/base/sauvegarde.ts'
import { readVersion } from '../platform/config.ts'
import { fermerToutesSessions } from '../session/session.sql.ts'

const sommeDe = ({ rangees }: Fin) => Object.values(rangees).reduce((a, b) => a + b, 0)
const nombre = (n: number) => n.toLocaleString('fr-FR')

/** Backs the base up; says what was written. @throws ErreurDeBase */
export async function sauvegardeVers(
  base: BaseOuverte,
  fichier: string,
  le: Date,
): Promise<string[]> {
  const fin = await ecrireSauvegarde(base, resolve(fichier), { le, version: readVersion() })
  const tables = Object.keys(fin.rangees).length
  return [
    `Sauvegarde écrite\u00a0: ${fichier}`,
    `${nombre(tables)} tables, ${nombre(sommeDe(fin))} lignes\u202f; empreinte ${fin.sha256}`,
    'Ce fichier contient des données personnelles\u00a0: gardez-le en lieu sûr.',
  ]
}

/**
 * Puts a backup in the place of all that the base holds. Nobody stays signed in: a session closed
 * since the backup would open again. @throws ErreurDeBase
 */
export async function restaureDepuis(
  { db }: BaseOuverte,
  { fichier, confirmer }: { fichier: string; confirmer: boolean },
  le: Date,
): Promise<string[]> {
  const demande = { chemin: resolve(fichier), confirmer }
  const { entete, fin, migrations } = await restaurerSauvegarde(db, demande, async (tx, faite) => {
    await fermerToutesSessions(tx, le)
    const detail = {
      du: faite.entete.le,
      version: faite.entete.version,
      lignes: sommeDe(faite.fin),
    }
    await noterSysteme({ db: tx, maintenant: le }, 'BASE_RESTAUREE', { detail })
  })
  return [
    `Base restaurée telle qu’elle était le ${entete.le} (version ${entete.version}).`,
    `${nombre(sommeDe(fin))} lignes remises en place\u202f; les sessions sont fermées.`,
    ...migrations.map((nom) => `Migration appliquée depuis\u00a0: ${nom}`),
    'Les courriels qui attendaient alors partiront au prochain démarrage\u00a0: voyez l’écran Courriels.',
  ]
}
