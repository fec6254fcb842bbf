import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const MODES = ['light', 'dark']
const COULEURS = ['default', 'purple', 'cyan', 'blue', 'orange', 'red']

/** What stands below the text, and what is written on it. */
const SURFACES = ['fond', 'papier', 'fond-doux', 'fond-survol']
const ETATS = ['succes', 'attention', 'erreur', 'info']
const TEXTES = ['encre', 'gris', 'accent', 'accent-fort', ...ETATS]

const TEXTE_MIN = 4.5
const TRAIT_MIN = 3

type Paire = readonly [dessus: string, dessous: string, minimum: number]
type Jetons = Record<string, string>
type Bloc = { mode?: string; couleur?: string; jetons: Jetons }

const PAIRES: Paire[] = [
  ...TEXTES.flatMap((texte) => SURFACES.map((surface): Paire => [texte, surface, TEXTE_MIN])),
  ...[...ETATS, 'accent'].flatMap((etat): Paire[] => [
    [etat, `${etat}-fond`, TEXTE_MIN],
    ['encre', `${etat}-fond`, TEXTE_MIN],
    ['gris', `${etat}-fond`, TEXTE_MIN],
  ]),
  ['accent-fort', 'accent-fond', TEXTE_MIN],
  ['sur-accent', 'accent', TEXTE_MIN],
  ['sur-accent', 'accent-fort', TEXTE_MIN],
  // Borders of fields, and the ring of the focus (WCAG 1.4.11).
  ...SURFACES.map((surface): Paire => ['trait-champ', surface, TRAIT_MIN]),
  ...SURFACES.map((surface): Paire => ['accent', surface, TRAIT_MIN]),
]

/** The blocks `:root[data-mode="…"][data-couleur="…"] { --x: #rrggbb; }` of a theme, in its order. */
function lireBlocs(css: string): Bloc[] {
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
function jetonsDe(blocs: Bloc[], mode: string, couleur: string): Jetons {
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
function contraste(un: string | undefined, autre: string | undefined): number {
  if (un === undefined || autre === undefined) return 0
  const [sombre = 0, clair = 0] = [luminance(un), luminance(autre)].toSorted((a, b) => a - b)
  return (clair + 0.05) / (sombre + 0.05)
}

/** Every pair that stays below its minimum, in words that say where to look. */
function faiblesses(jetons: Jetons): string[] {
  return PAIRES.flatMap(([dessus, dessous, minimum]) => {
    const mesure = contraste(jetons[dessus], jetons[dessous])
    const dit = `${dessus} ${jetons[dessus]} sur ${dessous} ${jetons[dessous]}`
    return mesure < minimum ? [`${dit} : ${mesure.toFixed(2)} (${minimum} au moins)`] : []
  })
}

const BLOCS = lireBlocs(readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8'))

describe('le thème', () => {
  for (const mode of MODES) {
    for (const couleur of COULEURS) {
      it(`se lit partout : ${mode}, ${couleur}`, () => {
        expect(faiblesses(jetonsDe(BLOCS, mode, couleur))).toEqual([])
      })
    }
  }

  it('donne son accent à chaque couleur, dans chaque mode', () => {
    const accents = MODES.flatMap((mode) =>
      COULEURS.map((couleur) => jetonsDe(BLOCS, mode, couleur)['accent']),
    )
    expect(new Set(accents).size).toBe(MODES.length * COULEURS.length)
  })
})

describe('ce qui juge le thème', () => {
  it('mesure le contraste comme WCAG', () => {
    expect(contraste('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contraste('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contraste('#777777', '#ffffff')).toBeLessThan(TEXTE_MIN)
    expect(contraste('#ffffff', '#ffffff')).toBe(1)
  })

  it('garde la valeur du bloc le plus précis', () => {
    const blocs = lireBlocs(`
      :root { --accent: #111111; --fond: #ffffff; }
      :root[data-couleur="red"] { --accent: #222222; /* --accent: #999999; */ }
      :root[data-mode="dark"] { --accent: #333333; }
      :root[data-mode="dark"][data-couleur="red"] { --accent: #444444; }`)
    expect(jetonsDe(blocs, 'light', 'default')).toEqual({ accent: '#111111', fond: '#ffffff' })
    expect(jetonsDe(blocs, 'light', 'red')['accent']).toBe('#222222')
    expect(jetonsDe(blocs, 'dark', 'blue')['accent']).toBe('#333333')
    expect(jetonsDe(blocs, 'dark', 'red')['accent']).toBe('#444444')
  })

  it('refuse un gris trop pâle, et un jeton qui manque', () => {
    const bons = jetonsDe(BLOCS, 'light', 'default')
    expect(faiblesses({ ...bons, gris: '#8a9197' })).toContainEqual(
      expect.stringMatching(/^gris #8a9197 sur papier #ffffff : 3\.\d\d \(4\.5 au moins\)$/),
    )
    const { succes: _, ...sansSucces } = bons
    expect(faiblesses(sansSucces)).toContainEqual(expect.stringMatching(/^succes undefined/))
  })
})
