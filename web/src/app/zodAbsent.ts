/**
 * What stands for zod in the browser's bundle. The contract's tables are read there for their
 * methods, paths and types only: the server alone parses. Building a schema gives an inert value;
 * asking one to parse is a fault of ours, and says so.
 */
const PARSERS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inerte: unknown = new Proxy(() => undefined, {
  get(cible, nom) {
    if (nom === Symbol.toPrimitive) return () => 'schema'
    if (typeof nom === 'symbol') return Reflect.get(cible, nom)
    if (PARSERS.has(nom)) throw new Error(`zod is not in the browser: ${nom}`)
    return inerte
  },
  apply: () => inerte,
})

export const z = inerte
