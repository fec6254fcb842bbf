import { z } from 'zod'
import { faireAPart, type Limites } from './apart.ts'
import { erreur } from './erreur.ts'
import type { DemandePdf } from './pdf.worker.ts'
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
  const demande: DemandePdf = { source: source.href, donnees }
  const nonCompose = (cause: unknown) => erreur('FICHIER_NON_COMPOSE', {}, { attente: 60, cause })
  const morceaux = await faireAPart(OUVRIER, demande, z.instanceof(Uint8Array), {
    file: 'documents',
    pour,
    limites,
    interrompu: nonCompose,
    panne: nonCompose,
  })
  return Buffer.concat(morceaux)
}
