import type { Cellule } from './cellule.ts'
import type { FormulesCellule, NoeudCompile } from './compile.schema.ts'
import type { Lecture } from './etat.ts'
import { compiler } from './expression.compiler.ts'
import {
  type Atelier,
  creerLectures,
  type Expression,
  exigerType,
  type Lectures,
  type Situation,
  type Type,
  typeDe,
} from './expression.ts'
import { lireFormule } from './formule.parser.ts'
import { FormuleInvalide, type Probleme } from './modele.invalide.ts'
import type { CelluleSource, FormuleSituee, Tableau } from './plan.ts'

/** Runs `faire`, noting a formula's error as a problem at `chemin`; null when there was one. */
export function tenter<T>(chemin: string, problemes: Probleme[], faire: () => T): T | null {
  try {
    return faire()
  } catch (cause) {
    if (!(cause instanceof FormuleInvalide)) throw cause
    problemes.push({ chemin, position: cause.position, message: cause.message })
    return null
  }
}

type Sortie = {
  formules: FormulesCellule[]
  formulesTableaux: FormulesCellule[][]
}

/** Compiles every formula of the cells; adds their nodes, then those of their conditions. */
export function compilerFormules(
  atelier: Atelier,
  problemes: Probleme[],
  noeuds: NoeudCompile[],
  lectures: Lectures[],
): Sortie {
  const { plan } = atelier
  const conditions: { noeud: NoeudCompile; lectures: Lectures }[] = []
  const compilerUne = (source: CelluleSource, tableau: Tableau | null) => {
    const atelierCellule = { atelier, problemes, cellule: source.cellule, tableau }
    const compilee = compilerCellule(source, atelierCellule)
    const { cellule } = source
    const { formules } = compilee
    noeuds.push(
      tableau
        ? { sorte: 'colonne', tableau, cellule, formules }
        : { sorte: 'cellule', cellule, formules },
    )
    lectures.push(compilee.lectures)
    // Conditions on a row are looked at when asked: a node of their own would need a row's state.
    if (!tableau) conditions.push(...compilee.conditions)
    return formules
  }
  const formules = plan.sources.map((source) => compilerUne(source, null))
  const formulesTableaux = plan.tableaux.map((tableau) =>
    plan.colonnes
      .filter(({ cellule }) => tableau.colonnes.includes(cellule))
      .map((source) => compilerUne(source, tableau)),
  )
  for (const condition of conditions) {
    noeuds.push(condition.noeud)
    lectures.push(condition.lectures)
  }
  return { formules, formulesTableaux }
}

type Lieu = {
  atelier: Atelier
  problemes: Probleme[]
  cellule: Cellule
  tableau: Tableau | null
}

function compilerCellule({ cellule, formules }: CelluleSource, lieu: Lieu) {
  const lectures = creerLectures()
  const type = typeDe(cellule.nature)
  const condition = (situee: FormuleSituee | undefined, lues: Lectures): Lecture | null =>
    compilerSituee(situee, 'booleen', lues, lieu)?.lire ?? null
  const lecturesRequis = creerLectures()
  const lecturesCommentaire = creerLectures()
  const compilees: FormulesCellule = {
    formule: compilerSituee(formules.formule, type, lectures, lieu),
    // A row prefills its entered cells: its total needs nothing from other months.
    prerempli: cellule.calculee
      ? null
      : compilerSituee(formules.prerempli, type, creerLectures(), lieu),
    soSi: condition(formules.soSi, lectures),
    requisSi: condition(formules.requisSi, lecturesRequis),
    commentaireSi: condition(formules.commentaireSi, lecturesCommentaire),
  }
  const conditions = [
    ...noeudCondition(cellule, 'requisSi', compilees.requisSi, lecturesRequis),
    ...noeudCondition(cellule, 'commentaireSi', compilees.commentaireSi, lecturesCommentaire),
  ]
  return { formules: compilees, lectures, conditions }
}

function noeudCondition(
  cellule: Cellule,
  quoi: 'requisSi' | 'commentaireSi',
  lire: Lecture | null,
  lectures: Lectures,
): { noeud: NoeudCompile; lectures: Lectures }[] {
  return lire ? [{ noeud: { sorte: 'condition', cellule, quoi, lire }, lectures }] : []
}

function compilerSituee(
  situee: FormuleSituee | undefined,
  type: Type,
  lectures: Lectures,
  { atelier, problemes, cellule, tableau }: Lieu,
): Expression | null {
  if (!situee) return null
  const { texte, dollar, portee } = situee
  return tenter(cellule.adresse, problemes, () => {
    const situation: Situation = {
      atelier,
      dollar,
      portee,
      tableau: tableau?.code ?? null,
      seuils: {},
      lectures,
    }
    const noeud = lireFormule(texte)
    const expression = compiler(noeud, situation)
    exigerType(expression, type, noeud)
    return expression
  })
}
