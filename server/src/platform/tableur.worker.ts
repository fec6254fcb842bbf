// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from './apart.reponse.ts'
import { refuserIllisible } from './tableur.cases.ts'
import type { Choix } from './tableur.classeur.ts'
import { direTableur, type MorceauTableur } from './tableur.lecture.ts'

/** What is to be read: the sheet `feuille`, else the first that can be seen; and `annexe`. */
export type DemandeTableur = { contenu: Uint8Array } & Choix

travailler<DemandeTableur, MorceauTableur>(({ contenu, ...choix }, dire) =>
  direTableur(Buffer.from(contenu), choix, dire).catch(refuserIllisible),
)
