import type { Role } from './droits.ts'

/** Rules of passwords: MonServiceSécurisé of ANSSI, and a list of predictable ones. */
const LONGUEUR_MIN = 12
const LONGUEUR_MIN_CENTRAL = 16
const LONGUEUR_MAX = 128
/** Above this length, no class of characters is asked for. */
const LONGUEUR_SANS_CLASSES = 20
/** What must remain once words, sequences and repeats that everyone tries are taken away. */
const RESTE_MIN = 5
/** Shorter parts of a name are met by chance. */
const PARTIE_MIN = 4

/** Words that everyone tries, with a year or a punctuation mark after: without accents. */
const MOTS = `
  administrateur administrator admin utilisateur user root guest invite motdepasse motpasse passe
  mdp password passwd pass secret login identifiant connexion session compte acces access changeme
  changezmoi azertyuiop azerty qsdfghjklm wxcvbn qwertyuiop qwerty asdfghjkl zxcvbnm bonjour
  bonsoir salut bienvenue welcome hello soleil chocolat doudou jetaime iloveyou amour loulou
  princesse princess dragon monkey football marseille paris france liberte sunshine superman
  batman starwars letmein master shadow test demo temporaire provisoire defaut default releve dpps
  annuaire structure direction centrale ministere rapport statistique formulaire centre regionale
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre printemps
  automne hiver ete lundi mardi mercredi jeudi vendredi samedi dimanche
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length)

/** Figures and signs written for letters. */
const LETTRES = new Map(
  Object.entries({ '@': 'a', 4: 'a', 3: 'e', 1: 'i', 0: 'o', 5: 's', $: 's', 7: 't' }),
)

/** What a password must not resemble. */
export type Proprietaire = {
  roles: readonly Role[]
  identifiant: string
  nom?: string | null
  prenoms?: string | null
  email?: string | null
}

/** Characters as a person counts them. */
function longueurDe(texte: string): number {
  return [...texte].length
}

/** Wide and other forms of a letter are that letter: nothing is hidden behind a keyboard. */
function sansAccent(texte: string): string {
  return texte.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function enLettres(texte: string): string {
  return texte.replace(/[@43105$7]/g, (signe) => LETTRES.get(signe) ?? signe)
}

function lettresEtChiffres(texte: string): string {
  return texte.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Least length for these roles: 16 for a central user, else 12. */
export function longueurMinimale(roles: readonly Role[]): number {
  const central = roles.some((role) => role !== 'ROLE_STRUCTURE')
  return central ? LONGUEUR_MIN_CENTRAL : LONGUEUR_MIN
}

function aQuatreClasses(motDePasse: string): boolean {
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  return classes.every((classe) => classe.test(motDePasse))
}

/** Runs of five or more that follow one another (« 12345 », « edcba ») are taken away. */
function sansSuites(texte: string): string {
  const codes = [...texte].map((signe) => signe.codePointAt(0) ?? 0)
  const garde = codes.map(() => true)
  for (const pas of [1, -1, 0]) {
    let debut = 0
    for (let i = 1; i <= codes.length; i += 1) {
      if (i < codes.length && (codes[i] ?? 0) - (codes[i - 1] ?? 0) === pas) continue
      const seuil = pas === 0 ? 3 : 4
      // Of a run, its first sign still counts for one.
      if (i - debut >= seuil) garde.fill(false, debut + 1, i)
      debut = i
    }
  }
  return [...texte].filter((_, i) => garde[i]).join('')
}

function sansMots(texte: string, mots: readonly string[]): string {
  return mots.reduce((reste, mot) => reste.replaceAll(mot, ''), texte)
}

function estPrevisible(motDePasse: string): boolean {
  const brut = sansAccent(motDePasse).replace(/^(.{1,8}?)\1+$/su, '$1')
  const restes = [brut, enLettres(brut)].map((texte) => {
    const sansAnnees = texte.replace(/(19|20)\d\d/g, '')
    return sansSuites(sansMots(lettresEtChiffres(sansSuites(sansAnnees)), MOTS))
  })
  return restes.some((reste) => new Set(reste).size < RESTE_MIN)
}

function ressemble(motDePasse: string, proprietaire: Proprietaire): boolean {
  const { identifiant, nom, prenoms, email } = proprietaire
  const brut = sansAccent(motDePasse)
  const formes = [lettresEtChiffres(brut), lettresEtChiffres(enLettres(brut))]
  const noms = [identifiant, nom ?? '', prenoms ?? '', email?.split('@')[0] ?? ''].map(sansAccent)
  const parties = noms.flatMap((texte) => [texte, ...texte.split(/[^\p{L}\p{N}]+/u)])
  return parties
    .map(lettresEtChiffres)
    .some((partie) => partie.length >= PARTIE_MIN && formes.some((forme) => forme.includes(partie)))
}

/**
 * Everything that makes a password too weak for this person, as French sentences; an empty list
 * when it may be used. Pure: the screen shows it while typing, the server decides by it.
 * `ancien` is the password that it replaces, when it is known.
 */
export function controlerMotDePasse(
  saisi: string,
  proprietaire: Proprietaire,
  ancien?: string,
): string[] {
  const raisons: string[] = []
  // As it is hashed: an accent typed apart makes the password no longer.
  const motDePasse = saisi.normalize('NFC')
  const longueur = longueurDe(motDePasse)
  const minimum = longueurMinimale(proprietaire.roles)
  if (longueur < minimum) raisons.push(`Utilisez au moins ${minimum} caractères.`)
  if (motDePasse.length > LONGUEUR_MAX) raisons.push(`Utilisez au plus ${LONGUEUR_MAX} caractères.`)
  if (longueur <= LONGUEUR_SANS_CLASSES && !aQuatreClasses(motDePasse)) {
    raisons.push('Mélangez minuscules, majuscules, chiffres et signes, ou dépassez 20 caractères.')
  }
  if (estPrevisible(motDePasse)) {
    raisons.push('Évitez les mots de passe courants, les suites et les répétitions.')
  }
  if (ressemble(motDePasse, proprietaire)) {
    raisons.push('N’utilisez ni votre identifiant, ni votre nom, ni votre adresse électronique.')
  }
  if (motDePasse === ancien?.normalize('NFC')) {
    raisons.push('Choisissez un mot de passe différent de l’actuel.')
  }
  return raisons
}
