// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { Illisible, type LigneTableur } from './tableur.cases.ts'
import { lireIci } from './tableur.lecture.ts'

/** What is to be read: the sheet of that name, else the first that can be seen. */
export type Demande = { contenu: Uint8Array; feuille: string | undefined }

/** The lines come by lots, so that whoever receives them is never held for long. */
export type Reponse =
  | { entetes: string[]; lettres: string[] }
  | { lignes: LigneTableur[] }
  | { illisible: string }
  | { panne: string }
  | { fin: true }

const LOT = 200

const dire = (reponse: Reponse): Promise<void> =>
  new Promise((dit) => process.send?.(reponse, undefined, undefined, () => dit()))

async function lire({ contenu, feuille }: Demande): Promise<void> {
  const { entetes, lettres, lignes } = await lireIci(Buffer.from(contenu), feuille)
  await dire({ entetes, lettres })
  for (let rang = 0; rang < lignes.length; rang += LOT) {
    await dire({ lignes: lignes.slice(rang, rang + LOT) })
  }
  await dire({ fin: true })
}

process.once('message', (demande: Demande) => {
  lire(demande)
    .catch((echec: unknown) => {
      if (echec instanceof Illisible) return dire({ illisible: echec.message })
      return dire({ panne: echec instanceof Error ? (echec.stack ?? '') : String(echec) })
    })
    .finally(() => process.disconnect())
})
