import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculer, juger, MARS, modeleDe, ouvrirFormule } from './banc.ts'
import { type Calcul, ouvrirCalcul } from './calcul.ts'
import { compilerModele } from './compile.ts'
import type { Noeud } from './formule.ast.ts'
import { lireFormule } from './formule.parser.ts'
import type { Champ, Donnees } from './modele.schema.ts'

// What judges the engine here is written apart: fractions of its own, reduced at each step.

type Rationnel = { p: bigint; q: bigint }

function pgcd(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : pgcd(b, a % b)
}

function rationnel(p: bigint, q = 1n): Rationnel {
  const commun = pgcd(p, q) || 1n
  const signe = q < 0n ? -1n : 1n
  return { p: (signe * p) / commun, q: (signe * q) / commun }
}

/** Half away from zero, in units of 10^-places. */
function arrondi({ p, q }: Rationnel, places: number): bigint {
  const [haut, bas] = places < 0 ? [p, q * 10n ** BigInt(-places)] : [p * 10n ** BigInt(places), q]
  const absolu = haut < 0n ? -haut : haut
  const entier = absolu / bas
  const reste = absolu % bas
  const monte = reste * 2n >= bas ? entier + 1n : entier
  return haut < 0n ? -monte : monte
}

type Lu = Rationnel | boolean | undefined
type Tirees = Readonly<Record<string, Rationnel>>

function evaluer(noeud: Noeud, tirees: Tirees): Lu {
  const de = (un: Noeud) => evaluer(un, tirees)
  const fraction = (un: Noeud): Rationnel | undefined => {
    const lu = de(un)
    return typeof lu === 'object' ? lu : undefined
  }
  switch (noeud.sorte) {
    case 'nombre':
      // Those of these formulas are whole, or a decimal of three digits.
      return rationnel(BigInt(Math.round(1000 * Number(noeud.valeur))), 1000n)
    case 'adresse':
      return tirees[noeud.segments[0] ?? '']
    case 'oppose': {
      const lu = fraction(noeud.de)
      return lu && rationnel(-lu.p, lu.q)
    }
    case 'arithmetique': {
      const [a, b] = [fraction(noeud.gauche), fraction(noeud.droite)]
      if (!a || !b) return undefined
      if (noeud.operateur === '+') return rationnel(a.p * b.q + b.p * a.q, a.q * b.q)
      if (noeud.operateur === '-') return rationnel(a.p * b.q - b.p * a.q, a.q * b.q)
      if (noeud.operateur === '*') return rationnel(a.p * b.p, a.q * b.q)
      return b.p === 0n ? undefined : rationnel(a.p * b.q, a.q * b.p)
    }
    case 'comparaison': {
      const [a, b] = [fraction(noeud.gauche), fraction(noeud.droite)]
      if (!a || !b) return undefined
      const ecart = a.p * b.q - b.p * a.q
      const juges = {
        '=': ecart === 0n,
        '<>': ecart !== 0n,
        '<': ecart < 0n,
        '<=': ecart <= 0n,
        '>': ecart > 0n,
        '>=': ecart >= 0n,
      }
      return juges[noeud.operateur]
    }
    case 'appel':
      return appeler(noeud, de, fraction)
    default:
      throw new Error(`${noeud.sorte} n’est pas tiré ici`)
  }
}

function appeler(
  { nom, arguments: dits }: Extract<Noeud, { sorte: 'appel' }>,
  de: (un: Noeud) => Lu,
  fraction: (un: Noeud) => Rationnel | undefined,
): Lu {
  const [premier, second, dernier] = dits
  if (!premier) throw new Error(nom)
  if (nom === 'SI' && second && dernier) {
    const vrai = de(premier)
    return vrai === undefined ? undefined : de(vrai === true ? second : dernier)
  }
  if (nom === 'ARRONDI') {
    const lu = fraction(premier)
    const places = second?.sorte === 'nombre' ? Number(second.valeur) : 0
    return lu && rationnel(arrondi(lu, places), 10n ** BigInt(places))
  }
  const lus = dits.map(fraction)
  const tous = lus.filter((lu) => lu !== undefined)
  if (tous.length < lus.length || !tous[0]) return undefined
  if (nom === 'ABS') return { p: tous[0].p < 0n ? -tous[0].p : tous[0].p, q: tous[0].q }
  const trie = tous.toSorted((a, b) => (a.p * b.q < b.p * a.q ? -1 : 1))
  if (nom === 'MIN') return trie[0]
  if (nom === 'MAX') return trie.at(-1)
  const somme = tous.reduce((a, b) => rationnel(a.p * b.q + b.p * a.q, a.q * b.q))
  return nom === 'MOYENNE' ? rationnel(somme.p, somme.q * BigInt(tous.length)) : somme
}

