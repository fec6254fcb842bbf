import highsModule, { type Highs } from 'highs'
import { describe, expect, it } from 'vitest'
import { masquer, type Systeme } from './secret.ts'
import { openSolver, type Row, type Unknown, withSolver } from './solveur.ts'

const rang = (sum: number, terms: Record<string, number>): Row => ({
  terms: new Map(Object.entries(terms)),
  sum,
})
const entier: Unknown = { floor: 0, whole: true }

/**
 * Means of structures that have missed months, which weigh more: 99 a + 100 b = 288 764, and
 * 4 c + 3 d = 10 303, in ninetieths and twelfths.
 */
const PESEES = [
  rang(288_764 / 90, { a: 1.1, b: 10 / 9 }),
  rang(51_515 / 12, { c: 5 / 3, d: 1.25 }),
  rang(288_764 / 90 + 51_515 / 12, { c: 5 / 3, a: 1.1, d: 1.25, b: 10 / 9 }),
  rang(-7263.611111111112, { m: -10, e: 10 / 9 }),
]
const INCONNUES = new Map<string, Unknown>([
  ['m', { floor: 1 / 12, whole: false }],
  ...['a', 'b', 'c', 'd', 'e'].map((nom): [string, Unknown] => [nom, entier]),
])
const TOUTES = new Map([...INCONNUES.keys()].map((nom) => [nom, 1e9]))

describe('les bornes de chiffres cachés', () => {
  it('sont trouvées en nombres entiers, où des parts ont des poids qui n’en sont pas', async () => {
    const solveur = await openSolver()
    const lues = solveur.rangesOf({ rows: PESEES, unknowns: INCONNUES, widths: TOUTES })
    const bornes = Object.fromEntries(
      [...(lues ?? [])].map(([nom, { low, high }]) => [nom, [Math.round(low), Math.round(high)]]),
    )
    expect(bornes).toMatchObject({
      a: [36, 2836],
      b: [80, 2852],
      c: [1, 2575],
      d: [1, 3433],
    })
    expect([...(lues?.values() ?? [])].map(({ proved }) => proved)).not.toContain(false)
  })

  it('n’ont pas de haut quand rien n’en donne', async () => {
    const solveur = await openSolver()
    const lues = solveur.rangesOf({
      rows: PESEES,
      unknowns: INCONNUES,
      widths: new Map([['e', 2]]),
    })
    expect(lues?.get('e')).toEqual({ low: 0, high: Number.POSITIVE_INFINITY, proved: true })
  })

  it('se trouvent aussi là où rien ne borne rien, que le solveur ne sait pas dire', async () => {
    // What leaves, by reason and sex: all of it hidden, and every sum with it.
    const egalites: Record<string, number>[] = [
      { H: -1, fh: 1 },
      { F: -1, rf: 1, ff: 1 },
      { T: -1, r: 1, f: 1 },
      { r: -1, rf: 1 },
      { f: -1, fh: 1, ff: 1 },
      { T: -1, H: 1, F: 1 },
      { T: -1, S: 1 },
      { S: -1, U: 1 },
    ]
    const cone = egalites.map((termes) => rang(0, termes))
    const noms = new Set(cone.flatMap(({ terms }) => [...terms.keys()]))
    const un: Unknown = { floor: 1, whole: true }
    const inconnues = new Map([...noms].map((nom) => [nom, un]))
    const solveur = await openSolver()
    // Not one by one: it is what it was asked before that it goes on from.
    for (const ordre of ['F ff T', 'f H T', 'F r S', 'f fh U']) {
      const voulus = new Map(ordre.split(' ').map((nom) => [nom, 2]))
      const lues =
        solveur.rangesOf({ rows: cone, unknowns: inconnues, widths: voulus })?.values() ?? []
      const larges = [...lues].map(({ low, high, proved }) => [high - low, proved])
      const libre = [Number.POSITIVE_INFINITY, true]
      expect([ordre, larges]).toEqual([ordre, [libre, libre, libre]])
    }
  })
})

const chargerHighs = highsModule as unknown as () => Promise<Highs>

/** Has it write out of its memory, in earnest: what bounds of a thousand million do to it. */
function ruiner(highs: Highs): void {
  const modele = highs.createModel()
  modele.options.set({ output_flag: false })
  const noms = [...INCONNUES.keys()]
  for (const nom of noms) modele.addVar(INCONNUES.get(nom)?.floor ?? 0, 1e9)
  for (const { terms, sum } of PESEES)
    modele.addRow(sum, sum, {
      indices: [...terms.keys()].map((nom) => noms.indexOf(nom)),
      values: [...terms.values()],
    })
  for (const [i, nom] of noms.entries())
    if (INCONNUES.get(nom)?.whole)
      modele.changeColIntegrality(i, highs.constants.variableType.integer)
  modele.changeColCost(noms.indexOf('e'), -1)
  modele.run()
}

