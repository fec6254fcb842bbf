import highsModule, { type Highs, type Model } from 'highs'

/** A hidden figure as readers know it: no less than `floor`; `whole` unless it is an average. */
export type Unknown = { floor: number; whole: boolean }

/**
 * What they know of hidden figures together: their sum, each so many times; `slack`: by how much
 * it may be wrong, for what it was made of is rounded; `atMost`: they make that sum, or less.
 */
export type Row = {
  terms: ReadonlyMap<string, number>
  sum: number
  slack?: number
  atMost?: boolean
}

/** Between what a hidden figure may be; `proved`: nothing narrower can be worked out. */
export type Range = { low: number; high: number; proved: boolean }

/** What figures may be together, by name. */
export type Solution = ReadonlyMap<string, number>

/**
 * What is already known of figures whose rows change little from one question to the next. `truth`:
 * what they are, where it is known; `ends`: by figure, solutions in which it was least and most. The
 * solver adds to these. Nothing of it is believed: each is tried on the rows of the question.
 */
export type Known = { truth: Solution; ends: Map<string, Solution[]> }

/** The figures to be bounded, and how wide each is looked at. */
export type Question = {
  rows: readonly Row[]
  unknowns: ReadonlyMap<string, Unknown>
  widths: ReadonlyMap<string, number>
  known?: Known
  /** Whether a range tells enough for the others not to be looked for. */
  settles?: (name: string, range: Range) => boolean
}

/** Within which the solver's numbers are taken to be whole. */
const SLACK = 1e-4
/** Of what a row adds up, what adding fractions up may lose. */
const PRECISION = 1e-9
/** More than any figure is: a most that reaches it has none. Never told of whole numbers. */
const MOST = 1e9
/** Seconds for the bounds of one system in whole numbers, where the plain ones are fractions. */
const PATIENCE = 30

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= SLACK

type Side = 1 | -1

/** One system of rows in the solver's memory, which is given back by `dispose`. */
class System {
  private readonly names: string[]
  private readonly places: ReadonlyMap<string, number>
  private readonly unknowns: ReadonlyMap<string, Unknown>
  private readonly known: Known
  private plain: Model | null = null
  private bounded: Model | null = null
  private whole: Model | null = null
  private readonly highs: Highs
  private readonly rows: readonly Row[]
  private readonly statuses: Highs['constants']['modelStatus']
  private readonly types: Highs['constants']['variableType']
  /** The least and the most that each figure was in some solution in whole numbers. */
  private readonly seen = new Map<string, { low: number; high: number }>()

  constructor(highs: Highs, { rows, unknowns, known }: Question) {
    this.names = [...new Set(rows.flatMap(({ terms }) => [...terms.keys()]))]
    this.places = new Map(this.names.map((name, i) => [name, i]))
    this.unknowns = unknowns
    this.statuses = highs.constants.modelStatus
    this.types = highs.constants.variableType
    this.highs = highs
    this.rows = rows
    this.known = known ?? { truth: new Map(), ends: new Map() }
    if (known) this.tryOut(known.truth)
  }

  /** In fractions: made once something is asked that no known solution answers. */
  private get model(): Model {
    this.plain ??= this.build({})
    return this.plain
  }

  private build({ whole = false, most = Infinity }): Model {
    const model = this.highs.createModel()
    model.options.set({ output_flag: false, time_limit: PATIENCE })
    // In whole numbers, not even a large bound: its presolve then writes out of its memory.
    for (const name of this.names) model.addVar(this.floorOf(name), most)
    for (const { terms, sum, slack = 0, atMost = false } of this.rows) {
      const entries = {
        indices: [...terms.keys()].map((name) => this.places.get(name) ?? 0),
        values: [...terms.values()],
      }
      model.addRow(atMost ? -Infinity : sum - slack, sum + slack, entries)
    }
    if (whole)
      for (const [i, name] of this.names.entries())
        if (this.isWholeFigure(name)) model.changeColIntegrality(i, this.types.integer)
    return model
  }

  dispose(): void {
    this.plain?.dispose()
    this.bounded?.dispose()
    this.whole?.dispose()
  }

  isImpossible(): boolean {
    return this.seen.size === 0 && this.run(this.model) === this.statuses.infeasible
  }

  private floorOf(name: string): number {
    return this.unknowns.get(name)?.floor ?? 0
  }

  private isWholeFigure(name: string): boolean {
    return this.unknowns.get(name)?.whole ?? true
  }

  /** Whether these figures are a solution, in whole numbers: the solver is not believed. */
  private holds(values: ArrayLike<number>): boolean {
    const allowed = this.names.every((name, i) => {
      const value = values[i] ?? 0
      return value >= this.floorOf(name) - SLACK && (!this.isWholeFigure(name) || isWhole(value))
    })
    return (
      allowed &&
      this.rows.every(({ terms, sum, slack = 0, atMost = false }) => {
        let [rest, size] = [-sum, Math.abs(sum)]
        for (const [name, k] of terms) {
          const part = k * (values[this.places.get(name) ?? 0] ?? 0)
          rest += part
          size += Math.abs(part)
        }
        const over = atMost ? rest : Math.abs(rest)
        return over <= slack + SLACK + PRECISION * size
      })
    )
  }

  /** Notes what is a solution in whole numbers; whether it is. */
  private note(values: ArrayLike<number>): boolean {
    if (!this.holds(values)) return false
    for (const [i, name] of this.names.entries()) {
      const value = values[i] ?? 0
      const known = this.seen.get(name) ?? { low: value, high: value }
      known.low = Math.min(known.low, value)
      known.high = Math.max(known.high, value)
      this.seen.set(name, known)
    }
    return true
  }

