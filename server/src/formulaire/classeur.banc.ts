import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Personne, Reponse } from '../../test/banc.ts'
import { FORMAT } from './classeur.lecture.ts'
import { CLASSEUR } from './classeur.textes.ts'

/** The workbook of a report, as its reader receives it. */
export async function exporterClasseur(personne: Personne, numero: string): Promise<Buffer> {
  const demande = { params: { numero }, query: { format: 'xlsx' as const } }
  const { statut, octets } = await personne.appeler(api.exporterFormulaire, demande)
  if (statut !== 200) throw new Error(`${numero} : classeur refusé (${statut})`)
  return octets
}

/** Sends a workbook for this report. */
export function importerClasseur(
  personne: Personne,
  numero: string,
  contenu: Uint8Array,
): Promise<Reponse<Classeur>> {
  const fichier = { nom: 'rapport.xlsx', typeMime: 'application/octet-stream', contenu }
  return personne.appeler(api.importerFormulaire, { params: { numero }, body: { fichier } })
}

const rangDe = (lettres: string) =>
  [...lettres].reduce((rang, lettre) => rang * 26 + lettre.charCodeAt(0) - 64, 0) - 1

/** The workbook with the rows of each sheet made others, as a hand would in a spreadsheet. */
export async function bougerClasseur(
  classeur: Buffer,
  bouger: (nom: string, rows: CellValue[][]) => CellValue[][],
): Promise<Buffer> {
  const { sheets } = await readXlsx(classeur)
  const feuilles = sheets.map(({ name, rows }) => ({ name, rows: bouger(name, rows) }))
  return Buffer.from(await writeXlsx({ sheets: feuilles }))
}

/** The workbook with something else said in its own sheet: of whose it is (`versionModele`), or of where. */
export const falsifierClasseur = (
  classeur: Buffer,
  changer: (ligne: CellValue[]) => CellValue[],
): Promise<Buffer> =>
  bougerClasseur(classeur, (nom, rows) =>
    nom === CLASSEUR.technique ? rows.map((ligne) => changer([...ligne])) : rows,
  )

/** The workbook with these cells filled by hand, by their addresses, or `commentaire:` and it. */
export async function remplirClasseur(
  classeur: Buffer,
  valeurs: Record<string, CellValue>,
): Promise<Buffer> {
  const { sheets } = await readXlsx(classeur)
  const feuilles = sheets.map(({ name, rows }) => ({ name, rows: rows.map((ligne) => [...ligne]) }))
  const reperes = feuilles.find(({ name }) => name === CLASSEUR.technique)?.rows ?? []
  for (const [adresse, valeur] of Object.entries(valeurs)) {
    const repere = reperes.find((ligne) => ligne[2] === adresse)
    const [, lettres = '', numero = ''] = /^([A-Z]+)(\d+)$/.exec(String(repere?.[1])) ?? []
    const feuille = feuilles.find(({ name }) => name === repere?.[0])
    if (!feuille) throw new Error(`${adresse} : pas de place dans le classeur`)
    const ligne = (feuille.rows[Number(numero) - 1] ??= [])
    while (ligne.length <= rangDe(lettres)) ligne.push(null)
    ligne[rangDe(lettres)] = valeur
  }
  return Buffer.from(await writeXlsx({ sheets: feuilles }))
}

/** The workbook of a report in which nothing was changed, as little as is read of it. */
export async function classeurInchange(numero: string): Promise<Buffer> {
  const [, modele = '', structure = '', annee, mois] =
    /^(\w+?)-(.+)-(\d{4})(\d\d)(?:-\d+)?$/.exec(numero) ?? []
  const dits = { format: FORMAT, numero, modele, structure, mois: `${annee}-${mois}` }
  const rows = Object.entries({ ...dits, versionModele: 1, version: 1, cases: 0 }).map(
    ([nom, valeur]): CellValue[] => [null, null, nom, String(valeur)],
  )
  return Buffer.from(await writeXlsx({ sheets: [{ name: CLASSEUR.technique, rows }] }))
}
