import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import { texteLecture } from './texte.ts'

/**
 * Figures of the previous month and of the same month a year before, as they are shown. Rows of a
 * repeating table have none: an activity is not that of another month.
 */
export function lireAutresMois(
  { precedent, anneePrecedente, definition }: Formulaire,
  trouver: Saisie['celluleDe'],
): Pick<Saisie, 'precedent' | 'anneePrecedente' | 'libellePrecedent'> {
  const sections = definition?.sections ?? []
  const tableaux = new Set(sections.filter(({ type }) => type === 'tableau').map((s) => s.code))
  const lire = (donnees: Donnees | undefined, adresse: string) => {
    const cellule = trouver(adresse)
    const valeur = donnees?.[adresse]
    if (!cellule || valeur === undefined || cellule.nature === 'texteLong') return null
    if (tableaux.has(cellule.section)) return null
    return texteLecture(cellule, valeur)
  }
  return {
    precedent: (adresse) => lire(precedent?.donnees, adresse),
    anneePrecedente: (adresse) => lire(anneePrecedente?.donnees, adresse),
    libellePrecedent: precedent ? TEXTES.moisPrecedent(libellePeriode(precedent)) : '',
  }
}
