import { noterCompte } from '../journal/noter.sql.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import { insertCourriel } from '../tache/tache.sql.ts'

/** What has become of what opens an account, as the journal says it. */
export type Evenement =
  | 'SECOND_FACTEUR_ACTIVE'
  | 'SECOND_FACTEUR_DESACTIVE'
  | 'SECOND_FACTEUR_REINITIALISE'
  | 'CODES_RENOUVELES'
  | 'IDENTITE_LIEE'
  | 'IDENTITE_DELIEE'
  | 'IDENTITE_RETIREE'

type Titulaire = { id: number; identifiant: string; nomAffichable: string; email: string | null }

type Circonstances = {
  maintenant: Date
  config: Config
  /** Whence its owner acted, to recognise himself; absent: somebody else did. */
  depuis?: { adresse: string; appareil: string | null }
  /** The provider of identities in question, as its button says. */
  fournisseur?: string
}

const SESSIONS = 'Vos autres sessions ont été fermées.'

/** What happened to the account, in quotation marks, and what to do if its owner did not ask. */
const LETTRES: Record<
  Evenement,
  { objet: string; fait: (compte: string, fournisseur: string) => string; sinon: string }
> = {
  SECOND_FACTEUR_ACTIVE: {
    objet: 'Relevé\u00a0: un second facteur a été activé',
    fait: (compte) =>
      `Un second facteur a été activé sur votre compte ${compte}\u00a0: à la connexion, un code de l’application s’ajoute désormais à votre mot de passe. ${SESSIONS}`,
    sinon:
      'Si ce n’est pas vous, prévenez aussitôt la direction centrale\u00a0: elle retirera ce second facteur, et vous changerez de mot de passe.',
  },
  SECOND_FACTEUR_DESACTIVE: {
    objet: 'Relevé\u00a0: votre second facteur a été désactivé',
    fait: (compte) =>
      `Le second facteur de votre compte ${compte} a été désactivé\u00a0: votre mot de passe suffit de nouveau pour vous connecter. ${SESSIONS}`,
    sinon:
      'Si ce n’est pas vous, changez aussitôt de mot de passe et prévenez la direction centrale.',
  },
  SECOND_FACTEUR_REINITIALISE: {
    objet: 'Relevé\u00a0: votre second facteur a été retiré',
    fait: (compte) =>
      `Un administrateur a retiré le second facteur de votre compte ${compte}\u00a0: votre mot de passe suffit de nouveau pour vous connecter.`,
    sinon:
      'Activez-en un autre à l’écran «\u00a0Mon compte\u00a0». Si vous n’avez rien demandé, prévenez la direction centrale.',
  },
  CODES_RENOUVELES: {
    objet: 'Relevé\u00a0: vos codes de récupération ont été renouvelés',
    fait: (compte) =>
      `Dix nouveaux codes de récupération ont été donnés pour votre compte ${compte}\u00a0: les précédents ne valent plus rien. ${SESSIONS}`,
    sinon:
      'Si ce n’est pas vous, changez aussitôt de mot de passe et prévenez la direction centrale.',
  },
  IDENTITE_LIEE: {
    objet: 'Relevé\u00a0: votre compte s’ouvre aussi par un service d’identité',
    fait: (compte, fournisseur) =>
      `Votre compte ${compte} vient d’être lié à une identité du service ${fournisseur}\u00a0: qui se connecte à ce service sous cette identité ouvre désormais votre compte.`,
    sinon:
      'Si ce n’est pas vous, déliez-la aussitôt à l’écran «\u00a0Mon compte\u00a0», changez de mot de passe et prévenez la direction centrale.',
  },
  IDENTITE_DELIEE: {
    objet: 'Relevé\u00a0: votre compte ne s’ouvre plus par un service d’identité',
    fait: (compte, fournisseur) =>
      `Votre compte ${compte} a été délié de son identité du service ${fournisseur}, qui ne l’ouvre plus\u00a0: il s’ouvre par son mot de passe. Les autres sessions qu’elle avait ouvertes ont été fermées.`,
    sinon:
      'Si ce n’est pas vous, changez aussitôt de mot de passe et prévenez la direction centrale.',
  },
  IDENTITE_RETIREE: {
    objet: 'Relevé\u00a0: votre compte ne s’ouvre plus par un service d’identité',
    fait: (compte) =>
      `Un administrateur a délié votre compte ${compte} du service d’identité qui l’ouvrait\u00a0: il s’ouvre par son mot de passe. Les sessions que ce service avait ouvertes ont été fermées.`,
    sinon:
      'Si vous ne connaissez pas votre mot de passe, choisissez «\u00a0Mot de passe oublié\u00a0» à l’écran de connexion. Si vous n’avez rien demandé, prévenez la direction centrale.',
  },
}

function phraseDepuis({ adresse, appareil }: NonNullable<Circonstances['depuis']>): string {
  const avec = appareil === null ? '' : `, avec ${appareil}`
  return `La demande est venue de l’adresse réseau ${adresse}${avec}.`
}

function courrielDe(
  { identifiant, nomAffichable: nom }: Titulaire,
  email: string,
  evenement: Evenement,
  { config, depuis, fournisseur = '' }: Circonstances,
): Courriel {
  const { objet, fait, sinon } = LETTRES[evenement]
  const url = `${adressePubliqueDe(config)}/dashboard/compte`
  return {
    a: { nom, email },
    objet,
    texte: [
      `Bonjour ${nom},`,
      fait(`«\u00a0${identifiant}\u00a0»`, `«\u00a0${fournisseur}\u00a0»`),
      ...(depuis ? [phraseDepuis(depuis)] : []),
      sinon,
    ].join('\n\n'),
    ...(config.urlPublique && { lien: { libelle: 'Ouvrir «\u00a0Mon compte\u00a0»', url } }),
  }
}

/**
 * Tells an account's owner what has become of what opens it, by a mail that leaves with the act
 * alone: whoever did not ask for it should know. Nothing for an account without an address.
 */
export async function prevenirTitulaire(
  db: Db,
  titulaire: Titulaire,
  evenement: Evenement,
  contexte: Circonstances,
): Promise<void> {
  const { id, email } = titulaire
  const { maintenant: le } = contexte
  if (!email) return
  const courriel = courrielDe(titulaire, email, evenement, contexte)
  await insertCourriel(db, `titulaire:${id}:${evenement}:${le.toISOString()}`, courriel, le)
}

/**
 * Says of a link with an identity that has just been made, however it was: a line of the journal,
 * and a mail to the account's owner. `raison`: what made it, where he did not by himself.
 */
export async function annoncerLien(
  db: Db,
  titulaire: Titulaire,
  lien: { fournisseur: string; raison?: string; adresse: string; appareil: string | null },
  { maintenant, config }: Pick<Circonstances, 'maintenant' | 'config'>,
): Promise<void> {
  const { appareil, ...detail } = lien
  const { fournisseur, adresse } = lien
  await noterCompte({ db, maintenant }, titulaire, 'IDENTITE_LIEE', { detail })
  const depuis = { adresse, appareil }
  await prevenirTitulaire(db, titulaire, 'IDENTITE_LIEE', {
    maintenant,
    config,
    depuis,
    fournisseur,
  })
}
