import { type Champ, EMAIL, surUneLigne, TELEPHONE } from '../champ.ts'

const LIGNE = { max: 150 } as const satisfies Champ
const LIGNES = { max: 500, nature: 'lignes' } as const satisfies Champ

/** What comes before an address; `domaine.org:8080` has none. */
const SCHEMA = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/** A site gets the `https://` that people leave out. */
function normaliserSite(valeur: string): string {
  const texte = surUneLigne(valeur)
  return texte && !SCHEMA.test(texte) ? `https://${texte}` : texte
}

/** A page of the web, without a password in its address. */
function estSite(texte: string): boolean {
  if (!URL.canParse(texte)) return false
  const { protocol, hostname, username, password } = new URL(texte)
  return /^https?:$/.test(protocol) && hostname.includes('.') && username + password === ''
}

const SITE = {
  max: 200,
  nature: 'site',
  normaliser: normaliserSite,
  forme: {
    est: estSite,
    faute: 'Saisissez l’adresse d’un site. Exemple\u00A0: https://www.domaine.org.',
  },
} as const satisfies Champ

/** What the legal notices say of whoever runs the platform, in the order of the screen. */
export const CHAMPS_MENTIONS = {
  editeurNom: LIGNE,
  editeurAdresse: LIGNES,
  editeurTelephone: TELEPHONE,
  directeurPublication: LIGNE,
  hebergeurNom: LIGNE,
  hebergeurAdresse: LIGNES,
  hebergeurTelephone: TELEPHONE,
  protectionNom: LIGNE,
  protectionEmail: EMAIL,
  protectionTelephone: TELEPHONE,
  autoriteNom: LIGNE,
  autoriteAdresse: LIGNES,
  autoriteSite: SITE,
  accessibiliteAudit: LIGNES,
  accessibiliteRecours: LIGNES,
  securiteEmail: EMAIL,
} as const satisfies Record<string, Champ>
export type ChampMention = keyof typeof CHAMPS_MENTIONS
// The keys of a literal are its own.
export const NOMS_MENTIONS = Object.keys(CHAMPS_MENTIONS) as ChampMention[]
/** Every field, blank where nothing was given. */
export type Mentions = Record<ChampMention, string>

/** One value for each field. */
export function parChamp<Valeur>(
  de: (champ: ChampMention) => Valeur,
): Record<ChampMention, Valeur> {
  // `NOMS_MENTIONS` holds every key.
  return Object.fromEntries(NOMS_MENTIONS.map((champ) => [champ, de(champ)])) as Record<
    ChampMention,
    Valeur
  >
}
