// Compiles one PDF, in a process of its own (`composerPdfAPart`), and ends.
import { travailler } from './apart.reponse.ts'
import { composerPdf } from './typst.ts'

/** The template's address, and what it reads. */
export type DemandePdf = { source: string; donnees: object }

/** `absent`: no compiler for this system. */
export type ReponsePdf = { octets: Uint8Array } | { absent: true }

async function composer({ source, donnees }: DemandePdf): Promise<ReponsePdf> {
  try {
    return { octets: (await composerPdf(new URL(source), { parties: [donnees] })).pdf }
  } catch (echec) {
    if (echec instanceof Error && echec.name === 'CompilateurAbsent') return { absent: true }
    throw echec
  }
}

travailler<DemandePdf, ReponsePdf>(async (demande, dire) => dire(await composer(demande)))
