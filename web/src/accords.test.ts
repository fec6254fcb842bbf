import { expect, it } from 'vitest'

/** Every catalogue of sentences. */
const CATALOGUES = import.meta.glob<Record<string, unknown>>('./**/*.textes.ts', { eager: true })

/** What a counted thing is called when there is one, and keeps its « s ». */
const INVARIABLES = /^(?:mois|fois|sans|dans|plus|moins|pas)$/

type Phrase = { ou: string; n: number | string; dit: string }

/** Every sentence that takes one thing, said with each of these. */
function* direTout(
  ou: string,
  valeur: unknown,
  mots: readonly (number | string)[] = [0, 1, 2, 21],
): Generator<Phrase> {
  if (typeof valeur === 'object' && valeur !== null) {
    for (const [nom, une] of Object.entries(valeur)) yield* direTout(`${ou}.${nom}`, une, mots)
    return
  }
  // A year is counted by nobody.
  const prendUn = typeof valeur === 'function' && valeur.length === 1
  if (!prendUn || /^\(?annee\b/.test(String(valeur))) return
  for (const n of mots) {
    try {
      const dit: unknown = valeur(n)
      if (typeof dit === 'string') yield { ou, n, dit }
    } catch {
      // It takes something else than a number.
    }
  }
}

const phrases = Object.entries(CATALOGUES).flatMap(([fichier, tout]) => [
  ...direTout(fichier, tout),
])

/** The word that follows the number, where it does. */
const compteeDe = ({ n, dit }: Phrase) =>
  new RegExp(`(?:^|[^\\d,.\\p{L}])${n}[\\s\\u00a0\\u202f](\\p{Ll}+)`, 'u').exec(dit)?.[1]

/** What follows a year, a day or a name, and is not counted. */
const NON_COMPTE = /^(?:se|est|en|de|du|au|lit|ne|existe|d|pour|à|change|comparées|caractères)$/

const fautes = (nombres: readonly number[], estFausse: (mot: string) => boolean) =>
  phrases.flatMap((phrase) => {
    const mot = compteeDe(phrase)
    const fausse =
      mot &&
      nombres.some((nombre) => nombre === phrase.n) &&
      !NON_COMPTE.test(mot) &&
      !INVARIABLES.test(mot) &&
      estFausse(mot)
    return fausse ? [`${phrase.ou}(${phrase.n})\u00a0: ${phrase.dit}`] : []
  })

it('met au singulier ce qui est compté par 0 ou par 1', () => {
  expect(phrases.length).toBeGreaterThan(200)
  expect(fautes([0, 1], (mot) => mot.endsWith('s') || mot.endsWith('x'))).toEqual([])
})

it('met au pluriel ce qui est compté par 2 ou davantage', () => {
  expect(fautes([2, 21], (mot) => !/[sx]$/.test(mot))).toEqual([])
})

/** Every sentence that takes one name, said with those that call for an elision. */
const nommees = ['août 2026', 'EPM'].flatMap((nom) =>
  Object.entries(CATALOGUES).flatMap(([fichier, tout]) => [...direTout(fichier, tout, [nom])]),
)

it('n’écrit ni « de » ni « que » devant une voyelle', () => {
  expect(nommees.length).toBeGreaterThan(100)
  const fausse = /\b(?:de|que) (?:août|EPM)/
  expect(
    nommees.filter(({ dit }) => fausse.test(dit)).map(({ ou, dit }) => `${ou}\u00a0: ${dit}`),
  ).toEqual([])
})
