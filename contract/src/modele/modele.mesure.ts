import { formaterNombre } from './affichage.ts'
import { BORNES_MODELE as BORNES } from './modele.bornes.ts'

type Mesurable = {
  sections: readonly {
    type: string
    champs?: Compte | undefined
    lignes?: Compte | undefined
    groupes?: Compte | undefined
    colonnes?: Compte | undefined
  }[]
  controles: readonly { pourChaque?: Compte | undefined }[]
}

/** An array, or what counts as one. */
type Compte = { readonly length: number }

/** Cells of a model, before any of them is made. */
function compterCellules({ sections }: Pick<Mesurable, 'sections'>): number {
  return sections.reduce((total, { champs, lignes, groupes, colonnes }) => {
    const parLigne = (colonnes?.length ?? 0) * (groupes?.length || 1)
    return total + (champs?.length ?? parLigne * (lignes ? lignes.length : 1))
  }, 0)
}

/** What goes beyond the bounds of a model, as a sentence that says what to do; null: nothing. */
export function demesureDe(modele: Mesurable): string | null {
  const { sections, controles } = modele
  const cellules = compterCellules(modele)
  const developpes = controles.reduce((n, { pourChaque }) => n + (pourChaque?.length ?? 1), 0)
  const dire = (quoi: string, nombre: number, maximum: number, remede: string) =>
    nombre <= maximum
      ? null
      : `Ce modèle a ${formaterNombre(nombre)} ${quoi}, pour ${formaterNombre(maximum)} au plus\u00a0: ${remede}.`
  return (
    dire('sections', sections.length, BORNES.sections, 'réunissez des sections') ??
    dire('cases', cellules, BORNES.cellules, 'retirez des lignes ou des colonnes') ??
    dire('contrôles', controles.length, BORNES.controles, 'retirez des contrôles') ??
    dire(
      'contrôles, chacun compté pour chaque valeur,',
      developpes,
      BORNES.controlesDeveloppes,
      'réduisez «\u00a0pour chaque\u00a0»',
    )
  )
}
