import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'

/** Measures in Chromium; said and left out where there is none. `partie`: its name in the report. */
export async function avecNavigateur(
  partie: string,
  act: (navigateur: Browser) => Promise<void>,
): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.log(`Aucun Chromium : la partie « ${partie} » n’est pas mesurée.`)
    return
  }
  const navigateur = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await act(navigateur)
  } finally {
    await navigateur.close()
  }
}

/** A page, or the script that one asks for. */
export type Page = { type: 'html' | 'javascript'; corps: string | Buffer }

/** Serves the pages beside which ours stand, by their paths, for as long as the act lasts. */
export async function avecPages(
  composer: (chemin: string) => Page,
  act: (url: string) => Promise<void>,
): Promise<void> {
  const serveur = createServer(({ url = '/' }, reponse) => {
    const { type, corps } = composer(url)
    reponse.setHeader('content-type', `text/${type}; charset=utf-8`)
    reponse.end(corps)
  }).listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const adresse = serveur.address()
  if (adresse === null || typeof adresse === 'string') throw new Error('aucun port libre')
  try {
    await act(`http://127.0.0.1:${adresse.port}`)
  } finally {
    serveur.close()
  }
}
