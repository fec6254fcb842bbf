// Reads one spreadsheet, in a process of its own (docs/decisions/0009), and ends.
import { Illisible, type LigneTableur, type Tableur } from './tableur.cases.ts'
import { readFeuillesIci, readIci } from './tableur.lecture.ts'

/**
 * What is to be read: the sheet `feuille`, else the first that can be seen; or those of `feuilles`
 * that the workbook has.
 */
export type DemandeTableur = { contenu: Uint8Array } & (
  | { feuille: string | undefined }
  | { feuilles: readonly string[] }
)

/**
 * The lines come by lots, so that whoever receives them is never held for long; those of a sheet
 * after its headings.
 */
export type Reponse =
  | { nom: string; entetes: string[]; lettres: string[] }
  | { lignes: LigneTableur[] }
  | { illisible: string }
  | { panne: string }
  | { fin: true }

const LOT = 200

const dire = (reponse: Reponse): Promise<void> =>
  new Promise((dit) => process.send?.(reponse, undefined, undefined, () => dit()))

async function envoyer(nom: string, { entetes, lettres, lignes }: Tableur): Promise<void> {
  await dire({ nom, entetes, lettres })
  for (let rang = 0; rang < lignes.length; rang += LOT) {
    await dire({ lignes: lignes.slice(rang, rang + LOT) })
  }
}

async function lire(demande: DemandeTableur): Promise<void> {
  const octets = Buffer.from(demande.contenu)
  if ('feuilles' in demande) {
    const lues = await readFeuillesIci(octets, demande.feuilles)
    for (const [nom, tableur] of lues) await envoyer(nom, tableur)
  } else await envoyer('', await readIci(octets, demande.feuille))
  await dire({ fin: true })
}

process.once('message', (demande: DemandeTableur) => {
  lire(demande)
    .catch((echec: unknown) => {
      if (echec instanceof Illisible) return dire({ illisible: echec.message })
      return dire({ panne: echec instanceof Error ? (echec.stack ?? '') : String(echec) })
    })
    .finally(() => process.disconnect())
})
