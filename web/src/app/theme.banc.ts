import { readFileSync } from 'node:fs'
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

/** What each value of the colour of origin becomes in another one; a value of no token has no row. */
function devenir(origine: Jetons, autre: Jetons): Map<string, Set<string>> {
  const suites = new Map<string, Set<string>>()
  for (const [nom, valeur] of Object.entries(origine)) {
    const suite = suites.get(valeur) ?? new Set()
    suites.set(valeur, suite.add(autre[nom] ?? valeur))
  }
  return suites
}

/**
 * Of the texts that are seen in the colour of origin, what would not be read in another one, in the
 * same mode or in `vers`. Where two tokens have the same value, both are tried: what is found in
 * another mode may be of the wrong one, and is then to be looked at.
 */
export function illisibles(paires: readonly Paire[], mode: ModeTheme, vers = mode): string[] {
  const origine = jetonsDe(BLOCS, mode, 'default')
  return COULEURS.flatMap((couleur) => {
    const suites = devenir(origine, jetonsDe(BLOCS, vers, couleur))
    const suivre = (valeur: string) => [...(suites.get(valeur) ?? [valeur])]
    return paires.flatMap(({ dessus, dessous, minimum }) =>
      suivre(dessus)
        .flatMap((texte) => suivre(dessous).map((fond) => [texte, fond] as const))
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
