// Replays tests while the machine is kept busy, to find those that a slow machine fails:
// `rejouer e2e/saisie`, `rejouer --navigateur --fois 3`, `rejouer --serveur --fois 2`.
// Stopped (Ctrl+C) and called again, it goes on where it was; its last words are a table.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.ts'
import { ensureWeb } from './construction.ts'
import { groupsOf, listTargets } from './rejouer.groupe.ts'
import {
  linesOf,
  listLeft,
  listPlays,
  type Play,
  type Runner,
  readRecord,
  tableOf,
} from './rejouer.registre.ts'
import { playAll } from './rejouer.session.ts'

const ROOT = join(import.meta.dirname, '..')
const USAGE = `rejouer [fichiers ou parties de leur chemin] [--navigateur] [--serveur] [--projet nom]
        [--fois 3] [--charge 8] [--ensemble 3] [--registre rejeu/registre.jsonl] [--recommencer]
  --navigateur, --serveur  les tests du navigateur\u00a0; tous ceux de Vitest
  --projet                 ceux de ces projets seulement (parcours, embarquee, serveur…)
  --fois                   combien de fois chaque fichier
  --charge                 combien de processus tournent à vide pendant ce temps
  --ensemble               combien de lancements de front, chacun avec sa plateforme
  --recommencer            rejoue aussi ce que le registre a déjà pour ce commit et cette charge`

type Request = {
  runners: Runner[]
  filters: string[]
  projects: string[]
  times: number
  charge: number
  together: number
  record: string
  again: boolean
}

function readCount(text: string, least: number): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < least) throw new Error(`«\u00a0${text}\u00a0»\n${USAGE}`)
  return count
}

const readWords = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      navigateur: { type: 'boolean', default: false },
      serveur: { type: 'boolean', default: false },
      projet: { type: 'string', multiple: true, default: [] },
      fois: { type: 'string', default: '3' },
      charge: { type: 'string', default: '8' },
      ensemble: { type: 'string', default: '3' },
      registre: { type: 'string', default: join(ROOT, 'rejeu/registre.jsonl') },
      recommencer: { type: 'boolean', default: false },
    },
  })

function readRequest(): Request {
  const { values, positionals: filters } = readWords()
  const { navigateur, serveur, projet } = values
  const whole = !navigateur && !serveur
  if (whole && filters.length + projet.length === 0) throw new Error(USAGE)
  return {
    runners: [
      ...(navigateur || whole ? (['navigateur'] as const) : []),
      ...(serveur || whole ? (['vitest'] as const) : []),
    ],
    filters,
    projects: projet,
    times: readCount(values.fois, 1),
    charge: readCount(values.charge, 0),
    together: readCount(values.ensemble, 1),
    record: resolve(values.registre),
    again: values.recommencer,
  }
}

function listAsked({ runners, filters, projects, times }: Request): Play[] {
  const targets = listTargets(runners).filter(
    ({ file, project }) =>
      (filters.length === 0 || filters.some((filter) => file.includes(filter))) &&
      (projects.length === 0 || projects.includes(project)),
  )
  const isFound = (filter: string) => targets.some(({ file }) => file.includes(filter))
  const lost = filters.filter((filter) => !isFound(filter))
  if (lost.length > 0) throw new Error(`Aucun fichier de test ne porte ${lost.join(', ')}.`)
  if (targets.length === 0) throw new Error('Aucun fichier de test ne répond à cette demande.')
  return listPlays(targets, times)
}

/** The commit, and what tells apart the changes that it does not hold yet. */
function readCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  const commit = git('rev-parse', '--short=12', 'HEAD').trim()
  const changes = git('diff', 'HEAD')
  if (changes === '') return commit
  return `${commit}+${createHash('sha256').update(changes).digest('hex').slice(0, 8)}`
}

/** What the tests need of the machine, made before it is busy. */
function prepare(runners: Runner[]): void {
  if (!runners.includes('navigateur')) return
  ensureWeb()
  process.env.CHROMIUM = ensureChromium()
}

async function replay(request: Request): Promise<void> {
  const { charge, record, again } = request
  const conditions = { commit: readCommit(), charge }
  const plays = listAsked(request)
  const left = again ? plays : listLeft(plays, readRecord(record), conditions)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort())
  }
  const done = plays.length - left.length
  console.log(`${left.length} à jouer, ${done} déjà au registre (${conditions.commit}).`)
  if (left.length > 0) {
    prepare(request.runners)
    await playAll(groupsOf(left), request.together, { root: ROOT, conditions, record, stop })
  }
  const lines = linesOf(plays, readRecord(record), conditions)
  console.log(`\n${tableOf(lines)}`)
  const missing = plays.length - lines.length
  if (missing > 0) console.log(`Arrêté\u00a0: ${missing} restent à jouer.`)
  const failed = lines.some((line) => line.failed > 0)
  process.exitCode = failed ? 1 : missing > 0 ? 130 : 0
}

try {
  await replay(readRequest())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
