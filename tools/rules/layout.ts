import { codeFiles, type Fault, type Repo, type Rule, type SourceFile } from './repo.ts'
import { isNode, lineOf, nodesOf } from './source.ts'

const ROOMS_REFUSED = new Set(['services', 'utils', 'helpers', 'types', 'hooks'])

function rooms(repo: Repo): Fault[] {
  return repo.files.flatMap(({ path }) => {
    const refused = path
      .split('/')
      .slice(0, -1)
      .find((folder) => ROOMS_REFUSED.has(folder))
    return refused ? [{ path, line: 0, message: `pas de dossier « ${refused} »` }] : []
  })
}

function barrels(file: SourceFile): Fault[] {
  const stars = nodesOf(file)
    .filter(({ type }) => type === 'ExportAllDeclaration')
    .map(({ start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: 'pas de « export * » : importez du fichier qui définit',
    }))
  const index = /(^|\/)index\.tsx?$/.test(file.path)
  return index ? [...stars, { path: file.path, line: 0, message: 'pas de fichier index' }] : stars
}

const ACTES = 'web/src/app/useActe.ts'

/** What is told of an act passes by one piece: a mutation beside it could be told to nobody. */
function acts(file: SourceFile): Fault[] {
  if (!file.path.startsWith('web/src/') || file.path === ACTES) return []
  return nodesOf(file)
    .filter(({ type }) => type === 'ImportSpecifier')
    .filter(({ imported }) => isNode(imported) && imported['name'] === 'useMutation')
    .map(({ start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: `un acte passe par useActe (${ACTES}), qui dit ce qu’il en advient`,
    }))
}

/** A room is a file, not a folder; no barrel (maison §1, §4). */
export const layout: Rule = {
  name: 'pièces de la maison',
  check: (repo) => [
    ...rooms(repo),
    ...codeFiles(repo).flatMap((file) => [...barrels(file), ...acts(file)]),
  ],
}
