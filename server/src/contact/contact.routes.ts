import { contactApi } from '@releve/contract/contact/contact.api.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import {
  estDejaRecu,
  insertMessageDeVisiteur,
  listUtilisateursCentraux,
} from '../messagerie/messagerie.sql.ts'
import { siteDe } from '../platform/adresse.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { insertCourriel } from '../tache/tache.sql.ts'

const HEURE = 3_600_000

/**
 * How many messages an address and its site may send; how many leave by mail one by one, all
 * together; how many are kept, which only a crowd of addresses reaches.
 */
const QUOTAS = {
  parAdresse: { maximum: 5, fenetre: HEURE },
  parSite: { maximum: 20, fenetre: HEURE },
  parCourriel: { maximum: 200, fenetre: HEURE },
  ensemble: { maximum: 5000, fenetre: 24 * HEURE },
}

const MERCI = {
  libelle: 'Votre message a bien été envoyé. La direction centrale vous répondra par courriel.',
}

type Visite = BodyOf<typeof contactApi.contacter>
type DemandeContact = Visite & { adresse: string; maintenant: Date }

function courrielDe({ nom, email, objet, message }: Visite, a: Courriel['a']): Courriel {
  return {
    a,
    repondreA: { nom, email },
    objet: `[Relevé] Contact\u00a0: ${objet}`,
    texte: [
      `${nom} (${email}) a écrit par la page de contact de Relevé.`,
      `Objet\u00a0: ${objet}`,
      message,
      '—',
      'Répondez à ce courriel\u00a0: votre réponse ira directement à cette personne. Son nom et son adresse sont ceux qu’elle a déclarés.',
    ].join('\n\n'),
  }
}

/** What is mailed, once an hour, of the messages that are not mailed one by one. */
function courrielEnNombre(a: Courriel['a']): Courriel {
  return {
    a,
    objet: '[Relevé] Contact\u00a0: de nombreux messages',
    texte: [
      `Plus de ${QUOTAS.parCourriel.maximum} messages sont arrivés en une heure par la page de contact de Relevé.`,
      'Les suivants sont gardés, mais ne sont plus envoyés un par un\u00a0: lisez-les dans la messagerie de Relevé.',
    ].join('\n\n'),
  }
}

/** Whether this message is mailed by itself: past so many in an hour, it only counts in one mail. */
async function partSeul(db: Db, maintenant: Date): Promise<boolean> {
  try {
    await compterDemande(db, 'contact-courriel', QUOTAS.parCourriel, maintenant)
    return true
  } catch (echec) {
    if (echec instanceof ErreurMetier) return false
    throw echec
  }
}

type Depot = { visite: Visite; le: Date; seul: boolean }

/** The message, its copies and its mails: all of them, or nothing. */
async function deposer(db: Db, { visite, le, seul }: Depot): Promise<void> {
  const { nom, email, objet, message: corps } = visite
  const message = { nom, email, objet, corps, le }
  if (await estDejaRecu(db, message, new Date(le.getTime() - HEURE))) return
  const centraux = await listUtilisateursCentraux(db)
  const ids = centraux.map(({ id }) => id)
  const messageId = await insertMessageDeVisiteur(db, message, ids)
  for (const { id, nomAffichable, email: sien } of centraux) {
    if (!sien) continue
    const a = { nom: nomAffichable, email: sien }
    const heure = Math.floor(le.getTime() / HEURE)
    if (seul) await insertCourriel(db, `message:${messageId}:${id}`, courrielDe(visite, a), le)
    else await insertCourriel(db, `contact-nombre:${heure}:${id}`, courrielEnNombre(a), le)
  }
}

/**
 * Hands a visitor's message to the central users, in their mailbox and by e-mail. `db` is the plain
 * handle: the counts must stay whatever follows. One address, or one site with all its addresses,
 * never keeps others from writing. The same message again within the hour is thanked
 * and written once. @throws TROP_DE_DEMANDES
 */
async function contacter(db: Db, demande: DemandeContact): Promise<typeof MERCI> {
  const { adresse, maintenant, ...visite } = demande
  if (visite.site) return MERCI
  await compterDemande(db, `contact:${adresse}`, QUOTAS.parAdresse, maintenant)
  await compterDemande(db, `contact-site:${siteDe(adresse)}`, QUOTAS.parSite, maintenant)
  await compterDemande(db, 'contact', QUOTAS.ensemble, maintenant)
  const seul = await partSeul(db, maintenant)
  await inTransaction(db, (tx) => deposer(tx, { visite, le: maintenant, seul }))
  return MERCI
}

export const contactRoutes = {
  // It opens its own transaction: what throttles must stay, whatever follows.
  contacter: route(contactApi.contacter, {
    transaction: 'siennes',
    act: ({ db, body, adresse, maintenant }) => contacter(db, { ...body, adresse, maintenant }),
  }),
} satisfies Record<keyof typeof contactApi, RouteMontee>