/** The true solver, which falls at some of its questions. */
function tombant(tombe: (tour: number) => boolean) {
  const fait = { tours: 0, chutes: 0 }
  const charger = async (): Promise<Highs> => {
    const highs = await chargerHighs()
    const createModel = () => {
      const modele = highs.createModel()
      const run = modele.run.bind(modele)
      modele.run = () => {
        fait.tours += 1
        if (!tombe(fait.tours)) return run()
        fait.chutes += 1
        ruiner(highs)
        throw new Error('le solveur n’est pas tombé')
      }
      return modele
    }
    return { ...highs, constants: highs.constants, createModel }
  }
  return { fait, charger }
}

/** Tables of rows and columns with their totals: small counts among others. */
function grille(n: number): Systeme {
  const valeurs = new Map<string, number>()
  const totaux = new Set<string>()
  const equations: Systeme['equations'] = []
  const rangs = Array.from({ length: n }, (_, i) => i)
  const ajouter = (total: string, parties: readonly string[]) => {
    valeurs.set(
      total,
      parties.reduce((somme, nom) => somme + (valeurs.get(nom) ?? 0), 0),
    )
    totaux.add(total)
    equations.push(new Map([[total, -1], ...parties.map((nom): [string, number] => [nom, 1])]))
  }
  for (const i of rangs) for (const j of rangs) valeurs.set(`${i} ${j}`, (i * 17 + j * 29) % 37)
  for (const i of rangs) {
    ajouter(
      `${i} T`,
      rangs.map((j) => `${i} ${j}`),
    )
    ajouter(
      `T ${i}`,
      rangs.map((j) => `${j} ${i}`),
    )
  }
  const aucun = {
    plafonds: [],
    anciens: new Set<string>(),
    latents: new Map<string, number>(),
    lies: new Map(),
  }
  return { valeurs, totaux, equations, ...aucun }
}

/** Small counts that readers of what is shown bound to fewer values than promised, or read. */
async function retrouvees({ valeurs, equations }: Systeme, seuil: number, caches: Set<string>) {
  const solveur = await openSolver()
  const petites = [...valeurs].flatMap(([nom, v]) => (v > 0 && v < seuil ? [nom] : []))
  const rangs = equations.map((equation): Row => {
    const montres = [...equation].filter(([nom]) => !caches.has(nom))
    const sum = montres.reduce((somme, [nom, k]) => somme - k * (valeurs.get(nom) ?? 0), 0)
    return { terms: new Map([...equation].filter(([nom]) => caches.has(nom))), sum }
  })
  const inconnues = new Map([...caches].map((nom) => [nom, { floor: 1, whole: true }]))
  const widths = new Map(petites.map((nom) => [nom, 2]))
  const lues = solveur.rangesOf({ rows: rangs, unknowns: inconnues, widths })
  return petites.filter((nom) => {
    const { low = 0, high = 0 } = lues?.get(nom) ?? {}
    return !caches.has(nom) || high - low < 2
  })
}

describe('deux modèles qui comptent les mêmes personnes, chaque mois et chaque trimestre', () => {
  const egal = (total: string, parties: readonly string[]) =>
    new Map([[total, -1], ...parties.map((nom): [string, number] => [nom, 1])])
  const deux: Systeme = {
    ...grille(0),
    valeurs: new Map(
      Object.entries({ a: 2, b: 7, c: 30, mois: 39, 'T b': 7, 'T d': 32, trimestre: 39 }),
    ),
    totaux: new Set(['mois', 'trimestre']),
    equations: [egal('mois', ['a', 'b', 'c']), egal('trimestre', ['T b', 'T d'])],
  }
  const memes = { ...deux, equations: [...deux.equations, egal('b', ['T b'])] }
  const cacher = (systeme: Systeme) =>
    withSolver((solveur) => masquer(systeme, { seuil: 5, solveur }))

  it('sont protégés chacun pour soi : qui sait que c’est le même chiffre lit l’un dans l’autre', async () => {
    const caches = await cacher(deux)
    expect(caches).toEqual(new Set(['a', 'b']))
    expect(await retrouvees(deux, 5, caches)).toEqual([])
    // What is promised of each is not promised of both.
    expect(await retrouvees(memes, 5, caches)).toEqual(['a'])
  })

  it('le seraient ensemble, si un modèle disait qu’il compte ce que compte l’autre', async () => {
    expect(await retrouvees(memes, 5, await cacher(memes))).toEqual([])
  })
})

