import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { LigneTableur } from './tableur.cases.ts'

/** What an import says of the cells that no heading names: dropped, they would be lost in silence. */
export function fautesSansTitre({ numero, sansTitre }: LigneTableur): Detail[] {
  const code = 'COLONNE_SANS_TITRE'
  return sansTitre.map((colonne) => {
    const libelle = libelleErreur(code, { case: `${colonne}${numero}` })
    return { chemin: colonne, code, libelle }
  })
}
