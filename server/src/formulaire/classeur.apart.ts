import { z } from 'zod'
import { faireAPart } from '../platform/apart.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import type { PartTableur } from '../platform/tableur.lecture.ts'
import { illisible, tableurDe, zPartTableur } from '../platform/tableur.ts'
import type { Pour } from '../platform/tour.ts'
import type { ClasseurLu } from './classeur.lecture.ts'
import type { DemandeClasseur, PartClasseur } from './classeur.worker.ts'

const LECTEUR = new URL('./classeur.worker.ts', import.meta.url)
const TROP =
  'Le classeur est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

const zIdentite = z.object({
  numero: z.string(),
  modele: z.string(),
  versionModele: z.number(),
  structure: z.string(),
  mois: z.string(),
  version: z.number(),
})
const zCase = z.object({
  cellule: z.string(),
  texte: z.string(),
  lieu: z.string(),
  tenu: z.string(),
})
const zClasseur: z.ZodType<ClasseurLu> = z.object({
  identite: zIdentite,
  cases: z.array(zCase),
  commentaires: z.array(zCase),
})
const zPart: z.ZodType<PartClasseur> = z.union([
  z.object({ lu: zClasseur.nullable() }),
  zPartTableur,
])

type Lu = { classeur: ClasseurLu } | { tableur: Tableur } | null

const estTableur = (part: PartClasseur): part is PartTableur => !('lu' in part)

async function lire(demande: DemandeClasseur, pour: Pour): Promise<Lu> {
  const interrompu = () => illisible(TROP)
  const parts = await faireAPart(LECTEUR, demande, zPart, { pour, interrompu })
  const [premiere] = parts
  if (!premiere || !('lu' in premiere)) return { tableur: tableurDe(parts.filter(estTableur)) }
  return premiere.lu && { classeur: premiere.lu }
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
