import type { OutputOf } from '@releve/contract/operation.ts'
import type { leveeApi } from '@releve/contract/session/levee.api.ts'
import { z } from 'zod'
import { noterCompte } from '../journal/noter.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { instantEnLettres } from '../platform/jour.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { deleteLevee, insertLevee, reconnaitreAppareil } from './appareil.sql.ts'
import { findCompteParId, findDestinataire, findEmpreinteDuNom } from './secret.sql.ts'
import { DUREES, QUOTA_LEVEE } from './session.rules.ts'
import { compterDemande, deleteTentativesDuCompte, type Essai } from './tentative.sql.ts'

type Frein = {
  compte: { id: number } | undefined
  adresse: string
  maintenant: Date
  action: 'CONNEXION_FREINEE' | 'VERIFICATION_FREINEE' | 'MOT_DE_PASSE_FREINE'
}

/**
 * Keeps the trace of a try that is not even looked at, then lets its refusal go on: whoever insists
 * leaves a line now and then, not each time.
 */
export async function noterFrein(
  db: Db,
  { compte, adresse, maintenant, action }: Frein,
  echec: unknown,
): Promise<never> {
  if (echec instanceof ErreurMetier) {
    const trace = { cible: adresse, detail: { adresse }, espacee: true } as const
    await noterCompte({ db, maintenant }, compte, action, trace)
  }
  throw echec
}

/** What the task carries: nothing that was typed, and no link. */
export const zAvis = z.object({
  cause: z.enum(['MOT_DE_PASSE', 'CODE']),
  /** Of the name, known or not. */
  empreinte: z.string(),
  essais: z.number(),
  le: z.iso.datetime(),
  adresse: z.string(),
})
export type Avis = z.infer<typeof zAvis>

type Echec = Pick<Avis, 'cause' | 'adresse'> & { identifiant: string; le: Date }

const JOUR = 86_400_000

/**
 * Has an account's owner told, by mail, that failures make it wait: once for an episode, and once a
 * day while it lasts. Alike for any name, known or not: whose it is, the task sees later.
 */
export async function insertAvis(
  db: Db,
  { identifiant, le, ...dit }: Echec,
  { cle, echecs: essais, premierLe }: Essai,
): Promise<void> {
  const empreinte = await findEmpreinteDuNom(db, identifiant)
  const debut = new Date(premierLe)
  const jour = Math.floor((le.getTime() - debut.getTime()) / JOUR)
  const charge: Avis = { ...dit, empreinte, essais, le: le.toISOString() }
  await insertTache(db, {
    genre: 'COMPTE_FREINE',
    cle: `frein:${cle}:${debut.toISOString()}:${jour}`,
    charge,
    dueLe: le,
  })
}

type Destinataire = NonNullable<Awaited<ReturnType<typeof findDestinataire>>>

/** What was missed so many times, what follows, and what to do if it was not he. */
const CAUSES = {
  MOT_DE_PASSE: {
    fait: (essais: string, compte: string) =>
      `${essais} mots de passe faux ont été essayés pour votre compte ${compte}.`,
    suites: [
      'Par prudence, un nouvel essai doit désormais attendre, de plus en plus longtemps. Chaque appareil d’où vous vous êtes déjà connecté est compté à part\u00a0: là, rien de ce qu’essaie un inconnu ne vous fait attendre.',
      'Si vous attendez, ouvrez le lien ci-dessous sur l’appareil d’où vous voulez vous connecter\u00a0: il lève cette attente. Il vaut un jour et ne sert qu’une fois\u00a0; votre mot de passe reste demandé.',
    ],
    sinon:
      'Si ce n’est pas vous, votre mot de passe n’est pas connu pour autant\u00a0: ne le changez que si vous l’avez donné, ou s’il sert ailleurs.',
  },
  CODE: {
    fait: (essais: string, compte: string) =>
      `${essais} codes de vérification faux ont été essayés pour votre compte ${compte}, après son mot de passe.`,
    suites: [
      'Par prudence, un nouvel essai doit désormais attendre, de plus en plus longtemps\u00a0; aucun lien ni mot de passe provisoire ne lève cette attente. Chaque appareil où vous avez déjà donné un code juste est compté à part\u00a0: connectez-vous depuis lui.',
      'Si vous n’avez plus ni votre téléphone ni vos codes de récupération, demandez à l’administration de retirer votre second facteur.',
    ],
    sinon:
      'Si ce n’est pas vous, quelqu’un connaît votre mot de passe\u00a0: changez-le aussitôt, et prévenez la direction centrale.',
  },
}

