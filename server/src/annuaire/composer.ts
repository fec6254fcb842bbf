import type {
  CelluleAnnuaire,
  Chiffre,
  ColonneAnnuaire,
  Couverture,
  LigneAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { arrondir, divise, fois, moins } from '@releve/contract/exact.ts'
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

/** What the year before says, and whether both years cover the same months of a model. */
export type AnneeAvant = { chiffres: ChiffresLus; comparables: Readonly<Record<string, boolean>> }

export function comparer(
  chiffre: Chiffre,
  avant: Chiffre | undefined,
  { enPoints, comparable }: { enPoints: boolean; comparable: boolean },
): Pick<CelluleAnnuaire & { sorte: 'valeur' }, 'nMoins1' | 'variation'> {
  if (avant === undefined) return {}
  const variation = comparable ? variationDe(chiffre, avant, enPoints) : null
  return { nMoins1: avant, variation }
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
  avant: AnneeAvant | null
  caches: ReadonlySet<string>
}

const NOTE_MOIS =
  'Les deux années ne couvrent pas les mêmes mois\u00a0: la variation n’est pas calculée.'

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
  avant: AnneeAvant | null,
): Chiffre | undefined {
  if (!ancien || formule?.sorte !== 'somme') return undefined
  const [adresse, ...autres] = formule.terme.cellules
  if (adresse === undefined || autres.length > 0) return undefined
  return avant?.chiffres[nomDuChiffre(ancien.tableau, adresse, ancien.colonne)]
}

/** A table as it is read. */
export function ecrireTableau({ resolu, exacts }: TableauEvalue, fond: Fond): TableauAnnuaire {
  const { plan } = resolu
  const { code, unite, entete, comparees, graphique = null } = plan
  const dire = (texte: string) => direAnnee(texte, fond.annee)
  const comparable = plan.agregation === 'STOCK' || (fond.avant?.comparables[plan.modele] ?? false)
  const lignes = resolu.lignes.map((ligne, l): LigneAnnuaire => {
    const cellules = resolu.colonnes.map((colonne, c): CelluleAnnuaire => {
      const exact = exacts[l]?.[c]
      const { taux, decimales } = colonne
      if (!exact) return { sorte: 'absent', raison: 'NON_CALCULABLE' }
      const chiffre = ecrireChiffre(exact, decimales, fond.caches)
      const nom = nomDuChiffre(code, ligne.code, colonne.code)
      const avant = fond.avant?.chiffres[nom] ?? lireAncien(plan, ligne.formules[c], fond.avant)
      return {
        ...chiffre,
        ...(exact.partiel && chiffre.sorte === 'valeur' && { partiel: true }),
        ...comparer(chiffre, avant, { enPoints: taux, comparable: comparable || taux }),
      }
    })
    const { total, formules: _, libre: _l, ...reste } = ligne
    return { ...reste, niveau: 0, sorte: total ? 'total' : 'detail', cellules }
  })
  const totaux = lignes.filter(({ sorte }) => sorte === 'total')
  if (totaux.length > 1) for (const ligne of totaux) ligne.sorte = 'soustotal'
  const registre = plan.registre ? `, ${plan.registre}` : ''
  const notes = [plan.note, !comparable && fond.avant ? NOTE_MOIS : null].filter(Boolean)
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
    couverture: fond.couverture(plan.modele, moisLus(resolu.lignes)),
    graphique: graphique && { ...graphique, titre: dire(plan.titre) },
    secrets: lignes.flatMap(({ cellules }) => cellules).filter(({ sorte }) => sorte === 'secret')
      .length,
  }
}
