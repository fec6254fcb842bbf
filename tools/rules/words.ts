import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { isNode, lineOf, type Node, syntaxOf } from './source.ts'

const GLOSSARY = 'GLOSSAIRE.md'
/** Words that names are made of and that need no line of the glossary: one a line, in order. */
const KNOWN = 'tools/rules/mots.txt'

/** `listRapportsMensuels` → list, rapports, mensuels. */
const wordsOf = (name: string): string[] =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2)

/** The words of the glossary's identifiers: its second column. */
function glossaryWords({ files }: Repo): string[] {
  const text = files.find(({ path }) => path === GLOSSARY)?.text ?? ''
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)])
  return named.flatMap(([, name = '']) => wordsOf(name))
}

const textOf = ({ files }: Repo, wanted: string) =>
  files.find(({ path }) => path === wanted)?.text ?? ''
const knownWords = (repo: Repo) => textOf(repo, KNOWN).split('\n').filter(Boolean)

type Birth = { name: string; start: number; type: boolean }

function declared(node: Node): Birth[] {
  const type = node.type.startsWith('TS')
  const nodes = Array.isArray(node.declarations) ? node.declarations : [node]
  return nodes.filter(isNode).flatMap(({ id }) => {
    if (!isNode(id) || typeof id.name !== 'string') return []
    return [{ name: id.name, start: id.start, type }]
  })
}

/** The names that stand at the top of a file, and whether they are types. */
const birthsOf = (file: SourceFile): Birth[] => {
  const { body } = syntaxOf(file).program
  const statements = Array.isArray(body) ? body.filter(isNode) : []
  return statements.flatMap((statement) => {
    const { declaration } = statement
    return declared(isNode(declaration) ? declaration : statement)
  })
}

const ours = (repo: Repo) =>
  codeFiles(repo).filter(({ path }) => /^(contract|server|web)\/src\//.test(path) && !isTest(path))

/** What a type may not be called by itself: a participle says no thing. */
const PARTICIPLES = new Set(
  'dit dite dits dites lu lue lus lues vu vus recu recue recus recues tenu tenue tenus tenues venu venue venus venues voulu voulue voulus voulues trouve trouvee ecrit ecrite ecrits mis mise pose posee posees envoye envoyee envoyes envoyees choisi choisie choisis choisies connu connue connus gardee juge jugee cherche cherchee vise visee vises situe situee nomme nommee prepare delivre genere converti verifie'.split(
    ' ',
  ),
)

function faultsOf(file: SourceFile, known: ReadonlySet<string>): Fault[] {
  return birthsOf(file).flatMap(({ name, start, type }): Fault[] => {
    const at = { path: file.path, line: lineOf(file, start) }
    if (type && PARTICIPLES.has(name.toLowerCase())) {
      return [{ ...at, message: `« ${name} » : un type est un nom, pas un participe seul` }]
    }
    // A plural is known by its singular.
    const word = wordsOf(name).find((one) => !known.has(one) && !known.has(one.replace(/s$/, '')))
    if (word === undefined) return []
    const message = `« ${name} » : « ${word} » n’est pas au glossaire ; ajoutez sa ligne à GLOSSAIRE.md ou, s’il ne nomme aucune chose à nous, à ${KNOWN}`
    return [{ ...at, message }]
  })
}

/** A word that is born is said: in the glossary where it names a thing of ours, else in the list. */
export const words: Rule = {
  name: 'mots nouveaux',
  check: (repo) => {
    const listed = knownWords(repo)
    const known = new Set([...listed, ...glossaryWords(repo)])
    const files = ours(repo)
    const names = files.flatMap(birthsOf).flatMap(({ name }) => wordsOf(name))
    const used = new Set(names.flatMap((word) => [word, word.replace(/s$/, '')]))
    const idle = listed.filter((word) => !used.has(word))
    return [
      ...files.flatMap((file) => faultsOf(file, known)),
      ...idle.map((word) => ({ path: KNOWN, line: 0, message: `« ${word} » ne nomme plus rien` })),
    ]
  },
}
