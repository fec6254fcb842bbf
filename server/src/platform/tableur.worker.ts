// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from './apart.reponse.ts'
import { refuserIllisible } from './tableur.cases.ts'
import { direTableur, type MorceauTableur } from './tableur.lecture.ts'

/** What is to be read: the sheet `feuille`, else the first that can be seen. */
export type DemandeTableur = { contenu: Uint8Array; feuille: string | undefined }

travailler<DemandeTableur, MorceauTableur>(({ contenu, feuille }, dire) =>
  direTableur(Buffer.from(contenu), feuille, dire).catch(refuserIllisible),
)
