import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeDe } from './base/erreurs.ts'
import type { Config } from './config.ts'
import type { Http } from './http.ts'

/** The platform cannot listen where it is told to: its message is the one sentence to print. */
export class EcouteRefusee extends Error {
  override readonly name = 'EcouteRefusee'
}

type Lieu = Pick<Config, 'port' | 'hote'>

/** The settings that say where. */
type Reglages = { hote: string; port: string }
const DU_SITE: Reglages = { hote: 'HOST', port: 'PORT' }

const RELANCER = 'puis relancez.'
const INCONNU = ({ hote }: Lieu, reglages: Reglages) =>
  `L’adresse «\u00a0${hote}\u00a0» (${reglages.hote}) n’est pas celle de cette machine. Donnez-en une des siennes (127.0.0.1, ou 0.0.0.0 pour toutes), ${RELANCER}`

/** What the person who starts the server can do about each refusal of the system. */
const FAUTES: Record<string, (lieu: Lieu, reglages: Reglages) => string> = {
  EADDRINUSE: ({ port }, reglages) =>
    `Le port ${port} est déjà pris, peut-être par Relevé lui-même. Arrêtez ce qui l’occupe ou donnez un autre port (${reglages.port}), ${RELANCER}`,
  EACCES: ({ port }, reglages) =>
    `Le compte qui lance Relevé n’a pas le droit d’ouvrir le port ${port}. Donnez un port au-dessus de 1023 (${reglages.port}), ${RELANCER}`,
  EADDRNOTAVAIL: INCONNU,
  ENOTFOUND: INCONNU,
  EAI_AGAIN: INCONNU,
  EINVAL: INCONNU,
}

/** A refusal to listen, in one sentence that names the settings to change; anything else as it is. */
export function direEcoute(echec: unknown, lieu: Lieu, reglages: Reglages = DU_SITE): unknown {
  const faute = FAUTES[codeDe(echec) ?? '']
  return faute ? new EcouteRefusee(faute(lieu, reglages), { cause: echec }) : echec
}

/**
 * Listens where the platform will, and lets go: what would be refused once it has created its base
 * and its first account is refused before.
 * @throws EcouteRefusee
 */
export async function verifierEcoute(lieu: Lieu, reglages?: Reglages): Promise<void> {
  const serveur = createServer()
  try {
    serveur.listen(lieu.port, lieu.hote)
    await once(serveur, 'listening')
  } catch (echec) {
    const dit = direEcoute(echec, lieu, reglages)
    if (dit instanceof EcouteRefusee) dit.message += ' Rien n’a été créé ni changé.'
    throw dit
  }
  serveur.close()
  await once(serveur, 'close')
}

/**
 * Has the platform answer calls; its address.
 * @throws EcouteRefusee
 */
export async function ecouter(app: Http, lieu: Lieu): Promise<string> {
  try {
    return await app.listen({ port: lieu.port, host: lieu.hote })
  } catch (echec) {
    throw direEcoute(echec, lieu)
  }
}
