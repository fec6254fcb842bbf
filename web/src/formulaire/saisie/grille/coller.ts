import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Entree, Lecture } from '../store/client.ts'

import Panneau from './Collage.tsx'
import { textesCollage } from './collage.textes.ts'
import { type CollagePrepare, ditesDe, type Place, preparer } from './collage.ts'
import type { Legendes } from './entetes.ts'
import type { Point } from './plage.ts'

type Table = {
  lecture: Lecture
  entree: Entree
  grille: readonly (readonly string[])[]
  legendes: Omit<Legendes, 'chiffres'>
}

/** Laid, and what is said of it; or to be shown first, by its panel. */
export type Colle = { dit: string } | { collage: CollagePrepare; Panneau: typeof Panneau }

/**
 * A block of a spreadsheet on a table, from a cell on. What only fills blanks is laid at once; what
 * replaces, is refused, is in doubt, has headings
 * or totals that are not ours is shown before.
 */
export default function coller(
  bloc: { texte: string; html: string },
  { lecture, entree, grille, legendes }: Table,
  depart: Point,
): Colle {
  const places: Place[][] = grille.map((ligne) =>
    ligne.map((adresse) => (lecture.lire(adresse).fermee ? null : adresse)),
  )
  const chiffres = grille.flat().every((adresse) => {
    const cellule = lecture.celluleDe(adresse)
    return cellule !== undefined && estNombre(cellule.nature)
  })
  const collage = preparer(bloc, places, { ...legendes, chiffres }, depart)
  const examens = entree.examiner(collage.textes, collage.anglais)
  const doux = examens.every(
    ({ sorte, lectures }) => !lectures && (sorte === 'remplie' || sorte === 'inchangee'),
  )
  const ecarts = entree.comparer(collage.textes, ditesDe(grille, collage))
  if (!doux || ecarts.length > 0 || collage.entetes.haut + collage.entetes.gauche > 0)
    return { collage, Panneau }
  entree.poser(collage.textes.filter((_, rang) => examens[rang]?.sorte !== 'inchangee'))
  return {
    dit: textesCollage.collees(collage.textes.length, collage.ignorees.length, collage.dehors),
  }
}
