import { estEmail, surPlusieursLignes, surUneLigne } from '../champ.ts'

/** What the legal notices say of whoever runs the platform, in the order of the screen. */
export const CHAMPS_MENTIONS = [
  'editeurNom',
  'editeurAdresse',
  'editeurTelephone',
  'directeurPublication',
  'hebergeurNom',
  'hebergeurAdresse',
  'hebergeurTelephone',
  'protectionNom',
  'protectionEmail',
  'protectionTelephone',
  'autoriteNom',
  'autoriteAdresse',
  'autoriteSite',
  'accessibiliteAudit',
  'accessibiliteRecours',
  'securiteEmail',
] as const
export type ChampMention = (typeof CHAMPS_MENTIONS)[number]
/** Every field, blank where nothing was given. */
export type Mentions = Record<ChampMention, string>

/** One value for each field: `CHAMPS_MENTIONS` holds every key. */
export function parChamp<Valeur>(
  de: (champ: ChampMention) => Valeur,
): Record<ChampMention, Valeur> {
  return Object.fromEntries(CHAMPS_MENTIONS.map((champ) => [champ, de(champ)])) as Record<
    ChampMention,
    Valeur
  >
}

/** How a field is written: on one line, on several, or in a form of its own. */
type Nature = 'ligne' | 'lignes' | 'telephone' | 'email' | 'site'

const NATURES: Record<ChampMention, Nature> = {
  editeurNom: 'ligne',
  editeurAdresse: 'lignes',
  editeurTelephone: 'telephone',
  directeurPublication: 'ligne',
  hebergeurNom: 'ligne',
  hebergeurAdresse: 'lignes',
  hebergeurTelephone: 'telephone',
  protectionNom: 'ligne',
  protectionEmail: 'email',
  protectionTelephone: 'telephone',
  autoriteNom: 'ligne',
  autoriteAdresse: 'lignes',
  autoriteSite: 'site',
  accessibiliteAudit: 'lignes',
  accessibiliteRecours: 'lignes',
  securiteEmail: 'email',
}

const LONGUEURS: Record<Nature, number> = {
  ligne: 150,
  lignes: 500,
  telephone: 40,
  email: 200,
  site: 200,
}

export const natureMention = (champ: ChampMention): Nature => NATURES[champ]
/** Most characters of a field. */
export const longueurMention = (champ: ChampMention): number => LONGUEURS[NATURES[champ]]

/** What comes before an address; `domaine.org:8080` has none. */
const SCHEMA = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/** What a field keeps of what was typed in it; a site gets the `https://` that people leave out. */
export function normaliserMention(champ: ChampMention, valeur: string): string {
  if (NATURES[champ] === 'lignes') return surPlusieursLignes(valeur)
  const texte = surUneLigne(valeur)
  return NATURES[champ] === 'site' && texte && !SCHEMA.test(texte) ? `https://${texte}` : texte
}

function estTelephone(texte: string): boolean {
  return /^\+?[\d\s()./-]+$/.test(texte) && texte.replace(/\D/g, '').length >= 3
}

/** A page of the web, without a password in its address. */
function estSite(texte: string): boolean {
  if (!URL.canParse(texte)) return false
  const { protocol, hostname, username, password } = new URL(texte)
  return /^https?:$/.test(protocol) && hostname.includes('.') && username + password === ''
}

const FORMES: Record<Nature, (texte: string) => boolean> = {
  ligne: () => true,
  lignes: () => true,
  telephone: estTelephone,
  email: estEmail,
  site: estSite,
}

const FAUTES: Record<Nature, string> = {
  ligne: '',
  lignes: '',
  telephone:
    'Saisissez un numéro de téléphone. Exemple\u00A0: +000\u00A000\u00A000\u00A000\u00A000.',
  email: 'Saisissez une adresse électronique valide. Exemple\u00A0: nom@domaine.org.',
  site: 'Saisissez l’adresse d’un site. Exemple\u00A0: https://www.domaine.org.',
}

/** What is wrong with a field, as a French sentence; null when all is well, or blank. */
export function fauteMention(champ: ChampMention, valeur: string): string | null {
  const texte = normaliserMention(champ, valeur)
  const longueur = longueurMention(champ)
  if (texte.length > longueur)
    return `Raccourcissez ce texte\u00A0: ${longueur} caractères au plus.`
  return texte === '' || FORMES[NATURES[champ]](texte) ? null : FAUTES[NATURES[champ]]
}
