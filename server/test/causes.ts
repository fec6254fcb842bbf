import type { FluxLog } from '../src/platform/sortie.ts'

/** What the environment of a platform under test says, so that `CAUSES` are all that it logs. */
export const ERREURS_SEULES = { LOG_LEVEL: 'error' }

/**
 * Where a platform under test says why it answered 500: whoever called is told nothing of it, and
 * what fails once in a thousand tests is only seen there.
 */
export const CAUSES: FluxLog = { write: (ligne) => void process.stderr.write(ligne) }
