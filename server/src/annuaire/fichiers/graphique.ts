import { formaterFixe } from '@releve/contract/annuaire/affichage.ts'
import type {
  CelluleAnnuaire,
  GraphiqueAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { texteDe } from './chiffre.ts'
import { FICHIERS as T } from './fichiers.textes.ts'

/** Beyond, a bar is a line and its label unreadable: the table alone says it. */
const CATEGORIES_MAX = 30

/** A chart as the template draws it; shares are of the axis, from 0 to 1, null for a figure that is not there. */
export type DessinImprime = {
  sorte: GraphiqueAnnuaire['sorte']
  titre: string
  /** For those who do not see it. */
  alt: string
  unite: string
  series: string[]
  categories: { nom: string; parts: (number | null)[]; textes: string[] }[]
  graduations: { part: number; texte: string }[]
}

/** 1, 2 or 5 times a power of ten. */
function pasDe(maximum: number): number {
  const brut = maximum / 4
  const puissance = 10 ** Math.floor(Math.log10(brut))
  const reste = brut / puissance
  return puissance * (reste <= 1 ? 1 : reste <= 2 ? 2 : reste <= 5 ? 5 : 10)
}

const valeurDe = (cellule: CelluleAnnuaire | undefined): number | null =>
  cellule?.sorte === 'valeur' ? Math.max(0, cellule.valeur) : null

type CategorieLue = { nom: string; valeurs: (number | null)[]; textes: string[] }

function lireCategories({ graphique, colonnes, lignes }: TableauAnnuaire): CategorieLue[] {
  const rangs = graphique?.colonnes.map((code) => colonnes.findIndex((c) => c.code === code)) ?? []
  const gardes = rangs.filter((rang) => rang >= 0)
  return lignes
    .filter(({ sorte }) => sorte === 'detail')
    .map(({ libelle, cellules }) => ({
      nom: libelle,
      valeurs: gardes.map((rang) => valeurDe(cellules[rang])),
      textes: gardes.map((rang) => {
        const [colonne, cellule] = [colonnes[rang], cellules[rang]]
        return colonne && cellule
          ? texteDe(cellule, { ...colonne, groupe: '', unite: '', part: 'valeur', rang })
          : ''
      }),
    }))
}

function maximumDe(sorte: GraphiqueAnnuaire['sorte'], categories: CategorieLue[]): number {
  const sommes = categories.map(({ valeurs }) =>
    sorte === 'barresEmpilees'
      ? valeurs.reduce<number>((total, valeur) => total + (valeur ?? 0), 0)
      : Math.max(0, ...valeurs.map((valeur) => valeur ?? 0)),
  )
  return Math.max(0, ...sommes)
}

/** The axis: from 0 to the first step beyond the largest figure. */
function axeDe(maximum: number): { fin: number; graduations: DessinImprime['graduations'] } {
  const pas = pasDe(maximum)
  const nombre = Math.ceil(maximum / pas - 1e-9)
  const decimales = Math.max(0, -Math.floor(Math.log10(pas)))
  const graduations = Array.from({ length: nombre + 1 }, (_, rang) => ({
    part: rang / nombre,
    texte: formaterFixe(rang * pas, decimales),
  }))
  return { fin: nombre * pas, graduations }
}

/** What is drawn of a table; null when nothing is, or too much. */
export function dessinDe(tableau: TableauAnnuaire): DessinImprime | null {
  const { graphique, colonnes, unite, code } = tableau
  if (!graphique) return null
  const lues = lireCategories(tableau)
  const maximum = maximumDe(graphique.sorte, lues)
  if (lues.length === 0 || lues.length > CATEGORIES_MAX || maximum <= 0) return null
  const { fin, graduations } = axeDe(maximum)
  const noms = new Map(colonnes.map(({ code: nom, libelle }) => [nom, libelle]))
  return {
    sorte: graphique.sorte,
    titre: graphique.titre,
    alt: T.graphiqueDe(graphique.titre, code),
    unite,
    series: graphique.colonnes.flatMap((nom) => noms.get(nom) ?? []),
    categories: lues.map(({ nom, valeurs, textes }) => ({
      nom,
      parts: valeurs.map((valeur) => (valeur === null ? null : valeur / fin)),
      textes,
    })),
    graduations,
  }
}
