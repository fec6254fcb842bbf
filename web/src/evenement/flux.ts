import { evenementApi } from '@releve/contract/evenement/evenement.api.ts'
import type { Evenement } from '@releve/contract/evenement/evenement.schema.ts'
import { adresseFichier } from '../api/envoi.ts'

/** An event, and the place that it leaves the reader at, where it gives one. */
export type Dit = { dit: Evenement | null; id: string | null }

/**
 * The blocks of a stream: ours on both sides, so of two kinds of lines only, `id` and `data`. A beat
 * is a block too, that says nothing.
 */
export async function* lireBlocs(
  corps: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Dit> {
  const lecteur = corps.pipeThrough(new TextDecoderStream()).getReader()
  let reste = ''
  try {
    for (;;) {
      const { done, value } = await lecteur.read()
      if (done) return
      const blocs = (reste + value).split('\n\n')
      reste = blocs.pop() ?? ''
      for (const bloc of blocs) {
        const data = /^data: (.*)$/m.exec(bloc)?.[1]
        const id = /^id: (.*)$/m.exec(bloc)?.[1] ?? null
        // The server's own words, of the contract's type.
        yield { dit: data ? (JSON.parse(data) as Evenement) : null, id }
      }
    }
  } finally {
    // Whoever stops reading leaves the connection to nobody.
    void lecteur.cancel().catch(() => undefined)
  }
}

/** Opens the stream, where it was left. */
export function ouvrirFlux(
  jeton: string,
  reprise: string | null,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(adresseFichier(evenementApi.suivreEvenements.path), {
    headers: { Authorization: `Bearer ${jeton}`, ...(reprise && { 'Last-Event-ID': reprise }) },
    signal,
    cache: 'no-store',
    credentials: 'omit',
  })
}
