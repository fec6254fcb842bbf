import type { BrowserContext } from '@playwright/test'
import { decaler } from '../tools/horloge.ts'

/** Gives the pages of this browser the tests' clock, where the run was given one: as in this process. */
export async function donnerHorloge(contexte: BrowserContext): Promise<void> {
  const decalage = Number(process.env.HORLOGE ?? 0)
  if (decalage !== 0) await contexte.addInitScript(decaler, decalage)
}
