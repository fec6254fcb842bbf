import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const MODES = ['light', 'dark'] as const
export type ModeTheme = (typeof MODES)[number]
export const COULEURS = ['default', 'purple', 'cyan', 'blue', 'orange', 'red']

/** The tokens of a theme, `#rrggbb`, by name. */
export type Jetons = Record<string, string>
type Bloc = { mode?: string; couleur?: string; jetons: Jetons }

/** The blocks `:root[data-mode="…"][data-couleur="…"] { --x: #rrggbb; }` of a theme, in its order. */
export function lireBlocs(css: string): Bloc[] {
  const sansCommentaires = css.replace(/\/\*[^]*?\*\//g, '')
  return [...sansCommentaires.matchAll(/:root((?:\[[^\]]+\])*)\s*\{([^}]*)\}/g)].map(
    ([, attributs = '', corps = '']) => ({
      mode: /data-mode="(\w+)"/.exec(attributs)?.[1],
      couleur: /data-couleur="(\w+)"/.exec(attributs)?.[1],
      jetons: Object.fromEntries(
        [...corps.matchAll(/--([\w-]+):\s*(#[\da-f]{6})\s*;/gi)].map(([, nom, hex]) => [nom, hex]),
      ),
    }),
  )
}

/** The tokens in force in this mode and colour: the last block that applies has its say. */
export function jetonsDe(blocs: Bloc[], mode: string, couleur: string): Jetons {
  const valent = blocs.filter(
    (bloc) => (bloc.mode ?? mode) === mode && (bloc.couleur ?? couleur) === couleur,
  )
  return Object.assign({}, ...valent.map(({ jetons }) => jetons)) as Jetons
}

/** Relative luminance of `#rrggbb` (WCAG 2.1), from 0 to 1. */
function luminance(hex: string): number {
  const [rouge = 0, vert = 0, bleu = 0] = [1, 3, 5].map((debut) => {
    const part = Number.parseInt(hex.slice(debut, debut + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * rouge + 0.7152 * vert + 0.0722 * bleu
}

/** Contrast of two colours (WCAG 2.1), from 1 to 21; 0 when one of them is not there. */
export function contraste(un: string | undefined, autre: string | undefined): number {
  if (un === undefined || autre === undefined) return 0
  const [sombre = 0, clair = 0] = [luminance(un), luminance(autre)].toSorted((a, b) => a - b)
  return (clair + 0.05) / (sombre + 0.05)
}

export const BLOCS = lireBlocs(readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8'))

/** A text as it is seen: its colour, the one behind it (`#rrggbb`), and the contrast that it needs. */
export type Paire = { dessus: string; dessous: string; minimum: number }

type Emploi = 'dessus' | 'dessous'

/** The tokens that some style gives to texts, and to what is behind them. */
function lireEmplois(css: string): Record<Emploi, Set<string>> {
  const emplois = { dessus: new Set<string>(), dessous: new Set<string>() }
  const couples = css.matchAll(/(?<![\w-])(color|background(?:-color)?)\s*:\s*([^;}]*)/g)
  for (const [, propriete, valeur = ''] of couples) {
    const emploi = emplois[propriete === 'color' ? 'dessus' : 'dessous']
    for (const [, nom = ''] of valeur.matchAll(/var\(--([\w-]+)/g)) emploi.add(nom)
  }
  return emplois
}

const SOURCES = join(import.meta.dirname, '..')
const EMPLOIS = lireEmplois(
  globSync('**/*.css', { cwd: SOURCES })
    .map((chemin) => readFileSync(join(SOURCES, chemin), 'utf8'))
    .join('\n'),
)

/** What a value of the colour of origin, so used, becomes in another one; itself if no token's. */
function devenir(origine: Jetons, autre: Jetons, emploi: Emploi, valeur: string): string[] {
  const noms = Object.keys(origine).filter((nom) => origine[nom] === valeur)
  const employes = noms.filter((nom) => EMPLOIS[emploi].has(nom))
  // One that no style seems to use so: any of its tokens may be the one.
  const suites = (employes.length > 0 ? employes : noms).map((nom) => autre[nom] ?? valeur)
  return suites.length > 0 ? [...new Set(suites)] : [valeur]
}

/**
 * Of the texts that are seen in the colour of origin, what would not be read in another one, in the
 * same mode or in `vers`. Where two tokens so used have the same value, both are tried: what is
 * found in another mode may be of the wrong one, and is then to be looked at.
 */
export function illisibles(paires: readonly Paire[], mode: ModeTheme, vers = mode): string[] {
  const origine = jetonsDe(BLOCS, mode, 'default')
  return COULEURS.flatMap((couleur) => {
    const jetons = jetonsDe(BLOCS, vers, couleur)
    const suivre = (emploi: Emploi, valeur: string) => devenir(origine, jetons, emploi, valeur)
    return paires.flatMap(({ dessus, dessous, minimum }) =>
      suivre('dessus', dessus)
        .flatMap((texte) => suivre('dessous', dessous).map((fond) => [texte, fond] as const))
        .filter(([texte, fond]) => contraste(texte, fond) < minimum)
        .map(([texte, fond]) => {
          return `${couleur}: ${texte} sur ${fond} : ${contraste(texte, fond).toFixed(2)}`
        }),
    )
  })
}

/** Colours that are no token's: what they become in another colour is not known. */
export function sansJeton(paires: readonly Paire[], mode: ModeTheme): string[] {
  const connues = new Set(Object.values(jetonsDe(BLOCS, mode, 'default')))
  const vues = paires.flatMap(({ dessus, dessous }) => [dessus, dessous])
  return [...new Set(vues)].filter((vue) => !connues.has(vue))
}
