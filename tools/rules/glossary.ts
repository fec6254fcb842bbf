import { codeFiles, type Fault, type Repo, type Rule, type SourceFile } from './repo.ts'
import { lineOf, type Node, nodesOf } from './source.ts'

const GLOSSARY = 'GLOSSAIRE.md'

/** Words of the glossary's last column, each with the word to use instead. */
function avoidedWords(repo: Repo): Map<string, string> {
  const text = repo.files.find(({ path }) => path === GLOSSARY)?.text ?? ''
  const avoided = new Map<string, string>()
  for (const row of text.split('\n').filter((line) => line.startsWith('|'))) {
    const cells = row.split('|').map((cell) => cell.trim())
    const instead = /`(\w+)`/.exec(cells[2] ?? '')?.[1]
    if (!instead) continue
    for (const [, word] of (cells[3] ?? '').matchAll(/`(\w+)`/g)) {
      if (word) avoided.set(word.toLowerCase(), instead)
    }
  }
  return avoided
}

/** `listRapportsMensuels` → list, rapports, rapport, mensuels, mensuel. */
function partsOf(name: string): string[] {
  const parts = name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase())
  return [name.toLowerCase(), ...parts].flatMap((part) => [part, part.replace(/s$/, '')])
}

/** Where our own names are born: what libraries call their things is theirs. */
const BIRTHS: Record<string, string[]> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
}

function namesBorn(node: Node): { name: string; start: number }[] {
  return (BIRTHS[node.type] ?? []).flatMap((field) => {
    const values = Array.isArray(node[field]) ? node[field] : [node[field]]
    return values.flatMap((value: unknown) => {
      if (typeof value !== 'object' || value === null || !('name' in value)) return []
      return typeof value.name === 'string' ? [{ name: value.name, start: node.start }] : []
    })
  })
}

function faultsOf(file: SourceFile, avoided: Map<string, string>): Fault[] {
  return nodesOf(file)
    .flatMap(namesBorn)
    .flatMap(({ name, start }) => {
      const word = partsOf(name).find((part) => avoided.has(part))
      if (word === undefined) return []
      const message = `« ${name} » : le glossaire dit « ${avoided.get(word)} », pas « ${word} »`
      return [{ path: file.path, line: lineOf(file, start), message }]
    })
}

/** One word per concept: the glossary's words to avoid name nothing of ours. */
export const glossary: Rule = {
  name: 'mots du glossaire',
  check: (repo) => {
    const avoided = avoidedWords(repo)
    if (avoided.size === 0) {
      return [{ path: GLOSSARY, line: 0, message: 'glossaire absent ou sans mot à éviter' }]
    }
    // Tools and benchmarks speak of code, not of the domain.
    return codeFiles(repo)
      .filter(({ path }) => /^(contract|server|web|e2e)\//.test(path))
      .flatMap((file) => faultsOf(file, avoided))
  },
}