  /** A solution of other rows: figures that it does not name are what they are. */
  private tryOut(solution: Solution): void {
    const { truth } = this.known
    this.note(this.names.map((name) => solution.get(name) ?? truth.get(name) ?? Number.NaN))
  }

  /** What came of it; null: the solver gave up, which proves nothing. */
  private run(model: Model): number | null {
    try {
      model.run()
      return model.getModelStatus()
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'HighsError') return null
      throw failure
    }
  }

  /** Looks for the least (1) or the most (-1) that a figure may be, and notes it if it is found. */
  private aim(model: Model, place: number, side: Side) {
    model.changeColCost(place, side)
    const status = this.run(model)
    const optimal = status === this.statuses.optimal
    const values = optimal ? model.getSolution().colValue : null
    const noted = values !== null && this.note(values)
    model.changeColCost(place, 0)
    if (noted) this.keep(place, side, values)
    const endless = side === -1 && (values?.[place] ?? 0) >= MOST - 1
    return { optimal, noted, unbounded: endless || status === this.statuses.unbounded }
  }

  private keep(place: number, side: Side, values: ArrayLike<number>): void {
    const name = this.names[place] ?? ''
    const ends = this.known.ends.get(name) ?? []
    ends[side === 1 ? 0 : 1] = new Map(this.names.map((one, i) => [one, values[i] ?? 0]))
    this.known.ends.set(name, ends)
  }

  /** In fractions: where it cannot tell what has no most (« unknown »), asked below a large one. */
  private aimPlain(place: number, side: Side) {
    const told = this.aim(this.model, place, side)
    if (told.optimal || told.unbounded) return told
    this.bounded ??= this.build({ most: MOST })
    return this.aim(this.bounded, place, side)
  }

  /** The least (1) or the most (-1) that a figure may be, in `seen`; whether the solver ended. */
  private bound(name: string, place: number, side: Side): boolean {
    const { optimal, noted, unbounded } = this.aimPlain(place, side)
    // As far in whole numbers: from one solution, it goes on.
    if (unbounded)
      this.seen.set(name, { low: this.floorOf(name), ...this.seen.get(name), high: Infinity })
    if (noted || unbounded) return true
    if (!optimal) return false
    // Slower, and only when the plain answer is a fraction.
    this.whole ??= this.build({ whole: true })
    return this.aim(this.whole, place, side).noted
  }

  /** Its range, or as much of it as is `width` wide. */
  rangeOf(name: string, width: number): Range {
    const place = this.places.get(name)
    if (place === undefined) return { low: this.floorOf(name), high: Infinity, proved: true }
    const seen = () => this.seen.get(name) ?? { low: Infinity, high: this.floorOf(name) }
    const enough = () => seen().high - seen().low >= width
    for (const end of this.known.ends.get(name) ?? []) if (!enough() && end) this.tryOut(end)
    let proved = true
    for (const side of [-1, 1] as const) {
      if (enough()) break
      if (!this.bound(name, place, side)) proved = false
    }
    return { ...seen(), proved: proved || enough() }
  }
}

/** Bounds of what tables hide, by linear programming in whole numbers. */
export type Solver = {
  /**
   * The range of each of these figures, no wider than it is asked to be looked at; null: no figures
   * at all make these rows. Once one `settles`, those that follow are left out.
   */
  rangesOf(question: Question): Map<string, Range> | null
}

/** The solver itself. The package describes its CommonJS face, whose default is one level below. */
export const loadHighs = highsModule as unknown as () => Promise<Highs>

/** It fell, as a program in WebAssembly does: its memory is no longer to be believed. */
class Fallen extends Error {}

const nameOf = ({ rows, widths }: Question): string =>
  JSON.stringify([rows.map(({ terms, ...rest }) => [...terms, rest]), [...widths]])

function rangesOf(system: System, { widths, settles }: Question): Map<string, Range> | null {
  if (widths.size > 0 && system.isImpossible()) return null
  const ranges = new Map<string, Range>()
  for (const [name, width] of widths) {
    const range = system.rangeOf(name, width)
    ranges.set(name, range)
    if (settles?.(name, range)) break
  }
  return ranges
}

/** `fatal`: systems by which it has fallen, of which nothing is proved; no `highs`: of none. */
function solverOf(highs: Highs | null, fatal: Set<string>): Solver {
  return {
    rangesOf(question) {
      if (!highs || (fatal.size > 0 && fatal.has(nameOf(question)))) {
        const names = [...question.widths.keys()]
        return new Map(names.map((name) => [name, { low: 0, high: 0, proved: false }]))
      }
      try {
        const system = new System(highs, question)
        const ranges = rangesOf(system, question)
        system.dispose()
        return ranges
      } catch (cause) {
        fatal.add(nameOf(question))
        throw new Fallen('le solveur est tombé', { cause })
      }
    },
  }
}

/** A fifth of a second, and some 40 MB: for a thread or a process that looks for bounds, no other. */
export const openSolver = async (): Promise<Solver> => solverOf(await loadHighs(), new Set())

/** Falls after which nothing more is asked of it. */
const FALLS = 5

/**
 * Does what asks for bounds. Should the solver fall, it is thrown away, another is opened, and all
 * is done again: `act` is to give the same each time. What made it fall is not proved.
 */
export async function withSolver<T>(act: (solver: Solver) => T, load = loadHighs): Promise<T> {
  const fatal = new Set<string>()
  for (;;) {
    try {
      return act(solverOf(fatal.size < FALLS ? await load() : null, fatal))
    } catch (failure) {
      if (!(failure instanceof Fallen)) throw failure
      process.emitWarning(failure.message, { code: 'SOLVEUR_TOMBE', detail: String(failure.cause) })
    }
  }
}