describe('un solveur qui tombe', () => {
  const systeme = grille(8)
  const cacher = (charger: () => Promise<Highs>) =>
    withSolver((solveur) => masquer(systeme, { seuil: 10, solveur }), charger)

  it('est remplacé, et rien n’en est moins caché', async () => {
    const sans = tombant(() => false)
    const normal = await cacher(sans.charger)
    expect(normal.size).toBeGreaterThan(10)
    for (const tour of [1, 2, Math.round(sans.fait.tours / 2), sans.fait.tours]) {
      const { fait, charger } = tombant((t) => t === tour)
      const caches = await cacher(charger)
      expect([tour, fait.chutes]).toEqual([tour, 1])
      expect([tour, await retrouvees(systeme, 10, caches)]).toEqual([tour, []])
      expect(caches.size).toBeGreaterThanOrEqual(normal.size)
    }
  })

  it('toujours, n’est plus appelé, et rien de ce qui était caché n’est montré', async () => {
    const normal = await cacher(chargerHighs)
    const { fait, charger } = tombant(() => true)
    const caches = await cacher(charger)
    expect(fait.chutes).toBe(5)
    expect([...normal].filter((nom) => !caches.has(nom))).toEqual([])
  })

  it('laisse aussi large ce que cachait l’édition d’avant', async () => {
    // An edition hid four counts with two others; this one adds them up, which leaves each 1 or 2.
    const quatre = ['p', 'q', 'r', 's'].map((nom, i) => [nom, i === 0 ? 2 : 1] as const)
    const lus = new Map<string, number>([...quatre, ['un', 30], ['deux', 20], ['tous', 55]])
    const egal = (total: string, parties: readonly string[]) =>
      new Map([[total, -1], ...parties.map((nom): [string, number] => [nom, 1])])
    const noms = quatre.map(([nom]) => nom)
    const systemeLu: Systeme = {
      ...grille(0),
      valeurs: new Map([...lus, ['quatre', 5]]),
      equations: [egal('tous', [...noms, 'un', 'deux']), egal('quatre', noms)],
    }
    const lues = [{ valeurs: lus, caches: new Set([...noms, 'un', 'deux']) }]
    const { fait, charger } = tombant((tour) => tour === 1)
    const caches = await withSolver(
      (solveur) => masquer(systemeLu, { seuil: 5, solveur, lues }),
      charger,
    )
    expect(fait.chutes).toBe(1)
    expect(caches.has('quatre')).toBe(true)
  })

  it('ou qui dit ce qui n’est pas une solution, ne prouve rien', async () => {
    const mentir = async (): Promise<Highs> => {
      const highs = await chargerHighs()
      const createModel = () => {
        const modele = highs.createModel()
        const lire = modele.getSolution.bind(modele)
        modele.getSolution = () => {
          const lue = lire()
          return { ...lue, colValue: lue.colValue.map((valeur) => valeur + 3) }
        }
        return modele
      }
      return { ...highs, constants: highs.constants, createModel }
    }
    const autres = [rang(10, { x: 1, y: 1 })]
    const inconnues = new Map([['x', entier] as const, ['y', entier] as const])
    const lues = await withSolver(
      (solveur) =>
        solveur.rangesOf({ rows: autres, unknowns: inconnues, widths: new Map([['x', 2]]) }),
      mentir,
    )
    expect(lues?.get('x')?.proved).toBe(false)
  })

  it('ne prouve rien de ce qui l’a fait tomber, et prouve le reste', async () => {
    const { charger } = tombant((tour) => tour === 1)
    const autres = [rang(10, { x: 1, y: 1 })]
    const inconnues = new Map([['x', entier] as const, ['y', entier] as const])
    const [pesees, reste] = await withSolver(
      (solveur) => [
        solveur.rangesOf({ rows: PESEES, unknowns: INCONNUES, widths: new Map([['a', 2]]) }),
        solveur.rangesOf({ rows: autres, unknowns: inconnues, widths: new Map([['x', 2]]) }),
      ],
      charger,
    )
    expect(pesees?.get('a')?.proved).toBe(false)
    expect(reste?.get('x')).toEqual({ low: 0, high: 10, proved: true })
  })
})
