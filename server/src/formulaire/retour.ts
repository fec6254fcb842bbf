import type { Detail } from '@releve/contract/erreur.ts'
import type { CelluleModifiee } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  type CasesOuvertes,
  casesNecessaires,
  casesRouvertes,
  estRouverte,
} from '@releve/contract/formulaire/retour.rules.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import type { FormulaireOuvert } from './formulaire.calcul.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'

/** What a form that goes back opens: its marked cells with what is tied to them, or all of it. */
export async function findCasesRouvertes(
  db: Db,
  { modeleId, remarques }: Pick<FormulaireCharge, 'modeleId' | 'remarques'>,
): Promise<CasesOuvertes | null> {
  const { compile } = await findModeleCompile(db, modeleId)
  return casesRouvertes(compile, remarques)
}

/** The same, once others are marked while the form is being corrected: nothing closes meanwhile. */
export async function findCasesRouvertesAussi(
  db: Db,
  f: Pick<FormulaireCharge, 'modeleId' | 'casesOuvertes'>,
  remarques: FormulaireCharge['remarques'],
): Promise<CasesOuvertes | null> {
  if (f.casesOuvertes === null) return null
  const ouvertes = remarques.filter(({ statut }) => statut === 'OUVERTE')
  if (ouvertes.length === 0) return f.casesOuvertes
  const cases = await findCasesRouvertes(db, { modeleId: f.modeleId, remarques: ouvertes })
  return cases && [...new Set([...f.casesOuvertes, ...cases])].toSorted()
}

const necessaires = (calcul: Calcul): string[] =>
  casesNecessaires({
    mc: calcul.mc,
    resultats: calcul.resultats(),
    manquants: calcul.manquants(),
  })

const estOuverteDans = ({ mc }: Calcul, ouvertes: ReadonlySet<string>, adresse: string) => {
  const cellule = celluleDe(mc, adresse)
  return cellule !== null && estRouverte(ouvertes, cellule)
}

/**
 * The changes to cells that are closed. A change may open other cells: those to open cells are
 * tried first, then those that they open.
 */
function changeesFermees(
  ouvertes: ReadonlySet<string>,
  calcul: Calcul,
  changees: readonly CelluleModifiee[],
): CelluleModifiee[] {
  const permises = new Set([...ouvertes, ...necessaires(calcul)])
  const fermee = ({ cellule }: CelluleModifiee) => !estOuverteDans(calcul, permises, cellule)
  let fermees = changees.filter(fermee)
  if (fermees.length === 0 || fermees.length === changees.length) return fermees
  const essai = ouvrirCalcul(calcul.mc, calcul.donnees(), calcul.contexte)
  for (let avant = changees.length; fermees.length > 0 && fermees.length < avant; ) {
    avant = fermees.length
    const posees = changees.filter((change) => !fermees.includes(change))
    essai.changer(Object.fromEntries(posees.map(({ cellule, apres }) => [cellule, apres])))
    for (const adresse of necessaires(essai)) permises.add(adresse)
    fermees = fermees.filter(fermee)
  }
  return fermees
}

/** @throws CASE_NON_ROUVERTE with one detail per closed cell. */
export function verifierRouvertes(
  { casesOuvertes }: FormulaireCharge,
  { calcul }: FormulaireOuvert,
  changees: readonly CelluleModifiee[],
): void {
  if (casesOuvertes === null) return
  const fermees = changeesFermees(new Set(casesOuvertes), calcul, changees)
  if (fermees.length === 0) return
  const details = fermees.map(({ cellule: chemin }): Detail => {
    const nom = celluleDe(calcul.mc, chemin)?.libelle ?? chemin
    const libelle = `«\u00a0${nom}\u00a0» n’est pas à corriger\u00a0: elle reste fermée.`
    return { chemin, code: 'CASE_NON_ROUVERTE', libelle }
  })
  throw erreur('CASE_NON_ROUVERTE', {}, { details: details.slice(0, 200) })
}

/**
 * The cells open after these changes: those open before, those just changed, and those that the new
 * figures ask for. No cell closes while somebody is typing.
 */
export function casesOuvertesApres(
  { casesOuvertes }: FormulaireCharge,
  calcul: Calcul,
  changees: readonly CelluleModifiee[],
): CasesOuvertes | null {
  if (casesOuvertes === null) return null
  const cases = new Set([...casesOuvertes, ...necessaires(calcul)])
  for (const { cellule } of changees) {
    if (!estOuverteDans(calcul, cases, cellule)) cases.add(cellule)
  }
  return [...cases].toSorted()
}

/** @throws REMARQUES_A_TRAITER: of a form sent back, each marked cell is corrected or answered. */
export function verifierTraitees(
  { etat, remarques }: FormulaireCharge,
  { modele: { compile } }: FormulaireOuvert,
): void {
  if (etat !== 'RENVOYE') return
  const restent = remarques.filter(({ cellule, statut }) => cellule && statut === 'OUVERTE')
  if (restent.length === 0) return
  const details = restent.map(({ cellule, texte }): Detail => {
    const nom = celluleDe(compile, cellule ?? '')?.libelle ?? ''
    return {
      chemin: cellule ?? '',
      code: 'REMARQUES_A_TRAITER',
      libelle: `${nom}\u00a0: «\u00a0${texte}\u00a0»`,
    }
  })
  const resume = restent.length > 1 ? `${restent.length} cases` : '1 case'
  throw erreur('REMARQUES_A_TRAITER', { resume }, { details: details.slice(0, 200) })
}
