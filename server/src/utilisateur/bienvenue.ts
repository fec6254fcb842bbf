import { z } from 'zod'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Courriel, Mailer } from '../platform/mailer.courriel.ts'
import { creerMotDePasseUnique } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { insertProvisoire } from '../session/provisoire.sql.ts'
import { type Fin, insertTache } from '../tache/tache.sql.ts'
import { findNouveau } from './fiche.sql.ts'

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
  sql: Sql,
  { id, version, nomAffichable: nom, email }: Nouveau,
  dueLe: Date,
): Promise<void> {
  const charge: z.infer<typeof zBienvenue> = {
    utilisateurId: id,
    a: { nom, email },
    objet: 'Relevé\u00A0: votre compte',
  }
  return insertTache(sql, { genre: 'COMPTE_CREE', cle: `compte:${id}:${version}`, charge, dueLe })
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
      'Un compte a été créé pour vous sur Relevé, la plateforme des rapports mensuels.',
      `Identifiant\u00A0: ${identifiant}`,
      `Mot de passe provisoire\u00A0:\n${motDePasse}`,
      'Il vaut 72 heures et ne sert qu’une fois\u00A0: aussitôt connecté, vous en choisirez un autre. Passé ce délai, demandez-en un par «\u00A0Mot de passe oublié\u202F?\u00A0» à l’écran de connexion.',
      'Ne transmettez ce courriel à personne. Si vous n’attendiez pas de compte, ne tenez pas compte de ce message.',
    ].join('\n\n'),
    ...(urlPublique && { lien: { libelle: 'Se connecter', url: `${urlPublique}/auth/login` } }),
  }
}

type Atelier = {
  sql: Sql
  mailer: Mailer
  maintenant: () => Date
  urlPublique?: string | undefined
}

/** A temporary password for the account; null when nothing is to be sent any more. */
function preparer({ sql, urlPublique }: Atelier, tache: z.infer<typeof zBienvenue>, le: Date) {
  return inTransaction(sql, async (tx): Promise<Courriel | null> => {
    const compte = await findNouveau(tx, tache.utilisateurId, tache.a.email)
    if (!compte) return null
    const { id: utilisateurId, identifiant: objet } = compte
    const motDePasse = creerMotDePasseUnique()
    const expireLe = new Date(le.getTime() + DUREE_MS)
    await insertProvisoire(tx, { utilisateurId, motDePasse, creeLe: le, expireLe })
    await insertJournal(tx, { le, utilisateurId, action: 'MOT_DE_PASSE_PROVISOIRE', objet })
    return courrielDe(compte, tache, motDePasse, urlPublique)
  })
}

/**
 * What sends a new account its first password: drawn as the mail leaves, so that it never stands in
 * the base, however long the mail waited; drawn anew at each try. Its task throws what the mailer
 * throws.
 */
export function createEnvoiBienvenue(atelier: Atelier) {
  return async (charge: unknown, reference: string): Promise<Fin> => {
    const le = atelier.maintenant()
    const courriel = await preparer(atelier, zBienvenue.parse(charge), le)
    if (!courriel) return 'SANS_OBJET'
    // Each try is another mail: the reference of the task would make it pass for the one before.
    await atelier.mailer.envoyer(courriel, `${reference}:${le.toISOString()}`)
    return 'FAITE'
  }
}
