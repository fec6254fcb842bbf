import { isDeepStrictEqual } from 'node:util'
import type {
  Chiffre,
  Difference,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { Contenu } from './annuaire.sql.ts'
import { chiffresDe, nomDuChiffre } from './composer.ts'

/** The year before is that of another annuaire: its figures are not this one's. */
function parcourir(
  tableaux: readonly TableauAnnuaire[],
  voir: (nom: string, ou: Omit<Difference, 'avant' | 'apres'>) => void,
): void {
  for (const { code, titre, colonnes, groupes, lignes } of tableaux)
    for (const ligne of lignes)
      for (const colonne of colonnes) {
        if (colonne.sorte === 'texte') continue
        const groupe = groupes.find((g) => g.code === colonne.groupe)
        voir(nomDuChiffre(code, ligne.code, colonne.code), {
          tableau: code,
          titre,
          ligne: ligne.code,
          libelleLigne: ligne.libelle,
          colonne: colonne.code,
          libelleColonne: groupe ? `${groupe.libelle} – ${colonne.libelle}` : colonne.libelle,
        })
      }
}

/** The figures that are not the same, in the order of the tables; what is hidden stays hidden. */
export function differencesEntre(
  avant: readonly TableauAnnuaire[],
  apres: readonly TableauAnnuaire[],
): Difference[] {
  const [anciens, nouveaux] = [chiffresDe(avant), chiffresDe(apres)]
  const differences: Difference[] = []
  const vus = new Set<string>()
  const comparer = (nom: string, ou: Omit<Difference, 'avant' | 'apres'>) => {
    if (vus.has(nom)) return
    vus.add(nom)
    const [a, b]: (Chiffre | null)[] = [anciens[nom] ?? null, nouveaux[nom] ?? null]
    if (!isDeepStrictEqual(a, b)) differences.push({ ...ou, avant: a ?? null, apres: b ?? null })
  }
  parcourir(apres, comparer)
  parcourir(avant, comparer)
  return differences
}

const tableauxDe = ({ chapitres }: Contenu) => chapitres.flatMap(({ tableaux }) => tableaux)

/** A page of what changed from one edition to another. */
export function pageDifferences(
  avant: Contenu,
  apres: Contenu,
  { page, taille }: { page: number; taille: number },
): Liste<Difference> {
  const toutes = differencesEntre(tableauxDe(avant), tableauxDe(apres))
  const elements = toutes.slice((page - 1) * taille, page * taille)
  return { elements, total: toutes.length, page, taille }
}
