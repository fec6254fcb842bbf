import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Sql } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { compterDemande } from './demande.sql.ts'
import { findDestinataire, findEmpreinteDuNom, tirerProvisoire } from './provisoire.sql.ts'
import { DUREES, QUOTAS_OUBLI } from './session.regles.ts'

/** What the task carries: nothing that was typed, and no password. */
const zDemande = z.object({
  /** Of the name, known or not. */
  empreinte: z.string(),
  demandeeLe: z.iso.datetime(),
  adresse: z.string(),
})

/** The same for all: whether the account exists is nobody's business. */
const REPONSE = { libelle: 'Un nouveau mot de passe vous a été envoyé par mail' }

type Demande = { identifiant: string; adresse: string; maintenant: Date }

/**
 * Takes a demand, known account or not: it looks none up, so that neither the answer nor its time
 * can tell; a task does, later. `sql` is the plain handle: the count must stay whatever follows.
 * @throws TROP_DE_DEMANDES
 */
export async function demanderMotDePasse(
  sql: Sql,
  { identifiant, adresse, maintenant }: Demande,
): Promise<typeof REPONSE> {
  const { parAdresse, parCompte } = QUOTAS_OUBLI
  await compterDemande(sql, `motDePasse:${adresse}`, parAdresse, maintenant)
  const empreinte = await findEmpreinteDuNom(sql, identifiant)
  await compterDemande(sql, `motDePasse:${empreinte}`, parCompte, maintenant)
  const charge: z.infer<typeof zDemande> = {
    empreinte,
    demandeeLe: maintenant.toISOString(),
    adresse,
  }
  await inTransaction(sql, async (tx) => {
    const cle = `motDePasse:${randomUUID()}`
    await insertTache(tx, { genre: 'MOT_DE_PASSE_OUBLIE', cle, charge, dueLe: maintenant })
    const ligne = { utilisateurId: null, action: 'MOT_DE_PASSE_DEMANDE', detail: { adresse } }
    await insertJournal(tx, { le: maintenant, ...ligne })
  })
  return REPONSE
}

type Compte = NonNullable<Awaited<ReturnType<typeof findDestinataire>>>

function courrielDe(compte: Compte, motDePasse: string, urlPublique?: string): Courriel {
  return {
    a: { nom: compte.nomAffichable, email: compte.email },
    objet: 'Relevé\u00A0: votre mot de passe provisoire',
    texte: [
      `Bonjour ${compte.nomAffichable},`,
      `Un nouveau mot de passe a été demandé pour votre compte «\u00A0${compte.identifiant}\u00A0».`,
      `Mot de passe provisoire\u00A0:\n${motDePasse}`,
      'Il vaut 30\u00A0minutes, ou jusqu’à ce que vous en ayez choisi un autre, ce qui vous est demandé aussitôt connecté. Si vous en avez reçu plusieurs, prenez le dernier.',
      'Votre mot de passe actuel reste valable tant que vous n’avez pas utilisé celui-ci. Si vous n’avez rien demandé, ne tenez pas compte de ce courriel.',
    ].join('\n\n'),
    ...(urlPublique && { lien: { libelle: 'Se connecter', url: `${urlPublique}/auth/login` } }),
  }
}

/**
 * What carries a demand out: sends a new temporary password to its account. A demand that waited as
 * long as a password lives is dropped: nobody waits for its mail any more.
 */
export function createEnvoiMotDePasse(atelier: AtelierEnvoi & { urlPublique?: string }) {
  return createEnvoi(atelier, {
    charge: zDemande,
    async ecrire(tx, { empreinte, demandeeLe, adresse }, le) {
      const duree = DUREES.provisoire
      if (le.getTime() - Date.parse(demandeeLe) >= duree) return null
      const compte = await findDestinataire(tx, empreinte)
      if (!compte) return null
      const tirage = { utilisateurId: compte.id, le, duree, detail: { adresse } }
      return courrielDe(compte, await tirerProvisoire(tx, tirage), atelier.urlPublique)
    },
  })
}
