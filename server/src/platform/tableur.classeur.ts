import { type Cell, type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'
import { erreur } from './erreur.ts'
import { unpack } from './zip.ts'

/** A table read, whatever its format: its rows, the headings first. */
export type Rangees = CellValue[][]

/** Why a file cannot be read. */
export const illisible = (raison: string) => erreur('TABLEUR_ILLISIBLE', { raison })

/** Beyond it, no spreadsheet of so many lines: a bomb, or another thing. */
const OCTETS_MAX = 40_000_000
/** Each costs its reader far more than the bytes it takes: 5,000 lines of sixty columns have less. */
const BALISES_MAX = 2_000_000

/** In UTF-8, the only encoding that the library reads; in any other the part is broken. */
const declare = (xml: Buffer): boolean => ['<!DOCTYPE', '<!ENTITY'].some((mot) => xml.includes(mot))

function compterBalises(xml: Buffer): number {
  let nombre = 0
  for (let place = 0; place < xml.length; place += 1) if (xml[place] === 0x3c) nombre += 1
  return nombre
}

function refuseArchive(contenu: Buffer): void {
  const parties = unpack(contenu, OCTETS_MAX)
  if (!parties) throw illisible('Le classeur est abîmé, ou trop volumineux.')
  const noms = new Set(parties.map(({ nom }) => nom))
  if (!noms.has('xl/workbook.xml')) throw illisible('Ce n’est pas un classeur XLSX.')
  const xmls = parties.filter(({ nom }) => /\.(?:xml|rels)$/.test(nom))
  // A spreadsheet declares no entity: what does is made to harm whoever reads it.
  if (xmls.some(({ contenu: xml }) => declare(xml))) {
    throw illisible('Le classeur contient des déclarations qui ne sont pas acceptées.')
  }
  const balises = xmls.reduce((somme, { contenu: xml }) => somme + compterBalises(xml), 0)
  if (balises > BALISES_MAX) throw illisible('Le classeur est abîmé, ou trop volumineux.')
}

/** How a spreadsheet calls the column of this rank, from 0: A … Z, AA, AB… */
export function lettresDe(rang: number): string {
  const debut = rang < 26 ? '' : lettresDe(Math.floor(rang / 26) - 1)
  return `${debut}${String.fromCharCode(65 + (rang % 26))}`
}

const adresseDe = (place: string): string => {
  const [ligne = 0, colonne = 0] = place.split(',').map(Number)
  return `${lettresDe(colonne)}${ligne + 1}`
}

/** A formula that no program has computed would be read as a blank, and erase. */
function refuseNonCalculee({ cells }: Sheet): void {
  const estVide = ({ type, value }: Cell) => type === 'formula' && value === null
  const trouvee = [...(cells ?? [])].find(([, cellule]) => estVide(cellule))
  if (!trouvee) return
  throw illisible(
    `La formule de la case ${adresseDe(trouvee[0])} n’a pas de résultat\u00A0: ouvrez le classeur dans un tableur, et enregistrez-le.`,
  )
}

/**
 * The rows of a workbook's sheet `feuille`, else of the first one that its author sees, within
 * `range`. @throws TABLEUR_ILLISIBLE
 */
export async function lireXlsx(
  contenu: Buffer,
  { feuille, range }: { feuille: string | undefined; range: string },
): Promise<Rangees> {
  refuseArchive(contenu)
  let visible = false
  const classeur = await readXlsx(contenu, {
    range,
    sheets: ({ name, hidden, veryHidden }) => {
      const premiere = !(visible || hidden || veryHidden)
      visible ||= premiere
      return premiere || name === feuille
    },
  }).catch(() => {
    throw illisible('Le classeur est abîmé, ou protégé par un mot de passe.')
  })
  const choisie = classeur.sheets.find(({ name }) => name === feuille) ?? classeur.sheets[0]
  if (!choisie) return []
  refuseNonCalculee(choisie)
  return choisie.rows
}
