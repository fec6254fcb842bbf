import type { ChildProcess } from 'node:child_process'
import { lancerAPart } from './apart.ts'
import { erreur } from './erreur.ts'
import { Illisible, type Tableur } from './tableur.cases.ts'
import type { DemandeTableur, Reponse } from './tableur.worker.ts'
import { ouvrirTours } from './tour.ts'

/** Of one reading: milliseconds, and megabytes of objects. A full file takes a tenth, and half. */
const LIMITES = { duree: 20_000, memoire: 400 }

/** One at a time: each may take that memory. */
const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 8, retour: 10 })

const TROP =
  'Le fichier est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

/** A sentence quotes what the file says, which may have no end. */
const RAISON_MAX = 400

const illisible = (raison: string) =>
  erreur('TABLEUR_ILLISIBLE', { raison: raison.slice(0, RAISON_MAX) })

/** Sheets by the names by which they were asked for. */
export type Feuilles = ReadonlyMap<string, Tableur>

/** What the reader says, put together; it is refused when it falls, or is stopped. */
function recevoir(lecteur: ChildProcess): Promise<Feuilles> {
  const lues = new Map<string, Tableur>()
  let lignes: Tableur['lignes'] = []
  return new Promise((accepter, refuser) => {
    lecteur.on('message', (reponse: Reponse) => {
      if ('nom' in reponse) {
        lignes = []
        lues.set(reponse.nom, { entetes: reponse.entetes, lettres: reponse.lettres, lignes })
      } else if ('lignes' in reponse) lignes.push(...reponse.lignes)
      else if ('illisible' in reponse) refuser(new Illisible(reponse.illisible))
      else if ('panne' in reponse) refuser(new Error(reponse.panne))
      else accepter(lues)
    })
    lecteur.once('error', () => refuser(erreur('SERVICE_OCCUPE', {}, { attente: 10 })))
    lecteur.once('exit', () => refuser(new Illisible(TROP)))
  })
}

const LECTEUR = new URL('./tableur.worker.ts', import.meta.url)

/** Reads in a process of its own, which ends with the reading. @throws Illisible */
const readAPart = (demande: DemandeTableur, limites = LIMITES): Promise<Feuilles> =>
  lancerAPart(LECTEUR, demande, { limites, recevoir })

/** The one sheet asked for. @throws TABLEUR_ILLISIBLE */
export async function readAilleurs(
  demande: { contenu: Uint8Array; feuille: string | undefined },
  limites = LIMITES,
): Promise<Tableur> {
  try {
    const lues = await readAPart(demande, limites)
    return lues.get('') ?? { entetes: [], lettres: [], lignes: [] }
  } catch (echec) {
    throw echec instanceof Illisible ? illisible(echec.message) : echec
  }
}

/**
 * Reads an XLSX workbook (the sheet `feuille`, else its first visible one) or a CSV file (`;`, `,` or tab;
 * UTF-8 or Windows-1252). The first line names the columns; cells are trimmed texts, dates
 * `AAAA-MM-JJ`; blank lines and blank cells without a heading are left out (`sansTitre`: the others).
 * In a process of its own, of which the time and the memory are counted; one at a time.
 * @throws TABLEUR_ILLISIBLE, SERVICE_OCCUPE
 */
export function readTableur(
  contenu: Uint8Array,
  { feuille }: { feuille?: string } = {},
): Promise<Tableur> {
  return attendreSonTour(() => readAilleurs({ contenu, feuille }))
}

/**
 * Reads those of these sheets that an XLSX workbook has, whatever their case, each as `readTableur`
 * reads one. @throws Illisible, SERVICE_OCCUPE
 */
export function readFeuilles(contenu: Uint8Array, feuilles: readonly string[]): Promise<Feuilles> {
  return attendreSonTour(() => readAPart({ contenu, feuilles }))
}
