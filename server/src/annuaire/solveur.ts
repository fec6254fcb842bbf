import highsModule, { type Highs, type Model } from 'highs'

/** A hidden figure as readers know it: no less than `floor`; `whole` unless it is an average. */
export type Unknown = { floor: number; whole: boolean }

/**
 * What they know of hidden figures together: their sum, each so many times; `slack`: by how much
 * it may be wrong, for what it was made of is rounded.
 */
export type Row = { terms: ReadonlyMap<string, number>; sum: number; slack?: number }

/** Between what a hidden figure may be; `proved`: nothing narrower can be worked out. */
export type Range = { low: number; high: number; proved: boolean }

/** More than any count; a figure that reaches it has no bound. */
const BEYOND = 1e9
/** Within which the solver's numbers are taken to be whole. */
const SLACK = 1e-4
/** Seconds for the bounds of one system in whole numbers, where the plain ones are fractions. */
const PATIENCE = 30

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= SLACK

type Side = 1 | -1

/** One system of rows in the solver's memory, which is given back by `dispose`. */
class System {
  private readonly names: string[]
  private readonly unknowns: ReadonlyMap<string, Unknown>
  private readonly model: Model
  private whole: Model | null = null
  private readonly highs: Highs
  private readonly rows: readonly Row[]
  private readonly optimal: number
  private readonly infeasible: number
  private readonly types: Highs['constants']['variableType']
  /** The least and the most that each figure was in some solution in whole numbers. */
  private readonly seen = new Map<string, { low: number; high: number }>()

  constructor(highs: Highs, rows: readonly Row[], unknowns: ReadonlyMap<string, Unknown>) {
    this.names = [...new Set(rows.flatMap(({ terms }) => [...terms.keys()]))]
    this.unknowns = unknowns
    this.optimal = highs.constants.modelStatus.optimal
    this.infeasible = highs.constants.modelStatus.infeasible
    this.types = highs.constants.variableType
    this.highs = highs
    this.rows = rows
    this.model = this.build(false)
  }

  private build(whole: boolean): Model {
    const model = this.highs.createModel()
    model.options.set({ output_flag: false, time_limit: PATIENCE })
    for (const name of this.names) model.addVar(this.floorOf(name), BEYOND)
    const places = new Map(this.names.map((name, i) => [name, i]))
    for (const { terms, sum, slack = 0 } of this.rows) {
      const entries = {
        indices: [...terms.keys()].map((name) => places.get(name) ?? 0),
        values: [...terms.values()],
      }
      model.addRow(sum - slack, sum + slack, entries)
    }
    if (whole)
      for (const [i, name] of this.names.entries())
        if (this.isWholeFigure(name)) model.changeColIntegrality(i, this.types.integer)
    return model
  }

  dispose(): void {
    this.model.dispose()
    this.whole?.dispose()
  }

  isImpossible(): boolean {
    return this.run(this.model) === this.infeasible
  }

  private floorOf(name: string): number {
    return this.unknowns.get(name)?.floor ?? 0
  }

  private isWholeFigure(name: string): boolean {
    return this.unknowns.get(name)?.whole ?? true
  }

  /** Notes a solution; whether every figure that must be is a whole number in it. */
  private note(values: ArrayLike<number>): boolean {
    const whole = this.names.every(
      (name, i) => !this.isWholeFigure(name) || isWhole(values[i] ?? 0),
    )
    if (!whole) return false
    for (const [i, name] of this.names.entries()) {
      const value = values[i] ?? 0
      const known = this.seen.get(name) ?? { low: value, high: value }
      known.low = Math.min(known.low, value)
      known.high = Math.max(known.high, value)
      this.seen.set(name, known)
    }
    return true
  }

  /** A solution that is the best there is; null: none was found in time. */
  private solve(model: Model): Float64Array | null {
    if (this.run(model) !== this.optimal) return null
    return Float64Array.from(model.getSolution().colValue)
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

  /** In whole numbers: slower, and only when the plain answer is a fraction. */
  private solveWhole(place: number, side: Side): Float64Array | null {
    this.whole ??= this.build(true)
    this.whole.changeColCost(place, side)
    try {
      return this.solve(this.whole)
    } finally {
      this.whole.changeColCost(place, 0)
    }
  }

  /** The least (1) or the most (-1) that a figure may be; null: the solver did not end. */
  private bound(place: number, side: Side): number | null {
    this.model.changeColCost(place, side)
    try {
      const plain = this.solve(this.model)
      if (!plain) return null
      if (this.note(plain)) return plain[place] ?? null
      const whole = this.solveWhole(place, side)
      if (!whole) return null
      this.note(whole)
      return whole[place] ?? null
    } finally {
      this.model.changeColCost(place, 0)
    }
  }

  /** Its range, or as much of it as is `width` wide. */
  rangeOf(name: string, width: number): Range {
    const place = this.names.indexOf(name)
    if (place < 0) return { low: this.floorOf(name), high: BEYOND, proved: true }
    const seen = () => this.seen.get(name) ?? { low: BEYOND, high: this.floorOf(name) }
    const enough = () => seen().high - seen().low >= width
    let proved = true
    for (const side of [-1, 1] as const) {
      if (enough()) break
      if (this.bound(place, side) === null) proved = false
    }
    return { ...seen(), proved: proved || enough() }
  }
}

/** Bounds of what tables hide, by linear programming in whole numbers. */
export type Solver = {
  /**
   * The range of each of these figures, no wider than it is asked to be looked at; null: no figures
   * at all make these rows.
   */
  rangesOf(
    rows: readonly Row[],
    unknowns: ReadonlyMap<string, Unknown>,
    widths: ReadonlyMap<string, number>,
  ): Map<string, Range> | null
}

// The package describes its CommonJS face, whose default is one level below.
const loadHighs = highsModule as unknown as () => Promise<Highs>

/** A fifth of a second, and some 40 MB: for a thread or a process that looks for bounds, no other. */
export async function openSolver(): Promise<Solver> {
  const highs = await loadHighs()
  return {
    rangesOf(rows, unknowns, widths) {
      const system = new System(highs, rows, unknowns)
      try {
        if (widths.size > 0 && system.isImpossible()) return null
        return new Map([...widths].map(([name, width]) => [name, system.rangeOf(name, width)]))
      } finally {
        system.dispose()
      }
    },
  }
}
