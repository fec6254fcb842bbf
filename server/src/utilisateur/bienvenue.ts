import { z } from 'zod'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { tirerProvisoire } from '../session/secret.sql.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { findNouveau } from './utilisateur.sql.ts'

/** As an invitation: 72 hours, from the moment it is sent. */
const DUREE_MS = 72 * 3_600_000

/** What the task carries: whom it is for, and no password. */
const zBienvenue = z.object({
  utilisateurId: z.number(),
  a: z.object({ nom: z.string(), email: z.string() }),
  objet: z.string(),
})

type Nouveau = { id: number; version: number; nomAffichable: string; email: string }

/** Enqueues the mail that opens a new account, in the transaction of its creation. */
export function insertBienvenue(
  db: Db,
  { id, version, nomAffichable: nom, email }: Nouveau,
  dueLe: Date,
): Promise<void> {
  const charge: z.infer<typeof zBienvenue> = {
    utilisateurId: id,
    a: { nom, email },
    objet: 'Relevé\u00a0: votre compte',
  }
  return insertTache(db, { genre: 'COMPTE_CREE', cle: `compte:${id}:${version}`, charge, dueLe })
}

type Compte = NonNullable<Awaited<ReturnType<typeof findNouveau>>>

function courrielDe(
  { nomAffichable, identifiant }: Compte,
  { a, objet }: z.infer<typeof zBienvenue>,
  motDePasse: string,
  urlPublique?: string,
): Courriel {
  return {
    a,
    objet,
    texte: [
      `Bonjour ${nomAffichable},`,
      'Un compte a été créé pour vous sur Relevé, la plateforme des rapports des structures.',
      `Identifiant\u00a0: ${identifiant}`,
      `Mot de passe provisoire\u00a0:\n${motDePasse}`,
      'Il vaut 72 heures, ou jusqu’à ce que vous en ayez choisi un autre, ce qui vous est demandé aussitôt connecté. Passé ce délai, demandez-en un par «\u00a0Mot de passe oublié\u202f?\u00a0» à l’écran de connexion.',
      'Ne transmettez ce courriel à personne. Si vous n’attendiez pas de compte, ne tenez pas compte de ce message.',
    ].join('\n\n'),
    ...(urlPublique && { lien: { libelle: 'Se connecter', url: `${urlPublique}/auth/login` } }),
  }
}

/** What sends a new account its first password. */
export function createEnvoiBienvenue(atelier: AtelierEnvoi & { urlPublique?: string }) {
  return createEnvoi(atelier, {
    charge: zBienvenue,
    async ecrire(tx, tache, le) {
      const compte = await findNouveau(tx, tache.utilisateurId, tache.a.email)
      if (!compte) return null
      const motDePasse = await tirerProvisoire(tx, { compte, le, duree: DUREE_MS })
      return courrielDe(compte, tache, motDePasse, atelier.urlPublique)
    },
  })
}
