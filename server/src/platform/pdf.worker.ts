// Compiles one PDF, in a process of its own (`composerPdfAPart`), and ends.
import { travailler } from './apart.reponse.ts'
import { erreur } from './erreur.ts'
import { composerPdf } from './typst.ts'

/** The template's address, and what it reads. */
export type DemandePdf = { source: string; donnees: object }

async function composer({ source, donnees }: DemandePdf): Promise<Uint8Array> {
  try {
    return (await composerPdf(new URL(source), { parties: [donnees] })).pdf
  } catch (echec) {
    // No compiler for this system.
    if (echec instanceof Error && echec.name === 'CompilateurAbsent')
      throw erreur('PDF_INDISPONIBLE')
    throw echec
  }
}

travailler<DemandePdf, Uint8Array>(async (demande, dire) => dire(await composer(demande)))
