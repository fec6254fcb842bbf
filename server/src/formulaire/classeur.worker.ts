// Reads the workbook of a report, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from '../platform/apart.reponse.ts'
import { type Refuse, refuseDe } from '../platform/tableur.cases.ts'
import { type ClasseurLu, readClasseurIci } from './classeur.lecture.ts'

export type DemandeClasseur = { contenu: Uint8Array }
/** `lu` null: it is the workbook of no report. */
export type ReponseClasseur = { lu: ClasseurLu | null } | Refuse

travailler<DemandeClasseur, ReponseClasseur>(async ({ contenu }, dire) => {
  try {
    await dire({ lu: await readClasseurIci(Buffer.from(contenu)) })
  } catch (echec) {
    await dire(refuseDe(echec))
  }
})
