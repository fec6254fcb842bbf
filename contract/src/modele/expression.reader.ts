/**
 * The one reader of expressions, by precedence (Pratt): the formulas of a model, and what DHIS2 and
 * XLSForm write. A language is a `Grammar`: how it is spelt, its operators with their powers, what
 * its operands are, and its sentences. Decision 0080.
 */

/** `reference` names a datum, where a language has signs for it: `${age}`, `#{abc}`. */
export type Token = {
  kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end'
  text: string
  /** Offsets in the source, from 0: of its first character, and of what follows it. */
  position: number
  end: number
}

/**
 * How one kind of token is spelt: `pattern` is sticky. `text` is what it holds, of what is spelt up
 * to `end`: by default all of it. It may throw.
 */
type Spelling = {
  kind: Token['kind']
  pattern: RegExp
  text?: (spelt: string, end: number, source: string) => string
}

/**
 * What may be wrong, and the token it is told of. `tokens`: there are too many; `sign`: nothing is
 * spelt so; `chained`: an operator follows its like, which `single` forbids; `unclosed`: of what
 * opened the parenthesis.
 */
export type Fault = 'length' | 'tokens' | 'depth' | 'sign' | 'unexpected' | 'chained' | 'unclosed'

/** The higher its power, the tighter an operator holds; `single`: never two of it in a row. */
export type Operator<Build> = { power: number; single: boolean; build: Build }

/** What a prefix makes of its operand. */
export type Prefix<T> = (operand: T, position: number) => T

/** `right` reads the right side: an operator that is always refused does not ask for it. */
export type Infix<T> = (left: T, right: () => T, position: number) => T

/** How a language is cut into tokens. `maximum` is the most that is read; `depth` counts levels. */
type Lexicon = {
  /** Tried in this order. */
  spellings: readonly Spelling[]
  maximum: { length: number; tokens: number; depth: number }
  refusal: (fault: Fault, token: Token) => Error
}

/** `T` is what an expression becomes: a tree, or its translation. */
export type Grammar<T> = Lexicon & {
  prefixes: ReadonlyMap<string, Operator<Prefix<T>>>
  /** Read from left to right. */
  infixes: ReadonlyMap<string, Operator<Infix<T>>>
  /** Reads what starts with this token, which is taken already: neither an operator nor `(`. */
  operand: (token: Token, reader: Reader<T>) => T
}

/** What `operand` may do with the tokens that follow. */
export type Reader<T> = {
  /** Takes the next token. */
  next: () => Token
  /** Takes the next token if it is this sign. */
  take: (sign: string) => boolean
  /** The arguments of a call whose parenthesis is taken, up to the one that closes it; may be none. */
  args: (call: Token, separator: string) => T[]
}

/** Entries of `prefixes` or `infixes`, of one power: what each of these signs builds. */
export const operators = <Build, Sign extends string>(
  power: number,
  signs: readonly Sign[],
  buildOf: (sign: Sign) => Build,
  single = false,
) => signs.map((sign): [string, Operator<Build>] => [sign, { power, single, build: buildOf(sign) }])

const BLANK = /\s*/y

const endAt = (position: number): Token => ({ kind: 'end', text: '', position, end: position })

/**
 * Cuts a text into tokens, the last of which is `end`. Too many are refused before what follows
 * them is looked at.
 * @throws what `refusal` gives
 */
export function cutTokens(source: string, { spellings, maximum, refusal }: Lexicon): Token[] {
  if (source.length > maximum.length) throw refusal('length', endAt(maximum.length))
  const tokens: Token[] = []
  for (let position = 0; ; ) {
    BLANK.lastIndex = position
    BLANK.test(source)
    position = BLANK.lastIndex
    if (position >= source.length) return [...tokens, endAt(position)]
    const token = findToken(source, position, spellings)
    if (!token) {
      const text = String.fromCodePoint(source.codePointAt(position) ?? 0)
      throw refusal('sign', { ...endAt(position), text })
    }
    tokens.push(token)
    if (tokens.length > maximum.tokens) throw refusal('tokens', token)
    position = token.end
  }
}

function findToken(source: string, position: number, spellings: readonly Spelling[]): Token | null {
  for (const { kind, pattern, text } of spellings) {
    pattern.lastIndex = position
    if (!pattern.test(source)) continue
    const end = pattern.lastIndex
    const spelt = source.slice(position, end)
    return { kind, text: text ? text(spelt, end, source) : spelt, position, end }
  }
  return null
}

const operator = <O>(table: ReadonlyMap<string, O>, { kind, text }: Token): O | undefined =>
  kind === 'sign' || kind === 'word' ? table.get(text) : undefined

/**
 * Reads tokens to the last. Parentheses, the operand of a prefix and the arguments of a call are
 * each a level deeper.
 * @throws what `refusal` gives, `operand` or a `build`
 */
export function readExpression<T>(tokens: readonly Token[], grammar: Grammar<T>): T {
  const { prefixes, infixes, maximum, refusal } = grammar
  const last = tokens.at(-1) ?? endAt(0)
  let rank = 0
  let depth = 0

  const current = () => tokens[rank] ?? last
  const next = () => tokens[rank++] ?? last
  const take = (sign: string) => {
    const { kind, text } = current()
    const taken = kind === 'sign' && text === sign
    if (taken) rank++
    return taken
  }
  const deeper = <R>(read: () => R): R => {
    depth++
    if (depth > maximum.depth) throw refusal('depth', current())
    const found = read()
    depth--
    return found
  }
  /** No operator is left over but one that may not follow its like. */
  const surprise = (token: Token) =>
    refusal(operator(infixes, token) ? 'chained' : 'unexpected', token)
  const close = (opening: Token) => {
    if (take(')')) return
    throw current().kind === 'end' ? refusal('unclosed', opening) : surprise(current())
  }
  const args = (call: Token, separator: string) => {
    const list = deeper(() => {
      const found: T[] = []
      const { kind, text } = current()
      if (kind === 'sign' && text === ')') return found
      do found.push(expression(0))
      while (take(separator))
      return found
    })
    close(call)
    return list
  }
  const reader: Reader<T> = { next, take, args }

  /** Reads on as long as operators hold as tightly as `least`. */
  function expression(least: number): T {
    const token = next()
    const before = operator(prefixes, token)
    let left: T
    /** The power of what is read so far: nothing tighter may follow it. */
    let ceiling = Number.POSITIVE_INFINITY
    // In a place tighter than it, a prefix is none: « NON » is then a function's name.
    if (before && before.power >= least) {
      left = before.build(
        deeper(() => expression(before.power)),
        token.position,
      )
      ceiling = before.power
    } else if (token.kind === 'sign' && token.text === '(') {
      left = deeper(() => expression(0))
      close(token)
    } else left = grammar.operand(token, reader)
    for (;;) {
      const sign = current()
      const between = operator(infixes, sign)
      if (!between || between.power < least || between.power > ceiling) return left
      rank++
      left = between.build(left, () => expression(between.power + 1), sign.position)
      ceiling = between.single ? between.power - 1 : between.power
    }
  }

  const read = expression(0)
  if (current().kind !== 'end') throw surprise(current())
  return read
}
