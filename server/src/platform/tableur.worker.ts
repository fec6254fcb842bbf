// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from './apart.reponse.ts'
import { type LigneTableur, type Refuse, refuseDe } from './tableur.cases.ts'
import { readIci } from './tableur.lecture.ts'

/** What is to be read: the sheet `feuille`, else the first that can be seen. */
export type DemandeTableur = { contenu: Uint8Array; feuille: string | undefined }

/** The lines come by lots, so that whoever receives them is never held for long. */
export type Reponse =
  | { entetes: string[]; lettres: string[] }
  | { lignes: LigneTableur[] }
  | Refuse
  | { fin: true }

const LOT = 200

travailler<DemandeTableur, Reponse>(async ({ contenu, feuille }, dire) => {
  try {
    const { entetes, lettres, lignes } = await readIci(Buffer.from(contenu), feuille)
    await dire({ entetes, lettres })
    for (let rang = 0; rang < lignes.length; rang += LOT)
      await dire({ lignes: lignes.slice(rang, rang + LOT) })
    await dire({ fin: true })
  } catch (echec) {
    await dire(refuseDe(echec))
  }
})
