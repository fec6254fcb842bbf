// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from './apart.reponse.ts'
import { refuseDe } from './tableur.cases.ts'
import { direTableur, type ReponseTableur } from './tableur.lecture.ts'

/** What is to be read: the sheet `feuille`, else the first that can be seen. */
export type DemandeTableur = { contenu: Uint8Array; feuille: string | undefined }

travailler<DemandeTableur, ReponseTableur>(async ({ contenu, feuille }, dire) => {
  try {
    await direTableur(Buffer.from(contenu), feuille, dire)
  } catch (echec) {
    await dire(refuseDe(echec))
  }
})
