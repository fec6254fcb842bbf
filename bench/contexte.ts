import type { Browser } from '@playwright/test'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { stockageDe } from '../e2e/stockage.ts'

/** Of the demonstration's accounts, whose data the screens show. */
export const MOT_DE_PASSE = 'Demonstration-2026'

/** What a browser must store to be signed in as this person. */
export async function ouvrirSession(url: string, identifiant: string) {
  const reponse = await fetch(`${url}/api/utilisateur/connexion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifiant, password: MOT_DE_PASSE }),
  })
  if (!reponse.ok) throw new Error(`connexion de ${identifiant} : ${await reponse.text()}`)
  const origine = { origin: url, localStorage: stockageDe((await reponse.json()) as Session) }
  return { cookies: [], origins: [origine] }
}

export type Depart = Awaited<ReturnType<typeof ouvrirSession>>

/** A browser with nothing in its cache, signed in when `depart` says so. */
export function ouvrirContexte(navigateur: Browser, baseURL: string, depart?: Depart) {
  const viewport = { width: 1440, height: 900 }
  return navigateur.newContext({ baseURL, viewport, locale: 'fr-FR', storageState: depart })
}
