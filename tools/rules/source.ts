import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { SourceFile } from './repo.ts'

/** A node of the syntax tree, as far as rules look at it. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Comment = { start: number; end: number; value: string }
type Syntax = { program: Node; comments: Comment[] }

const known = new WeakMap<SourceFile, Syntax>()

/** The syntax tree of a file, parsed once. Throws with the file's name when it does not parse. */
export function syntaxOf(file: SourceFile): Syntax {
  const seen = known.get(file)
  if (seen) return seen
  const parsed = parseSync(file.path, file.text)
  const error = parsed.errors[0]
  if (error) throw new Error(`${file.path} : ${error.message}`)
  // The parser's own types know every node; rules read a few fields, which they check.
  const syntax = { program: parsed.program as unknown as Node, comments: parsed.comments }
  known.set(file, syntax)
  return syntax
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** Every node of a file, parents first. */
export function nodesOf(file: SourceFile): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    found.push(node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(syntaxOf(file).program)
  return found
}

/** Line of an offset, from 1. */
export function lineOf(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length
}

/** The text with its comments blanked, offsets kept. */
export function codeOf(file: SourceFile): string {
  let code = file.text
  for (const { start, end } of syntaxOf(file).comments) {
    const blank = code.slice(start, end).replace(/[^\n]/g, ' ')
    code = code.slice(0, start) + blank + code.slice(end)
  }
  return code
}

type Text = { value: string; start: number }

/** The texts of a file (literals, template parts, JSX), with their escapes resolved. */
export function textsOf(file: SourceFile): Text[] {
  return nodesOf(file).flatMap((node): Text[] => {
    const { type, start, value } = node
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') {
      return [{ value, start }]
    }
    if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return []
    const cooked = 'cooked' in value ? value.cooked : ''
    return [{ value: typeof cooked === 'string' ? cooked : '', start }]
  })
}

/** What a file imports. `target` is a path of the checkout, or the name of a package. */
/** `lazy`: by `import()`, when it is needed. */
export type Import = { target: string; inside: boolean; lazy: boolean; start: number }

function resolveImport(from: string, specifier: string): Omit<Import, 'start' | 'lazy'> {
  if (specifier.startsWith('.')) {
    return { target: posix.join(posix.dirname(from), specifier), inside: true }
  }
  const shared = /^@releve\/contract\/(.*)$/.exec(specifier)
  if (shared) return { target: `contract/src/${shared[1]}`, inside: true }
  return { target: specifier, inside: false }
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** Static, dynamic, type-only imports and re-exports of a file. */
export function importsOf(file: SourceFile): Import[] {
  return nodesOf(file).flatMap((node) => {
    if (!IMPORTING.has(node.type) || !isNode(node.source)) return []
    const { value } = node.source
    if (typeof value !== 'string') return []
    const lazy = node.type === 'ImportExpression'
    return [{ ...resolveImport(file.path, value), lazy, start: node.start }]
  })
}
