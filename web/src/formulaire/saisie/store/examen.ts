import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { type Lectures, lecturesDe, lireSaisie } from '@releve/contract/modele/saisie.ts'
import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import { textesSaisie } from '../saisie.textes.ts'
import { estAOuvrir, type NoyauSaisi, trouverCellule } from './noyau.ts'
import { texteLecture } from './texte.ts'

export type Sorte = 'refusee' | 'remplacee' | 'videe' | 'remplie' | 'inchangee'

/** What a text would do to a cell, before it is typed there. Texts are as one reads them. */
export type Examen = {
  adresse: string
  sorte: Sorte
  /** `''` for a blank. */
  avant: string
  apres: string
  /** Why it is refused: it would stay as it is typed, to be corrected. */
  erreur: string | null
  /** Figures that have two readings. */
  lectures: Lectures | null
}

export type Textes = readonly (readonly [adresse: string, texte: string])[]

/** @param virgule whether a comma may part thousands, as in an English table. */
export function examinerTextes(
  noyau: NoyauSaisi,
  textes: Textes,
  periode: MoisSaisi,
  virgule: boolean,
): Examen[] {
  return textes.flatMap(([adresse, texte]) => {
    const cellule = trouverCellule(noyau, adresse)
    if (!cellule) return []
    const lectures = lecturesDe(cellule, texte, virgule)
    return [{ adresse, lectures, ...examiner(noyau, cellule, [adresse, texte], periode) }]
  })
}

function examiner(
  noyau: NoyauSaisi,
  cellule: Cellule,
  [adresse, texte]: Textes[number],
  periode: MoisSaisi,
): Omit<Examen, 'adresse' | 'lectures'> {
  const tenue = noyau.calcul.valeur(adresse)
  const faux = noyau.fautes.has(adresse) ? noyau.textes.get(adresse) : undefined
  const avant = faux ?? texteLecture(cellule, tenue)
  const lu = lireSaisie(cellule, texte, { ...periode, tenue })
  if ('erreur' in lu) {
    const sorte = texte === faux ? 'inchangee' : 'refusee'
    return { sorte, avant, apres: texte, erreur: lu.erreur }
  }
  const apres = texteLecture(cellule, lu.valeur)
  const autre = lu.valeur !== tenue || faux !== undefined
  if (autre && !estAOuvrir(noyau, cellule)) {
    return { sorte: 'refusee', avant, apres, erreur: textesSaisie.nonRouverte }
  }
  return { sorte: autre ? sorteDe(avant, apres) : 'inchangee', avant, apres, erreur: null }
}

function sorteDe(avant: string, apres: string): Sorte {
  if (avant === '') return 'remplie'
  return apres === '' ? 'videe' : 'remplacee'
}
