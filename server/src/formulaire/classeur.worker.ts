// Reads the workbook of a report, in a process of its own (docs/decisions/0009), and ends.
import { travailler } from '../platform/apart.reponse.ts'
import { refuserIllisible } from '../platform/tableur.cases.ts'
import { direTableur, type MorceauTableur } from '../platform/tableur.lecture.ts'
import { type ClasseurLu, readClasseurIci } from './classeur.lecture.ts'

/** `sinonTableur`: what is the workbook of no report is read as a spreadsheet. */
export type DemandeClasseur = { contenu: Uint8Array; sinonTableur: boolean }
/** `lu` null: it is the workbook of no report. */
export type MorceauClasseur = { lu: ClasseurLu | null } | MorceauTableur

async function lire(
  { contenu, sinonTableur }: DemandeClasseur,
  dire: (morceau: MorceauClasseur) => Promise<void>,
): Promise<void> {
  const octets = Buffer.from(contenu)
  const lu = await readClasseurIci(octets)
  if (lu || !sinonTableur) await dire({ lu })
  else await direTableur(octets, {}, dire)
}

travailler<DemandeClasseur, MorceauClasseur>((demande, dire) =>
  lire(demande, dire).catch(refuserIllisible),
)