type Lien = Courriel['lien']

/**
 * Where the mail leads: to the act that lifts a wait for passwords; for codes nothing does, or
 * whoever reads the mail would have the telephone's worth.
 */
async function lienDe(
  tx: Db,
  { id }: Destinataire,
  { cause, le, url }: Pick<Avis, 'cause'> & { le: Date; url: string },
): Promise<Lien> {
  if (cause === 'CODE')
    return { libelle: 'Changer mon mot de passe', url: `${url}/dashboard/chgmdp` }
  const jeton = await insertLevee(tx, id, le)
  return { libelle: 'Lever l’attente', url: `${url}/auth/lever?jeton=${jeton}` }
}

function courrielDe(
  { nomAffichable: nom, identifiant, email }: Destinataire,
  { cause, essais, le, adresse }: Avis,
  fuseau: string,
  lien: Lien,
): Courriel {
  const { fait, suites, sinon } = CAUSES[cause]
  return {
    a: { nom, email },
    objet: 'Relevé\u00a0: des essais de connexion à votre compte ont échoué',
    texte: [
      `Bonjour ${nom},`,
      `${fait(String(essais), `«\u00a0${identifiant}\u00a0»`)} Le dernier est venu de l’adresse réseau ${adresse}, le ${instantEnLettres(new Date(le), fuseau)}.`,
      ...suites,
      sinon,
    ].join('\n\n'),
    lien,
  }
}

/** What sends the notice. One that waited a whole day is dropped: its wait is over. */
export function createEnvoiAvis({ url, ...atelier }: AtelierEnvoi & { url: string }) {
  return createEnvoi(atelier, {
    charge: zAvis,
    async ecrire(tx, avis, le) {
      if (le.getTime() - Date.parse(avis.le) >= DUREES.levee) return null
      const compte = await findDestinataire(tx, avis.empreinte)
      if (!compte) return null
      const lien = await lienDe(tx, compte, { cause: avis.cause, le, url })
      const { fuseau } = await findReglages(tx)
      return courrielDe(compte, avis, fuseau, lien)
    },
  })
}

type DemandeLevee = {
  jeton: string
  jetonAppareil?: string | undefined
  adresse: string
  maintenant: Date
}

const LIBELLE_LEVEE = 'L’attente est levée. Vous pouvez vous connecter.'

/**
 * Lifts an account's wait by the link mailed to its owner, which serves once, and knows his device
 * from now on: strangers who go on do not shut him out again before he has signed in. Codes keep
 * theirs. `db` is the plain handle: the count of demands stays.
 * @throws LEVEE_INTROUVABLE, TROP_DE_DEMANDES
 */
export async function leverAttente(
  db: Db,
  { jeton, jetonAppareil, adresse, maintenant: le }: DemandeLevee,
): Promise<OutputOf<typeof leveeApi.leverAttente>> {
  await compterDemande(db, `levee:${adresse}`, QUOTA_LEVEE, le)
  return inTransaction(db, async (tx) => {
    const utilisateurId = await deleteLevee(tx, jeton, le)
    if (utilisateurId === undefined) throw erreur('LEVEE_INTROUVABLE')
    await deleteTentativesDuCompte(tx, await findCompteParId(tx, utilisateurId))
    const donne = await reconnaitreAppareil(tx, { utilisateurId, jeton: jetonAppareil }, le)
    const compte = { id: utilisateurId }
    await noterCompte({ db: tx, maintenant: le }, compte, 'ATTENTE_LEVEE', { detail: { adresse } })
    return { libelle: LIBELLE_LEVEE, jetonAppareil: donne }
  })
}
