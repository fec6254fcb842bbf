import type { Champ } from '../champ.ts'

/** Webhooks that a platform may have. */
export const WEBHOOKS_MAX = 20

/** What a program elsewhere may be told of, in the order of the form. */
export const TYPES_WEBHOOK = [
  'rapport.soumis',
  'rapport.valide',
  'rapport.approuve',
  'rapport.diffuse',
  'rapport.renvoye',
  'rapport.rouvert',
  'rapport.annule',
  'annuaire.publie',
  'modele.publie',
] as const
export type TypeWebhook = (typeof TYPES_WEBHOOK)[number]

/** What is sent for a try; nothing has happened. */
export const TYPE_ESSAI = 'essai'

export const LIBELLES_TYPES_WEBHOOK: Record<TypeWebhook | typeof TYPE_ESSAI, string> = {
  'rapport.soumis': 'Rapport soumis',
  'rapport.valide': 'Rapport validé',
  'rapport.approuve': 'Rapport approuvé',
  'rapport.diffuse': 'Rapport diffusé',
  'rapport.renvoye': 'Rapport renvoyé',
  'rapport.rouvert': 'Rapport remis en saisie d’autorité',
  'rapport.annule': 'Rapport annulé',
  'annuaire.publie': 'Annuaire publié',
  'modele.publie': 'Modèle publié',
  [TYPE_ESSAI]: 'Essai',
}

const ADRESSE_INVALIDE =
  'Donnez une adresse https complète, sans mot de passe ni ancre. Exemple\u00a0: https://entrepot.exemple.org/releve.'

/** An address that a program is reached at; where it may lead, the server says. */
function estAdresse(texte: string): boolean {
  if (!URL.canParse(texte)) return false
  const { protocol, username, password, hash } = new URL(texte)
  return /^https?:$/.test(protocol) && !username && !password && !hash
}

/** What one says of a webhook, in the order of the form. */
export const CHAMPS_WEBHOOK = {
  nom: { libelle: 'Nom du webhook', max: 80, requis: 'Donnez un nom\u00a0: celui du programme.' },
  adresse: {
    libelle: 'Adresse qui reçoit',
    seul: 'Adresse du webhook',
    max: 500,
    requis: 'Donnez l’adresse à laquelle le programme reçoit.',
    forme: { est: estAdresse, faute: ADRESSE_INVALIDE },
  },
  types: {
    sorte: 'choix',
    libelle: 'Ce qui lui est dit',
    requis: 'Cochez au moins un événement.',
  },
} as const satisfies Record<string, Champ>
