import { z } from 'zod'
import { faireAPart } from '../platform/apart.ts'
import type { Tableur } from '../platform/tableur.cases.ts'
import type { MorceauTableur } from '../platform/tableur.lecture.ts'
import { illisible, tableurDe, zMorceauTableur } from '../platform/tableur.ts'
import type { Pour } from '../platform/tour.ts'
import type { ClasseurLu } from './classeur.lecture.ts'
import type { DemandeClasseur, MorceauClasseur } from './classeur.worker.ts'

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
const zMorceau: z.ZodType<MorceauClasseur> = z.union([
  z.object({ lu: zClasseur.nullable() }),
  zMorceauTableur,
])

type FichierLu = { classeur: ClasseurLu } | { tableur: Tableur } | null

const estTableur = (morceau: MorceauClasseur): morceau is MorceauTableur => !('lu' in morceau)

async function lire(demande: DemandeClasseur, pour: Pour): Promise<FichierLu> {
  const interrompu = () => illisible(TROP)
  const morceaux = await faireAPart(LECTEUR, demande, zMorceau, { pour, interrompu })
  const [premier] = morceaux
  if (!premier || !('lu' in premier)) return { tableur: tableurDe(morceaux.filter(estTableur)) }
  return premier.lu && { classeur: premier.lu }
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
): Promise<NonNullable<FichierLu>> {
  const lu = await lire({ contenu, sinonTableur: true }, pour)
  if (!lu) throw illisible(TROP)
  return lu
}
