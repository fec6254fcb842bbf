import type { BaseEntretenue } from './entretien.ts'
import { manqueDe, RESERVE } from './stockage.ts'

/** How often the disk is looked at, while statements come. */
const PERIODE_MS = 1000

/**
 * While the disk of `dossier` is nearly full, or cannot be written, new transactions only read: a
 * write is refused by an error (25006), where PostgreSQL would die of not writing its log. Writes
 * come back by themselves.
 */
export function garderPlace(
  base: BaseEntretenue,
  dossier: string,
): {
  /** Before each statement. */
  regarder(): void
  /** Once the settings of a session were forgotten. */
  redire(): void
} {
  let vu = 0
  let fige = false
  const regler = () =>
    void base.interroger(`set default_transaction_read_only = ${fige ? 'on' : 'off'}`)
  return {
    regarder() {
      const maintenant = performance.now()
      if (maintenant - vu < PERIODE_MS || base.occupee()) return
      vu = maintenant
      const manque = manqueDe(dossier, RESERVE) !== null
      if (manque === fige) return
      fige = manque
      regler()
    },
    redire() {
      if (fige) regler()
    },
  }
}
