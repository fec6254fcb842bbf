import type { Page } from '@playwright/test'

/** Bytes of the calls of a page to the platform, with their headers, as they go over HTTP/1.1. */
export type Trafic = {
  envoyes: number
  recus: number
  /** Of each call that writes. */
  ecritures: { corps: number; envoyes: number; recus: number }[]
}

/** What is known of a call; its answer may come before its own headers are told. */
type Appel = { ligne: number; entetes: number; corps: number; recus: number; ecrit: boolean }

const tailleDesEntetes = (entetes: Record<string, string>): number =>
  Object.entries(entetes).reduce((n, [nom, dit]) => n + nom.length + dit.length + 4, 2)

/** Counts from now on; the function given back says how many. */
export async function compterOctets(page: Page): Promise<() => Trafic> {
  const cdp = await page.context().newCDPSession(page)
  const appels = new Map<string, Appel>()
  const de = (id: string): Appel => {
    const connu = appels.get(id) ?? { ligne: 0, entetes: 0, corps: 0, recus: 0, ecrit: false }
    appels.set(id, connu)
    return connu
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { method, url, postData = '' } = request
    const appel = de(requestId)
    const { pathname, search } = new URL(url)
    appel.ligne = `${method} ${pathname}${search} HTTP/1.1\r\n`.length
    appel.corps = Buffer.byteLength(postData)
    appel.ecrit = method !== 'GET' && pathname.includes('/formulaire/modifier')
  })
  cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    de(requestId).entetes = tailleDesEntetes(headers)
  })
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    // From the browser's own cache, nothing came.
    if (!response.fromDiskCache) de(requestId).recus = response.encodedDataLength
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    de(requestId).recus += encodedDataLength
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    de(requestId).recus = encodedDataLength
  })
  await cdp.send('Network.enable')
  return () => {
    // Without a line of its own, it began before; without headers told, it did not leave.
    const partis = [...appels.values()].filter(({ ligne, entetes }) => ligne > 0 && entetes > 0)
    const dire = ({ ligne, entetes, corps, recus }: Appel) => {
      return { corps, envoyes: ligne + entetes + corps, recus }
    }
    const somme = (quoi: 'envoyes' | 'recus') =>
      partis.map(dire).reduce((n, appel) => n + appel[quoi], 0)
    return {
      envoyes: somme('envoyes'),
      recus: somme('recus'),
      ecritures: partis.filter(({ ecrit }) => ecrit).map(dire),
    }
  }
}
