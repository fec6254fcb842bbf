import type { Cellule } from './cellule.ts'
import type { Modele } from './modele.schema.ts'

/** What a person who fills a cell may ask: what it counts, where from, and as in which case. */
export type Aide = { definition: string | null; source: string | null; exemple: string | null }

type Porteur = {
  aide?: string | undefined
  source?: string | undefined
  exemple?: string | undefined
}
type Lieu = Pick<Cellule, 'section' | 'ligne' | 'groupe' | 'colonne'>

/** Who may speak of a cell, the most precise first, as for any trait: column, group, row, section. */
function porteursDe({ sections }: Modele, lieu: Lieu): Porteur[] {
  const section = sections.find(({ code }) => code === lieu.section)
  if (!section || section.type === 'identification') return []
  const dans = (axe: readonly (Porteur & { code: string })[], cherche: string | null) =>
    axe.filter(({ code }) => code === cherche)
  if (section.type === 'champs') return [...dans(section.champs, lieu.colonne), section]
  const colonne = dans(section.colonnes, lieu.colonne)
  if (section.type === 'tableau') return [...colonne, section]
  const { groupes = [], lignes } = section
  return [...colonne, ...dans(groupes, lieu.groupe), ...dans(lignes, lieu.ligne), section]
}

/** The help of a cell. A text left blank says nothing, and the next one is heard. */
export function aideDe(modele: Modele, lieu: Lieu): Aide {
  const porteurs = porteursDe(modele, lieu)
  const dire = (cle: keyof Porteur) => porteurs.map((un) => un[cle]).find(Boolean) ?? null
  return { definition: dire('aide'), source: dire('source'), exemple: dire('exemple') }
}
