import { faireAPart, Interrompu, type Limites } from '../platform/apart.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import { illisible } from '../platform/tableur.ts'
import type { ClasseurLu } from './classeur.lecture.ts'
import type { DemandeClasseur, ReponseClasseur } from './classeur.worker.ts'

/** Of one reading: milliseconds, and megabytes of objects. */
const LIMITES: Limites = { duree: 20_000, memoire: 400 }
const LECTEUR = new URL('./classeur.worker.ts', import.meta.url)
const TROP =
  'Le classeur est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

/**
 * What was changed in a report's workbook since it was exported; null: it is none of ours. In a
 * process of its own, one at a time. @throws those of REFUS_TABLEUR, SERVICE_OCCUPE
 */
export async function readClasseur(contenu: Uint8Array): Promise<ClasseurLu | null> {
  const demande: DemandeClasseur = { contenu }
  const lus: (ClasseurLu | null)[] = []
  const entendre = (reponse: ReponseClasseur): boolean => {
    if ('refus' in reponse) throw new ErreurMetier(reponse.refus)
    lus.push(reponse.lu)
    return true
  }
  try {
    await faireAPart(LECTEUR, demande, { limites: LIMITES, entendre })
  } catch (echec) {
    throw echec instanceof Interrompu ? illisible(TROP) : echec
  }
  const [lu] = lus
  if (lu === undefined) throw illisible(TROP)
  return lu
}
