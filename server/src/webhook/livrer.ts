import { createHmac } from 'node:crypto'
import type { MotifSuspension } from '@releve/contract/webhook/webhook.schema.ts'
import { z } from 'zod'
import { noterSysteme } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import {
  AdresseInterdite,
  envoyerDehors,
  Injoignable,
  type ReponseDehors,
  type Resoudre,
} from '../platform/dehors.ts'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { desceller } from '../platform/sceau.ts'
import { type Fin, insertCourriel, updateEcheances } from '../tache/tache.sql.ts'
import { findLivraison, type LivraisonChargee, updateEssai } from './livraison.sql.ts'
import {
  findGardien,
  findWebhook,
  USAGE_SECRET,
  updateEchec,
  updateRecu,
  updateSuspension,
  type WebhookCharge,
} from './webhook.sql.ts'

/** How long a delivery may last, in ms. */
const DELAI = 10_000
/** When nothing has answered, its other deliveries wait so long, uncounted: it holds no place. */
const PAUSE = 60_000
/** Days of failures, without one success, after which it is told nothing more. */
const ECHECS_JOURS = 4
const JOUR = 86_400_000

/** What signs is after the prefix, in base64. */
const cleDe = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** The headers of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), and the body's. */
export function entetesDe(secret: string, reference: string, corps: string, le: Date) {
  const instant = String(Math.floor(le.getTime() / 1000))
  const signe = createHmac('sha256', cleDe(secret))
    .update(`${reference}.${instant}.${corps}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(corps)),
    'user-agent': 'Releve-Webhooks/1',
    'webhook-id': reference,
    'webhook-timestamp': instant,
    'webhook-signature': `v1,${signe}`,
  }
}

type Porteur = {
  db: Db
  config: Config
  maintenant: () => Date
  /** How names are found, and how long a delivery may last, in ms; a test gives its own. */
  resoudre?: Resoudre
  delai?: number
}

/** Stops telling a webhook what happens, once; the journal and its keeper know. */
async function arreter(
  { db, config, maintenant }: Porteur,
  { id, nom, gardienId }: WebhookCharge,
  { motif, raison }: { motif: MotifSuspension; raison: string },
): Promise<void> {
  const le = maintenant()
  await inTransaction(db, async (tx) => {
    if (!(await updateSuspension(tx, id, { le, motif }))) return
    await noterSysteme({ db: tx, maintenant: le }, 'WEBHOOK_ARRETE', {
      cible: nom,
      detail: { raison },
    })
    const gardien = await findGardien(tx, gardienId)
    if (!gardien) return
    const courriel = {
      a: gardien,
      objet: `Relevé\u00a0: le webhook «\u00a0${nom}\u00a0» est suspendu`,
      texte: [
        `Bonjour ${gardien.nom},`,
        `Le programme «\u00a0${nom}\u00a0» n’a rien reçu depuis des jours\u00a0: ${raison} Plus rien ne lui est envoyé.`,
        'Ce qui attendait est gardé. Voyez ce qu’il répond à l’écran «\u00a0Webhooks\u00a0», puis reprenez-le\u00a0: ce qui attend partira. Ce qui arrive d’ici là ne lui sera pas dit\u00a0; il peut le relire par l’API.',
      ].join('\n\n'),
      lien: { libelle: 'Webhooks', url: `${adressePubliqueDe(config)}/dashboard/webhooks` },
    }
    await insertCourriel(tx, `webhook:${id}:${le.getTime()}`, courriel, le)
  })
}

/** What a try gave, without its answer's place: kept of it, and told of it. */
type Essai = Partial<ReponseDehors> & { echec: string | null; muet: boolean }

function essaiDe({ statut, ligne }: ReponseDehors): Essai {
  const recu = statut >= 200 && statut < 300
  const redirige = statut >= 300 && statut < 400
  const echec = redirige
    ? `${statut}\u00a0: une redirection n’est pas suivie`
    : `${statut} ${ligne}`
  return { statut, ligne, echec: recu ? null : echec.trim(), muet: false }
}

async function envoyer(
  { config, maintenant, resoudre, delai = DELAI }: Porteur,
  { adresse }: WebhookCharge,
  { reference, corps, secret }: LivraisonChargee & { secret: string },
): Promise<Essai> {
  try {
    const reponse = await envoyerDehors({
      url: new URL(adresse),
      entetes: entetesDe(secret, reference, corps, maintenant()),
      corps,
      permis: config.reseauxWebhooks,
      delai,
      ...(resoudre && { resoudre }),
    })
    return essaiDe(reponse)
  } catch (echec) {
    if (echec instanceof AdresseInterdite) {
      return { echec: `adresse interdite\u00a0: ${echec.message}`, muet: false }
    }
    if (echec instanceof Injoignable) return { echec: echec.message, muet: true }
    throw echec
  }
}

/** What follows of a try that failed: its webhook fails since then, waits, or is stopped. */
async function noterEchec(porteur: Porteur, webhook: WebhookCharge, essai: Essai): Promise<void> {
  const { db, maintenant } = porteur
  const le = maintenant()
  const depuis = await updateEchec(db, webhook.id, le)
  if (depuis === undefined) return
  if (essai.statut === 410) {
    const raison = 'il répond qu’il n’est plus là (410).'
    return arreter(porteur, webhook, { motif: 'PARTI', raison })
  }
  if (le.getTime() - Date.parse(depuis) >= ECHECS_JOURS * JOUR) {
    const raison = `sa dernière réponse est «\u00a0${essai.echec}\u00a0».`
    return arreter(porteur, webhook, { motif: 'ECHECS', raison })
  }
  if (essai.muet) {
    await updateEcheances(db, webhook.id, new Date(le.getTime() + PAUSE), 'reculer')
  }
}

const zCharge = z.object({ webhook: z.int(), livraison: z.int() })

/**
 * What delivers to webhooks, at least once: one taken just before this process died is sent again,
 * under the same reference. What it throws has the queue try again, later and later.
 */
export function createLivrer(porteur: Porteur) {
  const { db, config, maintenant } = porteur
  return async (charge: unknown): Promise<Fin> => {
    const { webhook: id, livraison: livraisonId } = zCharge.parse(charge)
    const [webhook, livraison] = [await findWebhook(db, id), await findLivraison(db, livraisonId)]
    if (!webhook || !livraison) return 'SANS_OBJET'
    const secret = desceller(config, USAGE_SECRET, webhook.secret)
    // Of a base that comes from elsewhere: nothing can be signed, and it is for a person to say.
    if (secret === null) throw new EnvoiRefuse('secret scellé par une autre clé', false)
    const debut = performance.now()
    const essai = await envoyer(porteur, webhook, { ...livraison, secret })
    const dureeMs = Math.round(performance.now() - debut)
    const { statut = null, ligne: reponse = null, echec } = essai
    const le = maintenant()
    await updateEssai(db, livraisonId, { le, statut, reponse, dureeMs })
    if (echec === null) {
      await updateRecu(db, id, le)
      return 'FAITE'
    }
    await noterEchec(porteur, webhook, essai)
    throw new EnvoiRefuse(echec, false)
  }
}
