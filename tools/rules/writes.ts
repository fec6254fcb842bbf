import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { codeOf, lineOf } from './source.ts'

/** Which folder of `server/src` writes each table; every other may only read it. */
const HOMES: Record<string, string> = {
  annuaire: 'annuaire',
  appareil_connu: 'session',
  code_recuperation: 'compte',
  codification: 'codification',
  codification_valeur: 'codification',
  defi: 'session',
  formulaire: 'formulaire',
  formulaire_historique: 'formulaire',
  formulaire_publication: 'formulaire',
  formulaire_remarque: 'formulaire',
  invitation: 'inscription',
  jeton_acces: 'session',
  jeton_renouvellement: 'session',
  journal: 'journal',
  levee: 'session',
  message: 'messagerie',
  message_destinataire: 'messagerie',
  migration: 'platform',
  modele: 'modele',
  mot_de_passe_provisoire: 'session',
  parametre: 'calendrier',
  piece: 'document',
  reouverture: 'calendrier',
  second_facteur: 'compte',
  session: 'session',
  structure: 'structure',
  structure_interruption: 'structure',
  tache: 'tache',
  tentative: 'session',
  utilisateur: 'utilisateur',
  utilisateur_structure: 'utilisateur',
}

/** These fill an empty base, through no screen: seed, generator, tests. */
const exempt = (path: string): boolean =>
  isTest(path) ||
  path.startsWith('server/src/generer') ||
  path.startsWith('server/src/demonstration/')

const STATEMENTS = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?(\w+)/gi,
  // `for update` locks and `on conflict do update set` writes the table of its insert.
  /(?<!\bfor\s+)(?<!\bdo\s+)\bupdate\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
]

const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

function writesOf(file: SourceFile): { table: string; start: number }[] {
  const code = codeOf(file)
  return STATEMENTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      table: snake(match[1] ?? ''),
      start: match.index,
    })),
  )
}

/** Tables created by migrations, with where. */
function tablesOf(repo: Repo): { table: string; file: SourceFile; start: number }[] {
  const migrations = repo.files.filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path))
  return migrations.flatMap((file) =>
    [...file.text.matchAll(/^\s*create table (?:if not exists )?(\w+)/gim)].map((match) => ({
      table: match[1] ?? '',
      file,
      start: match.index,
    })),
  )
}

function orphans(repo: Repo): Fault[] {
  return tablesOf(repo)
    .filter(({ table }) => !(table in HOMES))
    .map(({ table, file, start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: `la table « ${table} » n’a pas de propriétaire : ajoutez-la à tools/rules/writes.ts`,
    }))
}

function strangers(file: SourceFile): Fault[] {
  const here = file.path.split('/')[2]
  return writesOf(file).flatMap(({ table, start }) => {
    const home = HOMES[table]
    if (home === undefined || home === here) return []
    const message = `seul server/src/${home} écrit dans « ${table} »`
    return [{ path: file.path, line: lineOf(file, start), message }]
  })
}

/** Read anywhere, write at home (maison §2). */
export const writes: Rule = {
  name: 'écrire chez soi',
  check: (repo) => [
    ...orphans(repo),
    ...codeFiles(repo)
      .filter(({ path }) => path.startsWith('server/src/') && !exempt(path))
      .flatMap(strangers),
  ],
}
