import { faireAPart, Interrompu, LECTURE } from '../platform/apart.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import { illisible, recevoirTableur } from '../platform/tableur.ts'
import type { Pour } from '../platform/tour.ts'
import type { ClasseurLu } from './classeur.lecture.ts'
import type { DemandeClasseur, ReponseClasseur } from './classeur.worker.ts'

const LECTEUR = new URL('./classeur.worker.ts', import.meta.url)
const TROP =
  'Le classeur est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

type Lu = { classeur: ClasseurLu } | { tableur: Tableur } | null

async function lire(demande: DemandeClasseur, pour: Pour): Promise<Lu> {
  const { lu: tableur, entendre: entendreTableur } = recevoirTableur()
  let lu: Lu = { tableur }
  const entendre = (reponse: ReponseClasseur): boolean => {
    if (!('lu' in reponse)) return entendreTableur(reponse)
    lu = reponse.lu && { classeur: reponse.lu }
    return true
  }
  try {
    await faireAPart(LECTEUR, demande, { file: 'venus', pour, limites: LECTURE, entendre })
    return lu
  } catch (echec) {
    throw echec instanceof Interrompu ? illisible(TROP) : echec
  }
}

/**
 * What was changed in a report's workbook since it was exported; null: it is none of ours. In a
 * process of its own, in its turn. @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function readClasseur(contenu: Uint8Array, pour: Pour): Promise<ClasseurLu | null> {
  const lu = await lire({ contenu, sinonTableur: false }, pour)
  return lu && 'classeur' in lu ? lu.classeur : null
}

/** The same; a workbook that is none of ours is read as a spreadsheet, in the same turn. */
export async function readClasseurOuTableur(
  contenu: Uint8Array,
  pour: Pour,
): Promise<NonNullable<Lu>> {
  const lu = await lire({ contenu, sinonTableur: true }, pour)
  if (!lu) throw illisible(TROP)
  return lu
}
