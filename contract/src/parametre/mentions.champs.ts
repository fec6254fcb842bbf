import { EMAIL, surUneLigne, TELEPHONE, type Texte } from '../champ.ts'

const LIGNE = { max: 150 } as const
const LIGNES = { max: 500, nature: 'lignes' } as const

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
    faute: 'Saisissez l’adresse d’un site. Exemple\u00a0: https://www.domaine.org.',
  },
} as const satisfies Omit<Texte, 'libelle'>

/** What the legal notices say of whoever runs the platform, in the order of the screen. */
export const CHAMPS_MENTIONS = {
  editeurNom: { ...LIGNE, libelle: 'Nom de l’éditeur', seul: 'Éditeur' },
  editeurTelephone: { ...TELEPHONE, libelle: 'Téléphone de l’éditeur' },
  editeurAdresse: { ...LIGNES, libelle: 'Adresse de l’éditeur' },
  directeurPublication: {
    ...LIGNE,
    libelle: 'Directeur ou directrice de la publication',
    seul: 'Directeur de la publication',
  },
  hebergeurNom: { ...LIGNE, libelle: 'Nom de l’hébergeur', seul: 'Hébergeur' },
  hebergeurTelephone: { ...TELEPHONE, libelle: 'Téléphone de l’hébergeur' },
  hebergeurAdresse: { ...LIGNES, libelle: 'Adresse de l’hébergeur' },
  protectionNom: {
    ...LIGNE,
    libelle: 'Personne ou service',
    seul: 'Contact pour la protection des données',
  },
  protectionEmail: {
    ...EMAIL,
    libelle: 'Son adresse électronique',
    seul: 'Adresse électronique pour la protection des données',
  },
  protectionTelephone: {
    ...TELEPHONE,
    libelle: 'Son téléphone',
    seul: 'Téléphone pour la protection des données',
  },
  autoriteNom: {
    ...LIGNE,
    libelle: 'Nom de l’autorité',
    seul: 'Autorité de protection des données',
  },
  autoriteSite: {
    ...SITE,
    libelle: 'Site de l’autorité',
    seul: 'Site de l’autorité de protection des données',
  },
  autoriteAdresse: {
    ...LIGNES,
    libelle: 'Adresse de l’autorité',
    seul: 'Adresse de l’autorité de protection des données',
  },
  accessibiliteAudit: {
    ...LIGNES,
    libelle: 'Audit par un tiers',
    seul: 'Audit d’accessibilité',
  },
  accessibiliteRecours: { ...LIGNES, libelle: 'Voie de recours' },
  securiteEmail: { ...EMAIL, libelle: 'Adresse électronique pour signaler une faille' },
} as const satisfies Record<string, Texte>
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
