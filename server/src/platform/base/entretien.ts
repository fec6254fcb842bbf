// PGlite is a single process: no checkpointer and no autovacuum run beside it. Left alone, its
// journal grows without end (630 MB for 600 MB of writes) and its planner knows no figure.

/** What upkeep asks of the base: a statement by the simple protocol, its first value or null. */
export interface BaseEntretenue {
  interroger(sql: string): string | null
  /** In a transaction, or half-way through a statement: nothing may be asked of it. */
  occupee(): boolean
}

const JOURNAL_MAX = 64 * 1024 * 1024
const CALME_MS = 2000
/** Upkeep that waits for a quiet moment no longer waits after this. */
const PATIENCE_MS = 10 * 60 * 1000

const JOURNAL_ECRIT = `select pg_current_wal_insert_lsn() - redo_lsn from pg_control_checkpoint()`
// The thresholds of PostgreSQL's own autovacuum, with a base ten times smaller in mind.
const A_NETTOYER = `
  select string_agg(format('%I.%I', schemaname, relname), ', ')
  from pg_stat_user_tables
  where n_dead_tup > 200 + 0.2 * n_live_tup or n_mod_since_analyze > 200 + 0.1 * n_live_tup`

/**
 * Does, between two statements, what a server does by itself: checkpoints once 64 MB of journal are
 * written, vacuums and analyses the tables that changed, preferably while nobody asks anything.
 */
export function entretenir(base: BaseEntretenue, periodeMs: number): { vuActif(): void } {
  let actif = Date.now()
  let propre = Date.now()
  setInterval(() => {
    if (base.occupee()) return
    if (Number(base.interroger(JOURNAL_ECRIT)) > JOURNAL_MAX) base.interroger('checkpoint')
    const maintenant = Date.now()
    if (maintenant - actif < Math.min(CALME_MS, periodeMs) && maintenant - propre < PATIENCE_MS) {
      return
    }
    propre = maintenant
    const tables = base.interroger(A_NETTOYER)
    if (tables !== null) base.interroger(`vacuum (analyze) ${tables}`)
  }, periodeMs).unref()
  return {
    vuActif() {
      actif = Date.now()
    },
  }
}
