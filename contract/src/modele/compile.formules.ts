import type { Cellule, CleFormule } from './cellule.ts'
import type { FormulesCellule, NoeudCompile } from './compile.schema.ts'
import type { Lecture } from './etat.ts'
import { compiler } from './expression.compiler.ts'
import {
  type Atelier,
  creerLectures,
  type Expression,
  exigerType,
  type Lectures,
  lireUneFois,
  type Situation,
  type Type,
  typeDe,
} from './expression.ts'
import { FormuleInvalide, type Probleme } from './modele.invalide.ts'
import type { CelluleSource, Tableau } from './plan.ts'

/** Runs `faire`, noting a formula's error as a problem at `chemin`; null when there was one. */
export function tenter<T>(
  { chemin, trait }: Pick<Probleme, 'chemin' | 'trait'>,
  problemes: Probleme[],
  faire: () => T,
): T | null {
  try {
    return faire()
  } catch (cause) {
    if (!(cause instanceof FormuleInvalide)) throw cause
    const { position, message, code } = cause
    problemes.push({ chemin, position, message, code, trait })
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
      .slice(tableau.debut, tableau.debut + tableau.colonnes.length)
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
  const condition = (trait: CleFormule, lues: Lectures): Lecture | null =>
    compilerSituee(formules, trait, { type: 'booleen', lectures: lues, lieu })?.lire ?? null
  const lecturesRequis = creerLectures()
  const lecturesCommentaire = creerLectures()
  const compilees: FormulesCellule = {
    formule: compilerSituee(formules, 'formule', { type, lectures, lieu }),
    // A row prefills its entered cells: its total needs nothing from other months.
    prerempli: cellule.calculee
      ? null
      : compilerSituee(formules, 'prerempli', { type, lectures: creerLectures(), lieu }),
    soSi: condition('soSi', lectures),
    requisSi: condition('requisSi', lecturesRequis),
    commentaireSi: condition('commentaireSi', lecturesCommentaire),
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
  formules: CelluleSource['formules'],
  trait: CleFormule,
  { type, lectures, lieu }: { type: Type; lectures: Lectures; lieu: Lieu },
): Expression | null {
  const situee = formules[trait]
  if (!situee) return null
  const { atelier, problemes, cellule, tableau } = lieu
  const { texte, dollar, portee } = situee
  return tenter({ chemin: cellule.adresse, trait }, problemes, () => {
    const situation: Situation = {
      atelier,
      dollar,
      portee,
      tableau: tableau?.code ?? null,
      seuils: {},
      lectures,
    }
    const noeud = lireUneFois(atelier, texte)
    const expression = compiler(noeud, situation)
    exigerType(expression, type, noeud)
    return expression
  })
}
