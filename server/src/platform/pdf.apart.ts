import { faireAPart, type Limites } from './apart.ts'
import { ErreurMetier, erreur } from './erreur.ts'
import type { DemandePdf, ReponsePdf } from './pdf.worker.ts'
import type { Pour } from './tour.ts'

/** Of one document. The compiler has several threads: it may take more than the clock shows. */
const LIMITES = { duree: 60_000, processeur: 60_000, memoire: 300, residente: 700 }

const OUVRIER = new URL('./pdf.worker.ts', import.meta.url)

/**
 * The bytes of a document (PDF/UA-1), from a template of ours and what it reads, made in a process
 * of its own, in its turn. The same content gives the same bytes.
 * @throws FICHIER_NON_COMPOSE (it took too long, or too much), PDF_INDISPONIBLE, SERVICE_OCCUPE
 */
export async function composerPdfAPart(
  source: URL,
  donnees: object,
  pour: Pour,
  limites: Limites = LIMITES,
): Promise<Buffer> {
  const recus: Uint8Array[] = []
  const entendre = (reponse: ReponsePdf) => {
    if ('absent' in reponse) throw erreur('PDF_INDISPONIBLE')
    recus.push(reponse.octets)
    return true
  }
  const demande: DemandePdf = { source: source.href, donnees }
  try {
    await faireAPart(OUVRIER, demande, { file: 'documents', pour, limites, entendre })
  } catch (cause) {
    if (cause instanceof ErreurMetier) throw cause
    throw erreur('FICHIER_NON_COMPOSE', {}, { attente: 60, cause })
  }
  return Buffer.concat(recus)
}
