import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  BLOCS,
  COULEURS,
  contraste,
  illisibles,
  type Jetons,
  jetonsDe,
  lireBlocs,
  MODES,
  sansJeton,
} from './theme.banc.ts'

/** What stands below the text, and what is written on it. */
const SURFACES = ['fond', 'papier', 'fond-doux', 'fond-survol']
const ETATS = ['succes', 'attention', 'erreur', 'info']
const TEXTES = ['encre', 'gris', 'accent', 'accent-fort', ...ETATS]

const TEXTE_MIN = 4.5
const TRAIT_MIN = 3

type Paire = readonly [dessus: string, dessous: string, minimum: number]

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

/** Every pair that stays below its minimum, in words that say where to look. */
function faiblesses(jetons: Jetons): string[] {
  return PAIRES.flatMap(([dessus, dessous, minimum]) => {
    const mesure = contraste(jetons[dessus], jetons[dessous])
    const dit = `${dessus} ${jetons[dessus]} sur ${dessous} ${jetons[dessous]}`
    return mesure < minimum ? [`${dit} : ${mesure.toFixed(2)} (${minimum} au moins)`] : []
  })
}

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

describe('ce qui est vu dans une couleur', () => {
  const [fort, fond] = ['#0e4552', '#e2eff1']

  it('se juge dans les autres par ses jetons', () => {
    expect(illisibles([{ dessus: fort, dessous: fond, minimum: 4.5 }], 'light')).toEqual([])
    const dites = illisibles([{ dessus: '#155e6e', dessous: '#ffffff', minimum: 6.5 }], 'light')
    expect(dites).toContainEqual(expect.stringMatching(/^cyan: #00708a sur #ffffff : 5\.\d\d$/))
    expect(dites.filter((dit) => /^(default|purple):/.test(dit))).toEqual([])
  })

  it('se juge dans l’autre mode par ce que ses jetons y deviennent', () => {
    const clair = jetonsDe(BLOCS, 'light', 'default')
    const [texte, papier] = [clair['encre'] ?? '', clair['papier'] ?? '']
    // White is that of the paper here, and of what is written on the accent elsewhere.
    expect(papier).toBe(clair['sur-accent'])
    const paire = { dessus: texte, dessous: papier, minimum: 4.5 }
    expect(illisibles([paire], 'light', 'dark')).toEqual([])
    const trop = illisibles([{ ...paire, minimum: 20 }], 'light', 'dark')
    expect(trop).toContainEqual(expect.stringMatching(/^default: #[\da-f]{6} sur #1b2023 : /))
  })

  it('ne se juge pas s’il n’est d’aucun jeton', () => {
    const vues = [{ dessus: fort, dessous: '#123456', minimum: 4.5 }]
    expect(sansJeton(vues, 'light')).toEqual(['#123456'])
  })

  it('ne dépend de la couleur que par ses jetons', () => {
    const racine = join(import.meta.dirname, '..')
    const autres = readdirSync(racine, { recursive: true, encoding: 'utf8' })
      .filter((nom) => nom.endsWith('.css') && !nom.endsWith('app/theme.css'))
      .filter((nom) => readFileSync(join(racine, nom), 'utf8').includes('data-couleur'))
    expect(autres).toEqual([])
  })
})

describe('le mode', () => {
  it('ne change que des jetons, et les pastilles qui montrent les couleurs', () => {
    const racine = join(import.meta.dirname, '..')
    const regles = readdirSync(racine, { recursive: true, encoding: 'utf8' })
      .filter((nom) => nom.endsWith('.css') && !nom.endsWith('app/theme.css'))
      .map((nom) => readFileSync(join(racine, nom), 'utf8'))
      .flatMap((css) => [...css.matchAll(/[^{}]*(?:data-mode|prefers-color-scheme)[^{}]*\{/g)])
    expect(regles.length).toBeGreaterThan(0)
    expect(regles.map(([regle]) => regle).filter((r) => !r.includes('data-pastille'))).toEqual([])
  })
})

describe('le sens de lecture', () => {
  it('ne change aucune couleur : chacune se regarde dans un seul', () => {
    const racine = join(import.meta.dirname, '..')
    const feuilles = readdirSync(racine, { recursive: true, encoding: 'utf8' })
      .filter((nom) => nom.endsWith('.css'))
      .map((nom) => readFileSync(join(racine, nom), 'utf8'))
    const selonLeSens = feuilles.flatMap((css) =>
      [...css.matchAll(/[^{}]*(?:\[dir|:dir\()[^{}]*\{[^{}]*\}/g)].map(([regle]) => regle),
    )
    expect(selonLeSens.length).toBeGreaterThan(5)
    expect(selonLeSens.filter((regle) => /color|background|fill|opacity/.test(regle))).toEqual([])
  })
})
