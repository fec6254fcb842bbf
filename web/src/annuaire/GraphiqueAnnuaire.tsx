import { formaterFixe } from '@releve/contract/annuaire/affichage.ts'
import type { ColonneAnnuaire, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { libellePeriode, MOIS } from '@releve/contract/mois.ts'
import { formatMoisCourt, formatPoints } from '../ui/format.ts'
import type { Donnees, Point, Valeur } from '../ui/graphique/donnees.ts'
import { Graphique } from '../ui/graphique/Graphique.tsx'
import { direExtremes, direSerie } from '../ui/graphique/phrases.ts'
import { textesAnnuaire } from './annuaire.textes.ts'

const t = textesAnnuaire.graphique

/** Beyond, a bar is a line and its name unreadable: the table alone says it. */
const POINTS_MAX = 30
/** Beyond, series are no longer told apart (`Donnees`): their total is drawn. */
const SERIES_MAX = 3

/** The column of all, in a table with one header row, or with two. */
const TOTAUX: readonly string[] = ['TOT', 'TOT.TOT']

/** A column with its place among the cells of a row. */
type Rangee = { colonne: ColonneAnnuaire; rang: number }

/** What `Graphique` is given of a table. */
type Dessin = {
  titre: string
  forme: 'courbe' | 'barres'
  donnees: Donnees
  fichier: string
  note: string | undefined
}

const nomDe = ({ groupes }: TableauAnnuaire, { groupe, libelle }: ColonneAnnuaire) => {
  const sien = groupes.find(({ code }) => code === groupe)
  return sien ? `${sien.libelle}, ${libelle.toLowerCase()}` : libelle
}

/** The month of a row, `M01` to `M12`; null for a row that is no month. */
function moisDe(code: string) {
  const rang = /^M(\d\d)$/.exec(code)?.[1]
  return rang === undefined ? null : (MOIS[Number(rang) - 1] ?? null)
}

const estEnPourcent = ({ unite }: TableauAnnuaire, rangees: readonly Rangee[]) =>
  rangees.every(({ colonne }) => (colonne.unite ?? unite) === '%')

function donneesDe(tableau: TableauAnnuaire, rangees: readonly Rangee[], annee: number): Donnees {
  const { entete, lignes } = tableau
  const decimales = Math.max(...rangees.map(({ colonne }) => colonne.decimales))
  const suite = estEnPourcent(tableau, rangees) ? '\u00a0%' : ''
  return {
    axe: entete,
    series: rangees.map(({ colonne }) => nomDe(tableau, colonne)),
    points: lignes
      .filter(({ sorte }) => sorte === 'detail')
      .map(({ code, libelle, cellules }): Point => {
        const mois = moisDe(code)
        const periode = mois && { mois, annee }
        return {
          cle: code,
          nom: periode ? libellePeriode(periode) : libelle,
          ...(periode && { court: formatMoisCourt(periode) }),
          valeurs: rangees.map(({ rang }): Valeur => {
            const cellule = cellules[rang]
            return cellule?.sorte === 'valeur' ? cellule.valeur : null
          }),
        }
      }),
    format: (valeur) => (valeur === null ? '—' : formaterFixe(valeur, decimales) + suite),
  }
}

/** What is drawn: the columns that the content names, or their total when they are too many. */
function rangeesDe({ graphique, colonnes }: TableauAnnuaire): {
  tracees: Rangee[]
  dite: Rangee[]
} {
  const toutes = colonnes.map((colonne, rang) => ({ colonne, rang }))
  const nommees = toutes.filter(({ colonne }) => graphique?.colonnes.includes(colonne.code))
  const total = toutes.filter(({ colonne }) => TOTAUX.includes(colonne.code))
  const tracees = nommees.length > SERIES_MAX && total.length > 0 ? total : nommees
  return {
    tracees: tracees.slice(0, SERIES_MAX),
    // A sentence is told of one figure: the total of those drawn, else the first of them.
    dite: total.length > 0 ? total : tracees.slice(0, 1),
  }
}

const compterTrous = ({ points }: Donnees) =>
  points.flatMap(({ valeurs }) => valeurs).filter((valeur) => valeur === null).length

/** The chart of a table, its sentence made of its figures; null for one that draws nothing. */
export function dessinDe(tableau: TableauAnnuaire, annee: number): Dessin | null {
  const { graphique, code } = tableau
  const { tracees, dite } = rangeesDe(tableau)
  const [une] = dite
  if (!graphique || tracees.length === 0 || !une) return null
  const donnees = donneesDe(tableau, tracees, annee)
  const trous = compterTrous(donnees)
  const tous = donnees.points.length * tracees.length
  if (donnees.points.length > POINTS_MAX || trous === tous) return null
  const phrase = donneesDe(tableau, dite, annee)
  // What separates two percentages is no percentage.
  const facon = estEnPourcent(tableau, dite) ? { ecart: formatPoints } : {}
  const nom = tracees.length > 1 ? `, ${nomDe(tableau, une.colonne).toLowerCase()}` : ''
  const sujet = graphique.titre + nom
  const forme = graphique.sorte === 'courbe' ? 'courbe' : 'barres'
  return {
    titre: forme === 'courbe' ? direSerie(sujet, phrase, facon) : direExtremes(sujet, phrase),
    forme,
    donnees,
    fichier: `annuaire-${annee}-${code.replace('.', '-')}`,
    note: trous > 0 ? t.manques(trous) : undefined,
  }
}

type Props = { tableau: TableauAnnuaire; annee: number }

/** The chart of a table, where it has one; it comes after the figures. */
export default function GraphiqueAnnuaire({ tableau, annee }: Props) {
  const dessin = dessinDe(tableau, annee)
  return dessin && <Graphique {...dessin} />
}
