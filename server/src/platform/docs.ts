import { Worker } from 'node:worker_threads'
import type { Octets } from '@releve/contract/fichier.ts'
import { createOctets } from './octets.ts'

/**
 * Scalar writes its styles into the page; nothing else of the site may. It reaches this server
 * alone: neither fonts, nor measures, nor a proxy of its maker.
 */
const POLITIQUE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const REGLAGES = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  localization: { locale: 'fr' },
}

const enAttribut = (texte: string) => texte.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** Its addresses are relative: the page knows no prefix. What is JSON there runs nothing. */
const PAGE = `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API de Relevé</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>Cette page demande JavaScript. La description de l’API se lit aussi
      <a href="openapi.json">telle quelle</a>.</noscript>
    <script id="api-reference" type="application/json" data-url="openapi.json"
      data-configuration='${enAttribut(JSON.stringify(REGLAGES))}'></script>
    <script src="docs/scalar.js"></script>
  </body>
</html>
`

/** The page of the API, made once. */
export function serveDocs(): () => Octets {
  let octets: Octets | undefined
  return () =>
    (octets ??= { ...createOctets(PAGE, 'text/html; charset=utf-8'), politique: POLITIQUE })
}

function extraire(): Promise<Octets> {
  const ouvrier = new Worker(new URL('./docs.worker.ts', import.meta.url))
  return new Promise((accepter, refuser) => {
    ouvrier.once('message', accepter)
    ouvrier.once('error', refuser)
    ouvrier.once('exit', () => refuser(new Error('la page de l’API n’a pas été préparée')))
  })
}

/** The program of that page, taken out of its package when somebody first asks for it. */
export function serveDocsScript(): () => Promise<Octets> {
  let octets: Promise<Octets> | undefined
  return () => {
    octets ??= extraire().catch((echec: unknown) => {
      octets = undefined
      throw echec
    })
    return octets
  }
}
