import { expect, it } from 'vitest'

/** Every catalogue of sentences. */
const CATALOGUES = import.meta.glob<Record<string, unknown>>('./**/*.textes.ts', { eager: true })

/** What the three sides are written in, tests aside. */
const SOURCES = import.meta.glob<string>(
  [
    './**/*.{ts,tsx}',
    '../../contract/src/**/*.ts',
    '../../server/src/**/*.ts',
    '!**/*.{test,banc,sql}.{ts,tsx}',
  ],
  { eager: true, query: '?raw', import: 'default' },
)

/** What a counted thing is called when there is one, and keeps its « s ». */
const INVARIABLES = /^(?:mois|fois|sans|dans|plus|moins|pas|hors|ms)$/

type Dite = number | string
type Phrase = { ou: string; dit: Dite; phrase: string }

/** A thing whose every part is this. */
const toutFait = (de: Dite): object =>
  new Proxy({}, { get: (_, nom) => (nom === Symbol.toPrimitive ? () => de : de) })

/** Every way to give this to a sentence: each of its parts so, by itself or in what holds it. */
function* essayer(valeur: (...donnes: unknown[]) => unknown, de: Dite): Generator<string> {
  for (const donne of [de, toutFait(de)]) {
    try {
      const phrase: unknown = valeur(...Array.from({ length: valeur.length }, () => donne))
      if (typeof phrase === 'string' && !/undefined|NaN|\[object|Invalid/.test(phrase)) yield phrase
    } catch {
      // It takes something else.
    }
  }
}

/** Every sentence that takes something, said with each of these. */
function* direTout(ou: string, valeur: unknown, mots: readonly Dite[]): Generator<Phrase> {
  if (typeof valeur === 'object' && valeur !== null) {
    for (const [nom, une] of Object.entries(valeur)) yield* direTout(`${ou}.${nom}`, une, mots)
    return
  }
  // A year is counted by nobody.
  if (typeof valeur !== 'function' || /^\(?annee\b/.test(String(valeur))) return
  for (const dit of mots) {
    for (const phrase of essayer(valeur as () => unknown, dit)) yield { ou, dit, phrase }
  }
}

const phrasesAvec = (mots: readonly Dite[]) =>
  Object.entries(CATALOGUES).flatMap(([fichier, tout]) => [...direTout(fichier, tout, mots)])

/** Every sentence that takes nothing. */
function* direFixes(ou: string, valeur: unknown): Generator<Phrase> {
  if (typeof valeur === 'string') yield { ou, dit: '', phrase: valeur }
  else if (typeof valeur === 'object' && valeur !== null) {
    for (const [nom, une] of Object.entries(valeur)) yield* direFixes(`${ou}.${nom}`, une)
  }
}
const fixes = Object.entries(CATALOGUES).flatMap(([fichier, tout]) => [...direFixes(fichier, tout)])

const comptees = phrasesAvec([0, 1, 2, 21])

/** The words that follow the number, where it does. */
const comptesDe = ({ dit, phrase }: Phrase) =>
  [
    ...phrase.matchAll(new RegExp(`(?<![\\d,.\\p{L}])${dit}[\\s\\u00a0\\u202f](\\p{Ll}+)`, 'gu')),
  ].map(([, mot = '']) => mot)

/** What follows a year, a day or a name, and is not counted. */
const NON_COMPTE =
  /^(?:se|est|sont|a|l|en|de|du|au|lit|saisit|ne|non|existe|d|pour|à|change|comparées|caractères|sur|et|ou|par)$/

const ecrire = ({ ou, dit, phrase }: Phrase) => `${ou}(${dit})\u00a0: ${phrase}`

const fautes = (nombres: readonly number[], estFausse: (mot: string) => boolean) =>
  comptees
    .filter(({ dit }) => nombres.some((nombre) => nombre === dit))
    .filter((phrase) =>
      comptesDe(phrase).some(
        (mot) => !NON_COMPTE.test(mot) && !INVARIABLES.test(mot) && estFausse(mot),
      ),
    )
    .map(ecrire)

it('met au singulier ce qui est compté par 0 ou par 1', () => {
  expect(comptees.length).toBeGreaterThan(600)
  expect(fautes([0, 1], (mot) => mot.endsWith('s') || mot.endsWith('x'))).toEqual([])
})

it('met au pluriel ce qui est compté par 2 ou davantage', () => {
  expect(fautes([2, 21], (mot) => !/[sx]$/.test(mot))).toEqual([])
})

/** Every sentence that takes a name, said with those that call for an elision. */
const nommees = phrasesAvec(['août 2026', 'EPM'])

it('n’écrit ni « de » ni « que » devant une voyelle', () => {
  expect(nommees.length).toBeGreaterThan(300)
  const fausse = /\b(?:de|que) (?:août|EPM)/
  expect(nommees.filter(({ phrase }) => fausse.test(phrase)).map(ecrire)).toEqual([])
})

/** What never begins by a vowel that one hears: a number, or words of ours. */
const SANS_VOYELLE =
  /^(?:format(?:Compte|Nombre|Taille|Date)|nombre\.|compter?\(|structures\(|ceMois\(|direRetenus|commande\b|[A-Z_]+\b(?!\.\w+\()|QUOTAS|annee|min\b|max\b|n\b|c\.|String\(|court\(|cellules\.length|mois\.length|enTete\b|de\b|faute\.divisor|dite?\b|nommee\b|adresse|section|cellule\.adresse|pages\b)/

const APRES = /(?<![\p{L}’-])(?:de|que|lorsque|puisque) \$\{([^}]*)/giu

it('ne fait suivre « de » et « que » d’un nom que par ce qui les élide', () => {
  const trouvees = Object.entries(SOURCES).flatMap(([fichier, texte]) =>
    // `avecDe` is what elides.
    [...texte.replace('`de ${nom}`', '').matchAll(APRES)]
      .filter(([, donne = '']) => !SANS_VOYELLE.test(donne))
      .map(([tout]) => `${fichier}\u00a0: ${tout}}`),
  )
  expect(Object.keys(SOURCES).length).toBeGreaterThan(500)
  expect(trouvees).toEqual([])
})

it('élide aussi ce qui est écrit d’avance', () => {
  // « onze », « oui » and « un » that counts keep it; so does a word that is quoted.
  const fausse =
    /(?<![\p{L}’'-])(?:de|que|ne|se|je|le|la) (?!un\b|une\b|onz|oui\b|uns\b)[aeiouyàâéèêîôû]/giu
  expect(fixes.length).toBeGreaterThan(1000)
  expect(fixes.filter(({ phrase }) => fausse.test(phrase)).map(ecrire)).toEqual([])
})

it('ne montre ni code, ni mot de programme', () => {
  // An address of a cell, a code of state, what a value that is not there becomes; but the variable
  // that whoever runs the platform is to give.
  const code =
    /\b[A-Z]{2,}_[A-Z]{2,}\b|\b[A-Z]{3,}\.[A-Z]+\.[A-Z]\b|\b(?:undefined|null|NaN|true|false)\b|\[object/
  expect(
    fixes.filter(({ phrase }) => code.test(phrase.replace('(SMTP_URL)', ''))).map(ecrire),
  ).toEqual([])
})
