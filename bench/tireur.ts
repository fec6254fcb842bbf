// Fires at a server from a process of its own, and says what it saw: one JSON line in (the shots),
// one JSON line out (the figures). Each connection sends its own share of the targets, in turn.
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

/** A request. With `cellules`, a save: these cells get new values, at the version last written. */
export type Cible = {
  methode: 'GET' | 'POST' | 'PUT'
  chemin: string
  jeton: string
  corps?: object
  cellules?: string[]
  version?: number
}

export type Tir = {
  url: string
  connexions: number
  /** Seconds. */
  duree: number
  cibles: Cible[]
  /** Each target once, and no more: `duree` does not count. */
  uneFois?: boolean
}

/**
 * Requests per second, milliseconds, bytes of an answer with its headers; `echecs` counts the answers
 * that are not 2xx, or none.
 */
export type Figures = {
  reponses: number
  parSeconde: number
  p50: number
  p99: number
  octets: number
  echecs: number
}

function corpsDe({ corps, cellules }: Cible, version: number): string | undefined {
  if (!cellules) return corps && JSON.stringify(corps)
  const donnees = Object.fromEntries(cellules.map((c, i) => [c, (version * 7 + i * 3) % 40]))
  return JSON.stringify({ ...corps, version, donnees })
}

async function tirer({ url, connexions, duree, cibles, uneFois }: Tir): Promise<Figures> {
  let premiere = 0
  let corpsRates = 0
  // autocannon counts in whole seconds: too coarse for the shots that end by themselves.
  let debut = 0
  let fin = 0
  let reponses = 0
  const resultat = await autocannon({
    url,
    connections: connexions,
    ...(uneFois
      ? { amount: connexions * Math.floor(cibles.length / connexions) }
      : { duration: duree }),
    setupClient(client) {
      const connexion = premiere++
      const part = Math.floor(cibles.length / connexions)
      let tour = 0
      const versions = new Map<number, number>()
      let actuelle = 0
      client.setRequests([
        {
          setupRequest(requete) {
            actuelle = part === 0 ? 0 : connexion + connexions * (tour++ % part)
            debut ||= performance.now()
            const cible = cibles[actuelle]
            if (!cible) throw new Error('aucune cible')
            const version = versions.get(actuelle) ?? cible.version ?? 0
            const body = corpsDe(cible, version)
            const headers = {
              authorization: `Bearer ${cible.jeton}`,
              ...(body && { 'content-type': 'application/json' }),
            }
            return { ...requete, method: cible.methode, path: cible.chemin, headers, body }
          },
          onResponse(statut, corps) {
            fin = performance.now()
            reponses++
            const cible = cibles[actuelle]
            if (statut < 300 && cible?.cellules) {
              versions.set(actuelle, (versions.get(actuelle) ?? cible.version ?? 0) + 1)
            }
            if (statut >= 300 && corpsRates++ < 2) process.stderr.write(`${statut} ${corps}\n`)
          },
        },
      ])
    },
  })
  const { latency, throughput, non2xx, errors } = resultat
  return {
    reponses,
    parSeconde: (1000 * reponses) / (fin - debut),
    p50: latency.p50,
    p99: latency.p99,
    octets: throughput.total / reponses,
    echecs: non2xx + errors,
  }
}

const recu: Tir = JSON.parse(await text(process.stdin))
process.stdout.write(`${JSON.stringify(await tirer(recu))}\n`)
process.exit(0)
