// Reads the workbook of a report, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from '../platform/apart.reponse.ts'
import { refuseDe } from '../platform/tableur.cases.ts'
import { direTableur, type ReponseTableur } from '../platform/tableur.lecture.ts'
import { type ClasseurLu, readClasseurIci } from './classeur.lecture.ts'

/** `sinonTableur`: what is the workbook of no report is read as a spreadsheet. */
export type DemandeClasseur = { contenu: Uint8Array; sinonTableur: boolean }
/** `lu` null: it is the workbook of no report. */
export type ReponseClasseur = { lu: ClasseurLu | null } | ReponseTableur

travailler<DemandeClasseur, ReponseClasseur>(async ({ contenu, sinonTableur }, dire) => {
  const octets = Buffer.from(contenu)
  try {
    const lu = await readClasseurIci(octets)
    if (lu || !sinonTableur) await dire({ lu })
    else await direTableur(octets, undefined, dire)
  } catch (echec) {
    await dire(refuseDe(echec))
  }
})
