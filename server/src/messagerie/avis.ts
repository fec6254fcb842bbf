import { jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { z } from 'zod'
import { findReglages } from '../parametre/calendrier.ts'
import type { Courriel, Mailer } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import type { Fin } from '../tache/tache.sql.ts'
import {
  findAAnnoncer,
  insertResumes,
  LOT_RESUMES,
  listAAnnoncer,
  type MessageAnnonce,
} from './avis.sql.ts'

const zA = z.object({ nom: z.string(), email: z.string() })

/** What a task carries: of which message, or of which span, and to whom. */
const zAvis = z.object({
  messageId: z.number(),
  utilisateurId: z.number(),
  a: zA,
  objet: z.string(),
})
const zResume = z.object({
  utilisateurId: z.number(),
  depuis: z.number(),
  jusqua: z.number(),
  a: zA,
  objet: z.string(),
})

/** Messages that a digest names; the others are counted. */
const NOMMES = 20

const COMMENT =
  'Vous avez demandé à en être prévenu par courriel. Pour changer ce choix\u00a0: «\u00a0Mon compte\u00a0», dans Relevé.'

const ligneDe = ({ expediteur, objet }: MessageAnnonce): string => `${expediteur}\u00a0: ${objet}`

/** Address of the platform, without a slash at its end. */
type Atelier = { db: Db; mailer: Mailer; url: string }

/** What tells of one message: who sent it, its subject, where to read it. */
export function createEnvoiAvisMessage({ db, mailer, url }: Atelier) {
  return async (charge: unknown, reference: string): Promise<Fin> => {
    const { messageId, utilisateurId, a, objet } = zAvis.parse(charge)
    const annonce = await findAAnnoncer(db, { messageId, utilisateurId })
    if (!annonce) return 'SANS_OBJET'
    const courriel: Courriel = {
      a,
      objet,
      texte: ['Un message vous attend dans Relevé.', ligneDe(annonce), COMMENT].join('\n\n'),
      lien: { libelle: 'Lire le message', url: `${url}/dashboard/mail?message=${annonce.id}` },
    }
    // The same at each try: a mail program that has it already shows it once.
    await mailer.envoyer(courriel, reference)
    return 'FAITE'
  }
}

/** What tells once a day of all that came. */
export function createEnvoiResume({ db, mailer, url }: Atelier) {
  return async (charge: unknown, reference: string): Promise<Fin> => {
    const { a, objet, ...span } = zResume.parse(charge)
    const { annonces, total } = await listAAnnoncer(db, span, NOMMES)
    if (total === 0) return 'SANS_OBJET'
    const reste = total - annonces.length
    const courriel: Courriel = {
      a,
      objet,
      texte: [
        total > 1
          ? `${total} nouveaux messages vous attendent dans Relevé.`
          : 'Un nouveau message vous attend dans Relevé.',
        annonces.map(ligneDe).join('\n'),
        ...(reste > 0 ? [`… et ${reste} autres.`] : []),
        COMMENT,
      ].join('\n\n'),
      lien: { libelle: 'Ouvrir la messagerie', url: `${url}/dashboard/mail` },
    }
    await mailer.envoyer(courriel, reference)
    return 'FAITE'
  }
}

/** A digest is of the day that begins at this hour, where the platform is. */
const HEURE_RESUME = 7

/** Enqueues the day's digests that are not yet: processes may do it together, at any hour. */
export async function resumer(db: Db, maintenant: Date): Promise<void> {
  const { fuseau } = await findReglages(db)
  const jour = jourLocal(new Date(maintenant.getTime() - HEURE_RESUME * 3_600_000), fuseau)
  while ((await insertResumes(db, jour, maintenant)) === LOT_RESUMES);
}
