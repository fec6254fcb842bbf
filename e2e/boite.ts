import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lettre } from '../server/test/boite.ts'

/** Where the platform of the tests puts the mails that it sends; it listens on this port. */
export const dossierLettres = (port: string): string =>
  join(tmpdir(), `releve-e2e-courrier-${port}`)

/** Puts a received mail where the tests read it. */
export function ranger(dossier: string, rang: number, lettre: Lettre): void {
  mkdirSync(dossier, { recursive: true })
  writeFileSync(join(dossier, `${String(rang).padStart(5, '0')}.json`), JSON.stringify(lettre))
}
