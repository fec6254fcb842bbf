import { setTimeout as attendre } from 'node:timers/promises'
import type { Connexion } from './connexion.ts'
import { ConnexionPerdue, codeDe, ErreurDeBase } from './erreurs.ts'

const VERSION_MIN = 150_000
const DEMARRE = '57P03'
const ESSAIS_DEMARRAGE = 30
const PAUSE_MS = 500

/** Host, port and base of an address, never its user or password; null when it cannot be read. */
function direLieu(url: string): string | null {
  try {
    const { protocol, hostname, port, pathname, searchParams } = new URL(url)
    if (protocol !== 'postgres:' && protocol !== 'postgresql:') return null
    const hote = hostname || searchParams.get('host') || 'localhost'
    return `${hote}:${port || searchParams.get('port') || '5432'}${pathname}`
  } catch {
    return null
  }
}

function raison(error: unknown): string {
  const code = codeDe(error) ?? ''
  if (code === 'ECONNREFUSED') return 'la connexion est refusée'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'ce nom d’hôte est inconnu'
  if (code === 'ENOENT') return 'aucun serveur n’écoute sur cette socket'
  if (code === DEMARRE) return 'il démarre encore'
  if (code.startsWith('28')) return 'l’utilisateur ou le mot de passe est refusé'
  if (code === '3D000') return 'cette base n’existe pas'
  if (code === '53300') return 'il n’accepte plus de connexion'
  if (error instanceof ConnexionPerdue) return 'le délai est dépassé'
  return code === '' ? 'la connexion a échoué' : `la connexion a échoué (${code})`
}

/** An address of PostgreSQL, and the variable that gives it. */
export type Adresse = { nom: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'; url: string }

/** @throws ErreurDeBase when this address cannot be one of PostgreSQL. */
export function exigerAdresse({ nom, url }: Adresse): void {
  if (direLieu(url) !== null) return
  throw new ErreurDeBase(
    `${nom} n’est pas une adresse PostgreSQL\u00a0: elle s’écrit postgres://utilisateur:motdepasse@hôte:5432/base.`,
  )
}

/**
 * Opens a connection by `ouvrir`, so that the start fails at once and in words: address, server,
 * version. A server that is starting (after a crash it replays its log) is waited for, up to 15 s.
 */
export async function joindre(
  adresse: Adresse,
  ouvrir: () => Promise<Connexion>,
): Promise<Connexion> {
  const connexion = await attendreServeur(adresse, ouvrir)
  const { rows } = await connexion.demander('show server_version_num')
  const version = Number(rows[0]?.['serverVersionNum'])
  if (version >= VERSION_MIN) return connexion
  await connexion.fermer()
  throw new ErreurDeBase(
    `Le serveur PostgreSQL indiqué par ${adresse.nom} est en version ${Math.floor(version / 10_000)}\u00a0: il faut la version 15 ou une plus récente.`,
  )
}

async function attendreServeur(
  { nom, url }: Adresse,
  ouvrir: () => Promise<Connexion>,
): Promise<Connexion> {
  for (let essai = 1; ; essai += 1) {
    try {
      return await ouvrir()
    } catch (error) {
      if (codeDe(error) === DEMARRE && essai < ESSAIS_DEMARRAGE) {
        await attendre(PAUSE_MS)
        continue
      }
      throw new ErreurDeBase(
        `Le serveur PostgreSQL indiqué par ${nom} ne répond pas\u00a0: ${raison(error)} (${direLieu(url)}).`,
        { cause: error },
      )
    }
  }
}
