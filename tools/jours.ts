// Plays what may depend on the day, as if it were another one: `npm run lancer -- tools/jours.ts`.
// `… tools/jours.ts 2028-02-29 saisie`: that day (any date, or any instant, may be given), and the
// files whose path holds « saisie ». One line for each part of each day; what it said stands in
// test-results/jours/. About half an hour a day: whoever touches the calendar plays it.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countStep, type Outcome } from './bilan.ts'
import { environnement } from './horloge.ts'
import { fichiersDates, JOURS, type Jour, jourDe } from './jours.choix.ts'

const ROOT = join(import.meta.dirname, '..')
const DOSSIER = join(ROOT, 'test-results/jours')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const E2E = join(import.meta.dirname, 'e2e.ts')

/**
 * The clock of a PostgreSQL, built; null where it cannot be: what has one is then left out, for the
 * application's clock and its base's would not agree.
 */
function construireHorloge(): string | null {
  // Where whoever PostgreSQL runs as may read it.
  const dossier = mkdtempSync(join(tmpdir(), 'releve-horloge-'))
  process.on('exit', () => rmSync(dossier, { recursive: true, force: true }))
  chmodSync(dossier, 0o755)
  const horloge = join(dossier, 'horloge.so')
  const options = ['-O2', '-shared', '-fPIC', '-o', horloge, join(import.meta.dirname, 'horloge.c')]
  const construit = process.platform === 'linux' && spawnSync('cc', options).status === 0
  return construit ? horloge : null
}

/** What is played of each day: a project of Vitest and which of its files, or files of the browser. */
type Part = { nom: string; mots: string[]; navigateur?: boolean; postgres?: boolean }

const navigateur = (mots: string[]): Part => ({ nom: 'navigateur', mots, navigateur: true })

/** Each project whole, but for the tools and the benches, which know no calendar. */
const PROJETS: Part[] = [
  { nom: 'unite', mots: ['contract', 'server', 'web'] },
  { nom: 'web', mots: [] },
  { nom: 'deux', mots: [] },
  { nom: 'base', mots: [], postgres: true },
  { nom: 'embarquee', mots: [] },
  { nom: 'serveur', mots: [], postgres: true },
]

function partsDe(filtres: readonly string[]): Part[] {
  if (filtres.length === 0) return [...PROJETS, navigateur(fichiersDates(ROOT))]
  const fichiers = fichiersDates(ROOT).filter((chemin) => filtres.some((f) => chemin.includes(f)))
  const projets = PROJETS.map((part) => ({ ...part, mots: [...filtres] }))
  return fichiers.length > 0 ? [...projets, navigateur(fichiers)] : projets
}

function jouer({ le }: Jour, part: Part, postgres: string): Outcome {
  const { nom, mots } = part
  const base = join(DOSSIER, `${le.slice(0, 10)}-${nom}`)
  const rapport = `${base}.json`
  const vitest = ['run', '--project', nom, '--passWithNoTests', '--reporter=default']
  const parametres = part.navigateur
    ? [E2E, ...mots]
    : [VITEST, ...vitest, '--reporter=json', `--outputFile=${rapport}`, ...mots]
  const sortie = openSync(`${base}.txt`, 'w')
  const { status } = spawnSync(process.execPath, parametres, {
    cwd: ROOT,
    stdio: ['ignore', sortie, sortie],
    env: {
      ...process.env,
      ...environnement(le),
      HORLOGE_POSTGRES: postgres,
      RAPPORT_E2E: rapport,
    },
  })
  return countStep(rapport, status === 0)
}

function dire(jour: Jour, part: Part, postgres: string | null): boolean {
  const ici = `${jour.le} (${jour.nom}) ${part.nom}\u00a0:`
  if (part.postgres && postgres === null) {
    console.log(`− ${ici} non joué, il faut Linux et «\u00a0cc\u00a0»`)
    return true
  }
  const debut = performance.now()
  const { passed, failed, failures } = jouer(jour, part, postgres ?? '')
  const secondes = Math.round((performance.now() - debut) / 1000)
  const compte = `${passed} réussis, ${failed} en échec`
  // Words that name no file of this part.
  const dit = passed + failed === 0 ? 'rien à jouer' : `${compte}, ${secondes} s`
  console.log(`${failed === 0 ? '✓' : '✗'} ${ici} ${dit}`)
  for (const echec of failures) console.log(echec)
  return failed === 0
}

const mots = process.argv.slice(2)
const demandes = mots.flatMap((mot) => jourDe(mot) ?? [])
const filtres = mots.filter((mot) => jourDe(mot) === null)
rmSync(DOSSIER, { recursive: true, force: true })
mkdirSync(DOSSIER, { recursive: true })
const postgres = construireHorloge()
let reussi = true
for (const jour of demandes.length > 0 ? demandes : JOURS) {
  for (const part of partsDe(filtres)) reussi = dire(jour, part, postgres) && reussi
}
process.exitCode = reussi ? 0 : 1