/** What a cell keeps: null, nothing; of more digits than fifteen, nothing either. */
function gardee(lu: Lu, decimales: number | null): number | boolean | null {
  if (typeof lu !== 'object') return lu ?? null
  if (lu.p === 0n) return 0
  const absolu = lu.p < 0n ? -lu.p : lu.p
  let rang = 0
  while (absolu >= lu.q * 10n ** BigInt(rang + 1)) rang++
  while (absolu * 10n ** BigInt(-Math.min(0, rang)) < lu.q * 10n ** BigInt(Math.max(0, rang)))
    rang--
  const places = decimales ?? 14 - rang
  if (places < 0) return null
  const unites = String(arrondi(lu, places))
  const chiffres = unites.replace('-', '')
  const entiers = Math.max(0, chiffres.length - places)
  const ecrites = chiffres.slice(entiers).replace(/0+$/, '')
  const significatifs = `${chiffres.slice(0, entiers)}${ecrites}`.replace(/^0+/, '')
  return significatifs.length > 15 ? null : Number(`${unites}e-${places}`)
}

type Tiree = { unites: number; places: number }
const nombreDe = ({ unites, places }: Tiree) => Number(`${unites}e-${places}`)
const rationnelDe = ({ unites, places }: Tiree) => rationnel(BigInt(unites), 10n ** BigInt(places))

/** Figures of an entry: up to fifteen digits, six of them decimals; small ones, and halves, often. */
const decimale: fc.Arbitrary<Tiree> = fc.oneof(
  fc.record({ unites: fc.integer({ min: -99_999, max: 99_999 }), places: fc.nat({ max: 3 }) }),
  fc.record({
    unites: fc.maxSafeInteger().map((un) => Math.trunc(un / 10)),
    places: fc.integer({ min: 3, max: 6 }),
  }),
  fc.record({
    unites: fc.integer({ min: -2000, max: 2000 }).map((un) => 10 * un + 5),
    places: fc.nat({ max: 4 }),
  }),
)
const entiere: fc.Arbitrary<Tiree> = fc
  .oneof(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -999_999_999, max: 999_999_999 }))
  .map((unites) => ({ unites, places: 0 }))

type Textes = { nombre: string; condition: string }

const formules = (operateurs: readonly string[], fonctions: readonly string[]) =>
  fc.letrec<Textes>((lie) => ({
    nombre: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('A', 'B', 'C', '2', '100', '0,5', '0,125'),
      fc
        .tuple(lie('nombre'), fc.constantFrom(...operateurs), lie('nombre'))
        .map(([g, op, d]) => `(${g} ${op} ${d})`),
      fc
        .tuple(fc.constantFrom(...fonctions), lie('nombre'), lie('nombre'))
        .map(([nom, a, b]) => `${nom}(${a}; ${b})`),
      fc.tuple(lie('nombre'), fc.nat({ max: 4 })).map(([a, n]) => `ARRONDI(${a}; ${n})`),
      lie('nombre').map((a) => `ABS(-${a})`),
      fc
        .tuple(lie('condition'), lie('nombre'), lie('nombre'))
        .map(([c, a, b]) => `SI(${c}; ${a}; ${b})`),
    ),
    condition: fc
      .tuple(lie('nombre'), fc.constantFrom('=', '<>', '<', '<=', '>', '>='), lie('nombre'))
      .map(([g, op, d]) => `${g} ${op} ${d}`),
  }))

const TOUTES = formules(['+', '-', '*', '/'], ['MIN', 'MAX', 'MOYENNE', 'SOMME'])
const lisible = (texte: string) => texte.length < 900

const champ = (code: string, decimales?: number): Champ => ({
  code,
  libelle: `Résultat ${code}`,
  nature: 'decimal',
  ...(decimales !== undefined && { decimales }),
})

const ouvrir = (champs: (Champ & { formule?: string })[], donnees: Donnees): Calcul =>
  ouvrirCalcul(compilerModele(modeleDe(champs)), donnees, MARS)

