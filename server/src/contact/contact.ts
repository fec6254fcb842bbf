import type { contactApi } from '@releve/contract/contact/contact.api.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import {
  estDejaRecu,
  insertMessageDeVisiteur,
  listUtilisateursCentraux,
} from '../messagerie/messagerie.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Sql } from '../platform/route.ts'
import { compterDemande } from '../session/demande.sql.ts'
import { insertCourriel } from '../tache/tache.sql.ts'

const HEURE = 3_600_000

/** How many messages an address, and all of them together, may send. */
const QUOTAS = {
  parAdresse: { maximum: 5, fenetre: HEURE },
  ensemble: { maximum: 200, fenetre: HEURE },
}

const MERCI = {
  libelle: 'Votre message a bien été envoyé. La direction centrale vous répondra par courriel.',
}

type Visite = BodyOf<typeof contactApi.contacter>
type Demande = Visite & { adresse: string; maintenant: Date }

function courrielDe({ nom, email, objet, message }: Visite, a: Courriel['a']): Courriel {
  return {
    a,
    repondreA: { nom, email },
    objet: `[Relevé] Contact : ${objet}`,
    texte: [
      `${nom} (${email}) a écrit par la page de contact de Relevé.`,
      `Objet : ${objet}`,
      message,
      '—',
      'Répondez à ce courriel : votre réponse ira directement à cette personne. Son nom et son adresse sont ceux qu’elle a déclarés.',
    ].join('\n\n'),
  }
}

/** The message, its copies and its mails: all of them, or nothing. */
async function deposer(sql: Sql, visite: Visite, le: Date): Promise<void> {
  const { nom, email, objet, message: corps } = visite
  const message = { nom, email, objet, corps, le }
  if (await estDejaRecu(sql, message, new Date(le.getTime() - HEURE))) return
  const centraux = await listUtilisateursCentraux(sql)
  const ids = centraux.map(({ id }) => id)
  const messageId = await insertMessageDeVisiteur(sql, message, ids)
  for (const { id, nomAffichable, email: sien } of centraux) {
    if (!sien) continue
    const courriel = courrielDe(visite, { nom: nomAffichable, email: sien })
    await insertCourriel(sql, `message:${messageId}:${id}`, courriel, le)
  }
}

/**
 * Hands a visitor's message to the central users, in their mailbox and by e-mail. `sql` is the plain
 * handle: the count must stay whatever follows. The same message again within the hour is thanked
 * and written once. @throws TROP_DE_DEMANDES
 */
export async function contacter(sql: Sql, demande: Demande): Promise<typeof MERCI> {
  const { adresse, maintenant, ...visite } = demande
  if (visite.site) return MERCI
  await compterDemande(sql, `contact:${adresse}`, QUOTAS.parAdresse, maintenant)
  await compterDemande(sql, 'contact', QUOTAS.ensemble, maintenant)
  await inTransaction(sql, (tx) => deposer(tx, visite, maintenant))
  return MERCI
}
