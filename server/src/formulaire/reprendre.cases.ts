import {
  COMMENTAIRE_MAX,
  SANS_VENTILATION,
  SOMME_COMBINAISONS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { celluleDe as caseDe } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { celluleDe, controleDe, estSansVentilation, type Rapprochement } from './correspondance.ts'
import { convertirValeur, type Paquet, sommeDe } from './valeurs.ts'

// Where each figure of DHIS2 goes: to the cell that has its name, whole, and to no other.

type ValeurVenue = Paquet['valeurs'][number]
type Case = Pick<Rapprochement, 'cellule' | 'options' | 'agregation'>

/** The cells of a model by what DHIS2 calls them. */
export type Cases = {
  /** Those that bear the name of this figure, in any version; several: it may be none of them. */
  trouver: (valeur: ValeurVenue) => readonly Case[]
  /** The control that this text answers; null: it answers none. */
  controle: (valeur: ValeurVenue) => string | null
}

const cleDe = (dataElement: string, ventilation: string): string =>
  JSON.stringify([dataElement, ventilation])

/** A breakdown as it is looked for: none said is « default » there. */
const ventilationDe = (dite: string): string => (estSansVentilation(dite) ? SANS_VENTILATION : dite)

/** What its attribute combination is called; none said is « default » there. */
const combinaisonDe = ({ attributeOptionCombo }: ValeurVenue): string =>
  ventilationDe(attributeOptionCombo)

/** `lignes`: what DHIS2 calls the cells; none: their names follow from ours. */
export function ouvrirCases(modele: string, lignes: readonly Rapprochement[]): Cases {
  if (lignes.length === 0) return ouvrirDerivees(modele)
  const parNom = new Map<string, Set<Case>>()
  for (const ligne of lignes) {
    const elements = [ligne.dataElement, ligne.codeDataElement].filter(Boolean)
    const ventilations = [ligne.categoryOptionCombo, ligne.codeCategoryOptionCombo].filter(Boolean)
    for (const element of elements)
      for (const ventilation of ventilations) {
        const cle = cleDe(element, ventilationDe(ventilation))
        parNom.set(cle, (parNom.get(cle) ?? new Set()).add(ligne))
      }
  }
  return {
    trouver: ({ dataElement, categoryOptionCombo }) => [
      ...(parNom.get(cleDe(dataElement, ventilationDe(categoryOptionCombo))) ?? []),
    ],
    controle: () => null,
  }
}

const ouvrirDerivees = (modele: string): Cases => ({
  trouver: ({ dataElement, categoryOptionCombo }) => {
    const cellule = celluleDe(modele, dataElement)
    if (cellule === null || !estSansVentilation(categoryOptionCombo)) return []
    return [{ cellule, options: null, agregation: 'SUM' }]
  },
  controle: ({ dataElement }) => controleDe(modele, dataElement),
})

const SOMMABLES: ReadonlySet<Cellule['nature']> = new Set([
  'entier',
  'entierSigne',
  'decimal',
  'montant',
])

/** Whether DHIS2 itself adds these figures up: an average of averages is a figure of nobody. */
const seSomme = ({ agregation }: Case, { nature }: Cellule): boolean =>
  agregation === 'SUM' && SOMMABLES.has(nature)

/** The attribute combinations of the figures that have a cell, the most figures first. */
export function compterCombinaisons(cases: Cases, paquets: readonly Paquet[]) {
  const comptes = new Map<string, number>()
  let sommable = false
  for (const { valeurs } of paquets)
    for (const valeur of valeurs) {
      const trouvees = cases.trouver(valeur)
      if (trouvees.length === 0) continue
      const code = combinaisonDe(valeur)
      comptes.set(code, (comptes.get(code) ?? 0) + 1)
      sommable ||= trouvees.some(({ agregation }) => agregation === 'SUM')
    }
  const combinaisons = [...comptes]
    .map(([code, valeurs]) => ({ code, valeurs }))
    .toSorted((a, b) => b.valeurs - a.valeurs || (a.code < b.code ? -1 : 1))
  return { combinaisons, sommable }
}

/** Why a figure has no cell, or why a report is refused; `adresse`: empty, none. */
export type Constat = { adresse: string; libelle: string }

/** What a report of here is given: its cells, what is wrong in it, and each figure that is left. */
export type Lot = {
  donnees: Donnees
  /** What was said of them, by cell; what controls were answered. */
  commentaires: Record<string, string>
  justifications: Record<string, string>
  fautes: Constat[]
  laissees: (Constat & { autre: boolean })[]
}

const court = (texte: string): string => (texte.length > 40 ? `${texte.slice(0, 39)}…` : texte)
const citer = (texte: string): string => `«\u00a0${court(texte)}\u00a0»`

/** How a figure is named to whoever looks for it in the file. */
function nommer({ rang, dataElement, categoryOptionCombo, valeur }: ValeurVenue): string {
  const de = [dataElement, categoryOptionCombo].filter(Boolean).map(court).join(', ')
  return `Valeur n°\u00a0${rang} du fichier (${de}\u00a0: ${court(valeur)})`
}

const TROP_LONG = `dépasse ${COMMENTAIRE_MAX} signes`
const TROP_LONGS = `dépassent ${COMMENTAIRE_MAX} signes`

type ValeurPlacee = { valeur: ValeurVenue; cellule: Cellule; lieu: Case }

class Repartition {
  readonly lot: Lot = {
    donnees: {},
    commentaires: {},
    justifications: {},
    fautes: [],
    laissees: [],
  }
  private readonly cases: Cases
  private readonly compile: ModeleCompile
  private readonly combinaison: string

  constructor(cases: Cases, compile: ModeleCompile, combinaison: string) {
    this.cases = cases
    this.compile = compile
    this.combinaison = combinaison
  }

  repartir(valeurs: readonly ValeurVenue[]): Lot {
    const parCase = Map.groupBy(
      valeurs.flatMap((valeur) => this.placer(valeur) ?? []),
      ({ cellule }) => cellule.adresse,
    )
    for (const placees of parCase.values()) this.remplir(placees)
    return this.lot
  }

  private laisser(valeur: ValeurVenue, pourquoi: string, autre = false): null {
    const libelle = `${nommer(valeur)} ${pourquoi}\u00a0: laissée.`
    this.lot.laissees.push({ adresse: '', libelle, autre })
    return null
  }

  private placer(valeur: ValeurVenue): ValeurPlacee | null {
    const lieux = this.cases
      .trouver(valeur)
      .filter(({ cellule }) => caseDe(this.compile, cellule) !== null)
    const [lieu] = lieux
    const cellule = lieu && caseDe(this.compile, lieu.cellule)
    if (!cellule) return this.repondre(valeur)
    if (lieux.length > 1) {
      const noms = lieux.map((un) => un.cellule).slice(0, 4)
      return this.laisser(valeur, `peut être de plusieurs cases (${noms.join(', ')})`)
    }
    const sienne = combinaisonDe(valeur)
    if (this.combinaison !== SOMME_COMBINAISONS && sienne !== this.combinaison)
      return this.laisser(
        valeur,
        `est d’une autre combinaison d’attributs (${court(sienne)})`,
        true,
      )
    return { valeur, cellule, lieu }
  }

  /** A text that answers a control; a figure of no cell otherwise. */
  private repondre(valeur: ValeurVenue): null {
    const cle = this.cases.controle(valeur)
    if (cle === null || !this.compile.controles.some((une) => une.cle === cle))
      return this.laisser(valeur, 'n’est d’aucune case de ce modèle')
    if (valeur.valeur.length > COMMENTAIRE_MAX) return this.laisser(valeur, TROP_LONG)
    if (Object.hasOwn(this.lot.justifications, cle))
      return this.laisser(valeur, 'répond une seconde fois au même contrôle')
    this.lot.justifications[cle] = valeur.valeur
    return null
  }

  private remplir(placees: readonly ValeurPlacee[]): void {
    const [premiere] = placees
    if (!premiere || this.estDouble(placees)) return
    const { cellule, lieu, valeur } = premiere
    const somme = this.combinaison === SOMME_COMBINAISONS
    if (somme && !seSomme(lieu, cellule)) {
      for (const une of placees)
        this.laisser(une.valeur, 'n’est pas de celles que DHIS2 additionne', true)
      return
    }
    const texte = somme ? sommeDe(placees.map((une) => une.valeur.valeur)) : valeur.valeur
    this.lot.donnees[cellule.adresse] = convertirValeur(cellule, texte, lieu.options)
    if (somme) this.commenterSomme(cellule, placees)
    else this.commenter(cellule.adresse, valeur)
  }

  private commenter(adresse: string, valeur: ValeurVenue): void {
    if (valeur.commentaire.length <= COMMENTAIRE_MAX) {
      if (valeur.commentaire) this.lot.commentaires[adresse] = valeur.commentaire
      return
    }
    const libelle = `${nommer(valeur)} a un commentaire qui ${TROP_LONG}\u00a0: il est laissé.`
    this.lot.laissees.push({ adresse: '', libelle, autre: false })
  }

  /** What was said of the figures of a sum, each after the name of its combination. */
  private commenterSomme({ adresse, libelle }: Cellule, placees: readonly ValeurPlacee[]): void {
    const dits = placees
      .filter(({ valeur }) => valeur.commentaire !== '')
      .map(({ valeur }) => `${combinaisonDe(valeur)}\u00a0: ${valeur.commentaire}`)
    const texte = dits.join('\n')
    if (texte.length <= COMMENTAIRE_MAX) {
      if (texte) this.lot.commentaires[adresse] = texte
      return
    }
    const constat = `${libelle}\u00a0: les commentaires des chiffres additionnés, réunis, ${TROP_LONGS}\u00a0: ils sont laissés. Recopiez-en l’essentiel dans la case.`
    this.lot.laissees.push({ adresse: '', libelle: constat, autre: false })
  }

  /** Two figures of one name, equal or not: nobody knows which is one too many. */
  private estDouble(placees: readonly ValeurPlacee[]): boolean {
    const vues = new Map<string, ValeurVenue>()
    for (const { valeur, cellule } of placees) {
      const code = combinaisonDe(valeur)
      const deja = vues.get(code)
      vues.set(code, valeur)
      if (!deja) continue
      const libelle = `${cellule.libelle}\u00a0: deux valeurs pour cette case, n°\u00a0${deja.rang} et n°\u00a0${valeur.rang} du fichier (${citer(deja.valeur)} et ${citer(valeur.valeur)}). Gardez-en une.`
      this.lot.fautes.push({ adresse: cellule.adresse, libelle })
      return true
    }
    return false
  }
}

/**
 * The figures of one report, of one attribute combination or summed over all of them
 * (`SOMME_COMBINAISONS`): a figure goes to the one cell that has its name, or is left and told.
 */
export const repartirValeurs = (
  cases: Cases,
  compile: ModeleCompile,
  combinaison: string,
  valeurs: readonly ValeurVenue[],
): Lot => new Repartition(cases, compile, combinaison).repartir(valeurs)
