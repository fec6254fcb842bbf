// Compiles one PDF, in a process of its own (`composerPdfAPart`), and ends.
import { Worker } from 'node:worker_threads'
import { travailler } from './apart.reponse.ts'
import { composerPdf } from './typst.ts'

/** The template's address, what it reads, and megabytes, resident, beyond which it is ended. */
export type DemandePdf = { source: string; donnees: object; memoire: number }

/** `absent`: no compiler for this system. */
export type ReponsePdf = { octets: Uint8Array } | { absent: true }

const VIGIE = new URL('./vigie.worker.ts', import.meta.url)

async function composer({ source, donnees }: DemandePdf): Promise<ReponsePdf> {
  try {
    return { octets: (await composerPdf(new URL(source), { parties: [donnees] })).pdf }
  } catch (echec) {
    if (echec instanceof Error && echec.name === 'CompilateurAbsent') return { absent: true }
    throw echec
  }
}

travailler<DemandePdf, ReponsePdf>(async (demande, dire) => {
  new Worker(VIGIE, { workerData: { memoire: demande.memoire } }).unref()
  await dire(await composer(demande))
})
