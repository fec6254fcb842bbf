import { compterMasques, estTropMasque } from '@releve/contract/annuaire/affichage.ts'
import type {
  CelluleAnnuaire,
  Chiffre,
  ColonneAnnuaire,
  Couverture,
  LigneAnnuaire,
  SansVariation,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { arrondir, divise, fois, moins } from '@releve/contract/exact.ts'
import type { Etendue } from './couverture-egale.ts'
import { ecrireChiffre, type TableauEvalue } from './evaluer.ts'
import type { PlanTableau } from './plan.ts'
import type { ColonneResolue, Formule } from './resoudre.ts'

/** The figures of another year, or edition, by table, row and column. */
export type ChiffresLus = Readonly<Record<string, Chiffre>>

export const nomDuChiffre = (tableau: string, ligne: string, colonne: string): string =>
  `${tableau}|${ligne}|${colonne}`

/** The figures of tables, by their name. */
export function chiffresDe(tableaux: readonly TableauAnnuaire[]): Record<string, Chiffre> {
  const chiffres: Record<string, Chiffre> = {}
  for (const { code, colonnes, lignes } of tableaux)
    for (const ligne of lignes)
      for (const [c, cellule] of ligne.cellules.entries()) {
        const colonne = colonnes[c]
        if (!colonne || cellule.sorte === 'texte') continue
        chiffres[nomDuChiffre(code, ligne.code, colonne.code)] = chiffreSeul(cellule)
      }
  return chiffres
}

function chiffreSeul(cellule: Exclude<CelluleAnnuaire, { sorte: 'texte' }>): Chiffre {
  switch (cellule.sorte) {
    case 'valeur':
      return { sorte: 'valeur', valeur: cellule.valeur }
    case 'absent':
      return { sorte: 'absent', raison: cellule.raison }
    case 'secret':
      return { sorte: 'secret' }
  }
}

/** How a figure moved: in percent, in points for a rate; null where that cannot be said. */
export function variationDe(apres: Chiffre, avant: Chiffre, enPoints: boolean): number | null {
  if (apres.sorte !== 'valeur' || avant.sorte !== 'valeur') return null
  const ecart = moins(apres.valeur, avant.valeur)
  if (enPoints) return arrondir(ecart, 1)
  const part = divise(fois(100, ecart), avant.valeur)
  return part === undefined ? null : arrondir(part, 1)
}

/** A figure as far as two years cover it alike; `partiel`: a report that counts does not give it. */
export type Egal = { chiffre: Chiffre; partiel: boolean }
/** The same by table, row and column. */
export type Egaux = Readonly<Record<string, Egal>>

/** How the series of five years are named among them. */
export const nomDeSerie = (code: string): string => nomDuChiffre('T8.1', code, '')

/** What a year is compared with. */
export type Comparaison = {
  /** What the year before says; null: nothing does. */
  avant: ChiffresLus | null
  /** What both compare; null: the reports of the year before are not known. */
  egaux: { avant: Egaux; apres: Egaux } | null
  etendue: (formule: Formule) => Etendue | null
  /** In percent. */
  partComparable: number
}

type Comparee = Pick<
  CelluleAnnuaire & { sorte: 'valeur' },
  'nMoins1' | 'variation' | 'part' | 'sansVariation'
>

/** In percent, to a decimal; never 100 for what is not whole. */
function pourcentDe(part: number): number {
  const dite = arrondir(100 * part, 1)
  return part < 1 ? Math.min(dite, 99.9) : dite
}

type AComparer = {
  chiffre: Chiffre
  avant: Chiffre | undefined
  nom: string
  etendue: Etendue | null
  enPoints: boolean
}

/**
 * How a figure moved, of what both years cover alike (docs/chiffres.md); where it is not told, why.
 * Beside the year before as it is shown, whole.
 */
export function comparer(
  { chiffre, avant, nom, etendue, enPoints }: AComparer,
  { egaux, partComparable }: Pick<Comparaison, 'egaux' | 'partComparable'>,
): Comparee {
  if (avant === undefined) return {}
  const sans = (raison?: SansVariation, part?: number): Comparee => ({
    nMoins1: avant,
    variation: null,
    ...(part !== undefined && { part }),
    ...(raison && { sansVariation: raison }),
  })
  if (chiffre.sorte !== 'valeur' || avant.sorte !== 'valeur') return sans()
  if (!egaux || !etendue) return sans('SANS_RAPPORTS')
  const part = pourcentDe(etendue.part)
  if (100 * etendue.part < partComparable) return sans('PART', part)
  if (etendue.structures < 2) return sans('UNE_STRUCTURE')
  const [a, b] = [egaux.apres[nom], egaux.avant[nom]]
  if (!a || !b) return sans()
  if (a.partiel || b.partiel) return sans('PARTIEL')
  if (a.chiffre.sorte === 'secret' || b.chiffre.sorte === 'secret') return sans('SECRET')
  const variation = variationDe(a.chiffre, b.chiffre, enPoints)
  return variation === null ? sans() : { nMoins1: avant, variation, part }
}

function colonneDe(resolue: ColonneResolue): ColonneAnnuaire {
  const { code, libelle, total, decimales, groupe, unite, taux } = resolue
  return {
    code,
    libelle,
    total,
    decimales,
    sorte: 'nombre',
    ...(groupe !== null && { groupe }),
    ...(unite !== null && { unite }),
    variation: taux ? 'POINTS' : 'POURCENT',
  }
}

/** A sentence of the plan, of this year. */
export const direAnnee = (texte: string, annee: number): string =>
  texte.replaceAll('{annee}', String(annee)).replaceAll('{fin}', `31 décembre ${annee}`)

type Fond = {
  annee: number
  modeles: Readonly<Record<string, string>>
  couverture: (modele: string, mois: readonly number[]) => Couverture | null
  comparaison: Comparaison
  caches: ReadonlySet<string>
}

function moisLus(lignes: readonly { formules: readonly Formule[] }[]): number[] {
  const composants = lignes.flatMap(({ formules }) =>
    formules.flatMap((f) => (f.sorte === 'taux' ? [...f.num, ...f.den] : [f])),
  )
  return [...new Set(composants.flatMap(({ terme }) => terme.mois))]
}

/** The figure of one cell in an edition that had a row for each address. */
function lireAncien(
  { ancien }: PlanTableau,
  formule: Formule | undefined,
  avant: ChiffresLus | null,
): Chiffre | undefined {
  if (!ancien || formule?.sorte !== 'somme') return undefined
  const [adresse, ...autres] = formule.terme.cellules
  if (adresse === undefined || autres.length > 0) return undefined
  return avant?.[nomDuChiffre(ancien.tableau, adresse, ancien.colonne)]
}

const NOTE_EGALE =
  'Les variations sont à couverture égale\u00a0: elles laissent de côté, les deux années, les mois de chaque structure dont un rapport attendu manque à l’une des deux. Elles ne sont donc pas celles des deux colonnes, qui sont entières.'

/** What a reader who compares the two columns by himself must know. */
export function noteDesVariations(lignes: readonly LigneAnnuaire[]): string | null {
  const ecarte = lignes.some(({ cellules }) =>
    cellules.some((cellule) => cellule.sorte !== 'texte' && (cellule.part ?? 100) < 100),
  )
  return ecarte ? NOTE_EGALE : null
}

/** How many of its figures are hidden; of how many, where they are most. */
export function secretsDe(
  lignes: readonly LigneAnnuaire[],
): Pick<TableauAnnuaire, 'secrets' | 'chiffres'> {
  const { masques: secrets, chiffres } = compterMasques(lignes)
  return { secrets, ...(estTropMasque({ masques: secrets, chiffres }) && { chiffres }) }
}

/** A table as it is read. */
export function ecrireTableau({ resolu, exacts }: TableauEvalue, fond: Fond): TableauAnnuaire {
  const { plan } = resolu
  const { code, unite, entete, comparees, graphique = null } = plan
  const dire = (texte: string) => direAnnee(texte, fond.annee)
  const { comparaison } = fond
  let parEffectif = true
  const lignes = resolu.lignes.map((ligne, l): LigneAnnuaire => {
    const cellules = resolu.colonnes.map((colonne, c): CelluleAnnuaire => {
      const exact = exacts[l]?.[c]
      const { taux, decimales } = colonne
      if (!exact) return { sorte: 'absent', raison: 'NON_CALCULABLE' }
      const chiffre = ecrireChiffre(exact, decimales, fond.caches)
      const nom = nomDuChiffre(code, ligne.code, colonne.code)
      const formule = ligne.formules[c]
      const avant = comparaison.avant?.[nom] ?? lireAncien(plan, formule, comparaison.avant)
      const etendue = formule ? comparaison.etendue(formule) : null
      if (etendue?.parEffectif === false) parEffectif = false
      const aComparer = { chiffre, avant, nom, etendue, enPoints: taux }
      return {
        ...chiffre,
        ...(exact.partiel && chiffre.sorte === 'valeur' && { partiel: true }),
        ...comparer(aComparer, comparaison),
      }
    })
    const { total, formules: _, libre: _l, ...reste } = ligne
    return { ...reste, niveau: 0, sorte: total ? 'total' : 'detail', cellules }
  })
  const totaux = lignes.filter(({ sorte }) => sorte === 'total')
  if (totaux.length > 1) for (const ligne of totaux) ligne.sorte = 'soustotal'
  const registre = plan.registre ? `, ${plan.registre}` : ''
  const notes = [plan.note, noteDesVariations(lignes)].filter(Boolean)
  return {
    code,
    titre: dire(plan.titre),
    source: `${fond.modeles[plan.modele] ?? plan.modele} (${plan.modele})${registre}`,
    champ: dire(plan.champ),
    note: notes.length > 0 ? notes.join(' ') : null,
    unite,
    entete,
    groupes: resolu.groupes,
    colonnes: resolu.colonnes.map(colonneDe),
    lignes,
    comparees: [...comparees],
    ...(comparaison.avant && { partDe: parEffectif ? 'EFFECTIF' : 'RAPPORTS' }),
    couverture: fond.couverture(plan.modele, moisLus(resolu.lignes)),
    graphique: graphique && { ...graphique, titre: dire(plan.titre) },
    ...secretsDe(lignes),
  }
}
