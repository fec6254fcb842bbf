import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lettre } from '../server/test/boite.ts'

/** Where the platform of the tests puts the mails that it sends; it listens on this port. */
export const dossierLettres = (port: string): string =>
  join(tmpdir(), `releve-e2e-courrier-${port}`)

/** Puts a received mail where the tests read it: under its name once it is whole. */
export function ranger(dossier: string, rang: number, lettre: Lettre): void {
  mkdirSync(dossier, { recursive: true })
  const chemin = join(dossier, `${String(rang).padStart(5, '0')}.json`)
  writeFileSync(`${chemin}.part`, JSON.stringify(lettre))
  renameSync(`${chemin}.part`, chemin)
}