describe('une formule au hasard', () => {
  it('dit ce qu’en disent des fractions, arrondies une fois', () => {
    fc.assert(
      fc.property(
        TOUTES.nombre.filter(lisible),
        fc.tuple(decimale, decimale, decimale),
        fc.option(fc.nat({ max: 6 })),
        (formule, [a, b, c], decimales) => {
          const lu = evaluer(lireFormule(formule), {
            A: rationnelDe(a),
            B: rationnelDe(b),
            C: rationnelDe(c),
          })
          const donnees = { A: nombreDe(a), B: nombreDe(b), C: nombreDe(c) }
          const calcul = ouvrir([{ ...champ('R', decimales ?? undefined), formule }], donnees)
          const attendu = gardee(lu, decimales)
          expect(calcul.valeur('R')).toBe(attendu)
          expect(calcul.erreurs).toBe(lu !== undefined && attendu === null ? 1 : 0)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('juge comme des fractions, sans marge', () => {
    fc.assert(
      fc.property(
        TOUTES.condition.filter(lisible),
        fc.tuple(decimale, decimale, decimale),
        (formule, [a, b, c]) => {
          const tirees = { A: rationnelDe(a), B: rationnelDe(b), C: rationnelDe(c) }
          const donnees = { A: nombreDe(a), B: nombreDe(b), C: nombreDe(c) }
          expect(juger(formule, donnees)).toBe(evaluer(lireFormule(formule), tirees) ?? null)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('d’entiers va par la machine, et dit la même chose', () => {
    const entieres = formules(['+', '-', '*', '/'], ['MIN', 'MAX', 'SOMME'])
    fc.assert(
      fc.property(
        entieres.nombre.filter((une) => lisible(une) && !une.includes(',')),
        fc.tuple(entiere, entiere, entiere),
        (formule, [a, b, c]) => {
          const tirees = { A: rationnelDe(a), B: rationnelDe(b), C: rationnelDe(c) }
          const donnees = { A: nombreDe(a), B: nombreDe(b), C: nombreDe(c) }
          expect(calculer(formule, donnees)).toBe(
            gardee(evaluer(lireFormule(formule), tirees), null),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('un calcul de décimales', () => {
  it('garde les centimes : 927,15 − 884,70 est 42,45', () => {
    expect(calculer('A - B', { A: 927.15, B: 884.7 })).toBe(42.45)
    expect(calculer('ARRONDI(A - B; 1)', { A: 927.15, B: 884.7 })).toBe(42.5)
    expect(calculer('SOMME(A; B)', { A: 0.1, B: 0.2 })).toBe(0.3)
  })

  it('rend le tout de ses tiers', () => {
    expect(calculer('A / 3 * 3', { A: 100 })).toBe(100)
    expect(juger('A / 3 * 3 = A', { A: 0.1 })).toBe(true)
    expect(juger('MOYENNE(A; B; C) * 3 = SOMME(A; B; C)', { A: 0.1, B: 1, C: 33.33 })).toBe(true)
  })

  it('voit un centime au-delà de 10¹¹', () => {
    const donnees = { A: 123_456_789_012.34, B: 0, C: 123_456_789_012.35 }
    expect(juger('A + B = C', donnees)).toBe(false)
    expect(juger('A - B = C', { A: 1e12, B: 0.05, C: 999_999_999_999.99 })).toBe(false)
    expect(juger('A - B = C', { A: 1e12, B: 0.05, C: 999_999_999_999.95 })).toBe(true)
  })

  it('arrondit les grands nombres au chiffre près', () => {
    const donnees = { A: 600_000_000_000, B: 1000 }
    expect(calculer('ARRONDI(A * B; 0)', donnees)).toBe(600_000_000_000_000)
    expect(calculer('ARRONDI(A * 100; 0)', { A: -9_070_161_895.175 })).toBe(-907_016_189_518)
    expect(calculer('ARRONDI(A * 100; 0)', { A: -90_701_618_951.72495 })).toBe(-9_070_161_895_172)
  })

  it('arrondit les pertes comme les gains', () => {
    expect(calculer('ARRONDI(100 * (B - A) / A; 1)', { A: 16, B: 9 })).toBe(-43.8)
    expect(calculer('ARRONDI(100 * (B - A) / A; 1)', { A: 16, B: 23 })).toBe(43.8)
  })

  it('écrit dans ses messages le chiffre exact', () => {
    const modele = modeleDe([])
    const calcul = ouvrirCalcul(
      compilerModele({
        ...modele,
        controles: [
          {
            code: 'RA01',
            niveau: 'BLOQUANT',
            formule: 'A = B / 3',
            cellules: ['A'],
            message: '{attendu}, {B * B}, {A - B}',
          },
        ],
      }),
      { A: 927.15, B: 884_700_000_000.5 },
      MARS,
    )
    expect(calcul.resultats()[0]?.message).toBe(
      '294\u202f900\u202f000\u202f000,17, 782\u202f694\u202f090\u202f000\u202f884\u202f700\u202f000\u202f000,25, \u2212884\u202f699\u202f999\u202f073,35',
    )
  })
})

describe('une case calculée', () => {
  const tiers = [
    { ...champ('R', 1), formule: 'A / 3' },
    { ...champ('S'), formule: 'R * 3' },
    { ...champ('U'), formule: 'A / 3 * 3' },
  ]

  it('garde son résultat arrondi une fois à ses décimales, et qui la lit lit cela', () => {
    const calcul = ouvrir(tiers, { A: 100 })
    expect([calcul.valeur('R'), calcul.valeur('S'), calcul.valeur('U')]).toEqual([33.3, 99.9, 100])
  })

  it('garde quinze chiffres si elle ne nomme pas ses décimales', () => {
    expect(calculer('A / 3', { A: 100 })).toBe(33.3333333333333)
    expect(calculer('A / 3', { A: -1 })).toBe(-0.333333333333333)
  })

  it('dont le résultat a plus de quinze chiffres est une erreur qui arrête la soumission', () => {
    const calcul = ouvrirFormule('A * B', { A: 1e12, B: 1e12 })
    expect(calcul.valeur('R')).toBeNull()
    expect(calcul.erreurs).toBe(1)
    expect(calcul.resultats()).toEqual([
      {
        cle: 'CALCUL:R',
        code: 'CALCUL',
        niveau: 'BLOQUANT',
        cellules: ['R'],
        message:
          '«\u00a0Résultat\u00a0»\u00a0: le résultat a plus de 15 chiffres, il ne peut pas être gardé exactement. Vérifiez les valeurs dont il est calculé.',
        justification: null,
      },
    ])
  })

  it('cesse d’être une erreur quand son résultat tient, et le dit à l’écran', () => {
    const calcul = ouvrirFormule('A * B', { A: 1e12, B: 2 })
    expect(calcul.erreurs).toBe(0)
    const pose = calcul.changer({ B: 1e12 })
    expect(pose).toEqual({ cellules: ['B', 'R'], controles: ['CALCUL:R'] })
    expect(calcul.erreurs).toBe(1)
    expect(calcul.changer({ B: 1e11 }).controles).toEqual([])
    expect(calcul.changer({ B: 3 }).controles).toEqual(['CALCUL:R'])
    expect([calcul.erreurs, calcul.valeur('R')]).toEqual([0, 3e12])
  })

  it('d’une ligne qui disparaît n’est plus une erreur', () => {
    const modele = modeleDe([])
    const mc = compilerModele({
      ...modele,
      sections: [
        ...modele.sections,
        {
          code: 'TAB',
          libelle: 'Tableau',
          type: 'tableau',
          lignesMax: 3,
          colonnes: [
            { code: 'X', libelle: 'X', nature: 'decimal' },
            { code: 'R', libelle: 'Carré', nature: 'decimal', formule: 'X * X' },
          ],
        },
      ],
    })
    const calcul = ouvrirCalcul(mc, { 'TAB.a.X': 1e12, 'TAB.b.X': 1e12 }, MARS)
    expect(calcul.resultats().map(({ cellules }) => cellules)).toEqual([['TAB.a.R'], ['TAB.b.R']])
    expect(calcul.changer({ 'TAB.a.X': null }).controles).toContain('CALCUL:TAB.a.R')
    expect(calcul.erreurs).toBe(1)
  })

  it('lit d’un mois reçu avant les décimales exactes ce qui y est montré', () => {
    const mc = compilerModele(
      modeleDe([
        { ...champ('R', 1), formule: 'A / 3' },
        { ...champ('S'), formule: 'PRECEDENT(R)' },
      ]),
    )
    const autres = { 'CALC@2025-02': { R: 33.3333333333333 } }
    expect(ouvrirCalcul(mc, { A: 100 }, { ...MARS, autres }).valeur('S')).toBe(33.3)
  })
})
