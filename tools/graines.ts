// The seeds of what is drawn by chance. The gate plays these, so that it finds today what it found
// yesterday; one that has failed elsewhere is added with its mending. `GRAINE` draws others: given
// by hand to hunt, by `npm run test:complet` from the commit.
import { execFileSync } from 'node:child_process'

/** What each random test draws; those of a list are played one after the other. */
const GRAINES = {
  /** Every property of fast-check; a case that failed is added to its property, as an example. */
  proprietes: [20_261_126],
  /** Any demand to any operation: on PostgreSQL, on the embedded base. */
  'demandes.serveur': [20_250_320],
  'demandes.embarquee': [52],
  /** Interleaved acts. */
  'actes.serveur': [20_251_123],
  'actes.embarquee': [12],
  /** Several windows on one report. */
  fenetres: [20_251_124],
  /** What happens while one types. */
  frappe: [20_261_127],
  /** A rollout lived day by day. */
  deploiement: [20_261_128],
  /** A country, and all that is told of it; whole ones alone are drawn from those after the first. */
  pays: [20_261_128, 11],
} as const

const GIVEN = process.env['GRAINE']

/** The seeds to play: the one that was given, else those that stand here. */
export const seedsOf = (name: keyof typeof GRAINES): readonly number[] =>
  GIVEN ? [Number(GIVEN)] : GRAINES[name]

/** A seed that changes with each commit; null outside of a repository. */
export function seedOfCommit(root: string): number | null {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
    return Number.parseInt(commit.slice(0, 7), 16)
  } catch {
    return null
  }
}
