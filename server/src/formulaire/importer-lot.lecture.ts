import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import {
  type Donnees,
  type Modifications,
  SO,
  type Valeur,
} from '@releve/contract/modele/modele.schema.ts'
import { lireSaisie } from '@releve/contract/modele/saisie.ts'
import { MOIS, type Periode } from '@releve/contract/mois.ts'
import { type MoisLu, readMois } from '../platform/import.colonnes.ts'
import type { LigneTableur, Tableur } from '../platform/tableur.cases.ts'
import { illisible, renommer } from '../platform/tableur.ts'
import { type ClasseurLu, canonDe, ETRANGER, type IdentiteClasseur } from './classeur.lecture.ts'
import { ENTETES } from './donnees.ts'
import { faute } from './lots.ts'

// Two kinds of files: a table of one line per value, as « Données » exports them (donnees.ts), of
// which the other columns are left aside; or the workbook of one report (classeur.lecture.ts).

const COMMENTAIRE = 'commentaire'
/** `annee` too, unless each month says its own. */
const REQUISES = ['structure', 'modele', 'mois', 'case', 'valeur'] as const

/** Reports of one file at most: each is computed, and written, by itself. */
const RAPPORTS_MAX = 500
const COMMENTAIRE_MAX = 2000

/** What a file says of one cell. */
type CelluleDuLot = {
  adresse: string
  /** Where it says it: « ligne 4 ». */
  lieu: string
  /** As people would type it: `''` erases, more than one is a fault; none leaves the value as it is. */
  textes: readonly string[]
  /** `''` erases; null leaves it as it is. */
  commentaire: string | null
  /** What the cell held when a workbook was exported. */
  tenu?: string
}

/** What a file says of one report. */
export type Lot = {
  /** Of its first line; 0: the file is all of this report. */
  ligne: number
  structure: string
  modele: string
  /** Null: no month that the platform knows. */
  periode: Periode | null
  /** The month as it is written. */
  mois: string
  dits: CelluleDuLot[]
  /** Whose workbook it is; null: a table. */
  classeur: IdentiteClasseur | null
}

const ANNEE = /^(20\d\d|2100)$/

/** The month of a report, of which the column of the year and that of the month do not disagree. */
function lirePeriode(annee: string, mois: string): Periode | null {
  const lu = readMois(mois)
  // A year may be a day, shown as its year.
  const dite = annee.replace(/-\d\d-\d\d$/, '') || String(lu?.annee ?? '')
  const nom = lu && ANNEE.test(dite) && anneeConcorde(lu, dite) ? MOIS[lu.mois - 1] : undefined
  return nom ? { mois: nom, annee: Number(dite) } : null
}

const anneeConcorde = ({ annee }: MoisLu, dite: string): boolean =>
  annee === null || annee === Number(dite)

const lireColonne = ({ cellules }: LigneTableur, entete: string): string => cellules[entete] ?? ''

const COLONNES_VALEUR = [ENTETES.valeur, ENTETES.texte, ENTETES.manquant] as const

/** A blank of a table says nothing. */
const ditDe = (ligne: LigneTableur): CelluleDuLot => ({
  adresse: lireColonne(ligne, ENTETES.case),
  lieu: `ligne ${ligne.numero}`,
  textes: COLONNES_VALEUR.map((entete) => lireColonne(ligne, entete)).filter(Boolean),
  commentaire: lireColonne(ligne, COMMENTAIRE) || null,
})

const cleDe = ({ structure, modele, periode, mois }: Lot) =>
  JSON.stringify([structure, modele, periode ?? mois])

function lotDe(ligne: LigneTableur): Lot {
  const [annee, mois] = [lireColonne(ligne, ENTETES.annee), lireColonne(ligne, ENTETES.mois)]
  return {
    ligne: ligne.numero,
    structure: lireColonne(ligne, ENTETES.structure),
    modele: lireColonne(ligne, ENTETES.modele),
    periode: lirePeriode(annee, mois),
    mois: `${mois} ${annee}`.trim().slice(0, 40),
    dits: [ditDe(ligne)],
    classeur: null,
  }
}

const manqueDit = (nom: string, archive: boolean) =>
  `${archive ? `${ETRANGER} Ce n’est pas non plus un tableau de valeurs\u00a0: la` : 'La'} colonne «\u00a0${nom}\u00a0» manque.`

/**
 * The reports of a table, in the order of their first lines. `archive`: it is a workbook, which may
 * have been meant for one of a report. @throws TABLEUR_ILLISIBLE
 */
export function lireLots(tableur: Tableur, archive: boolean): Lot[] {
  const { entetes, lignes } = renommer(tableur, [...Object.values(ENTETES), COMMENTAIRE])
  const sansAnnee = lignes.some((ligne) => !readMois(lireColonne(ligne, ENTETES.mois))?.annee)
  const requises = sansAnnee ? ([...REQUISES, 'annee'] as const) : REQUISES
  const manque = requises.find((nom) => !entetes.includes(ENTETES[nom]))
  if (manque) throw illisible(manqueDit(manque, archive))
  const lots = new Map<string, Lot>()
  for (const ligne of lignes) {
    const lot = lotDe(ligne)
    const deja = lots.get(cleDe(lot))
    if (deja) deja.dits.push(...lot.dits)
    else lots.set(cleDe(lot), lot)
  }
  if (lots.size > RAPPORTS_MAX)
    throw illisible(
      `Il a plus de ${RAPPORTS_MAX} rapports\u00a0: partagez-le en plusieurs fichiers.`,
    )
  return [...lots.values()]
}

/** What was changed in the workbook of a report: a blank of it erases. */
export function lotDuClasseur({ identite, cases, commentaires }: ClasseurLu): Lot {
  const { structure, modele, mois } = identite
  const [annee = '', n = ''] = mois.split('-')
  const dits: CelluleDuLot[] = cases.map(({ cellule, texte, lieu, tenu }) => ({
    adresse: cellule,
    lieu,
    textes: [texte],
    commentaire: null,
    tenu,
  }))
  const premiers = new Map(dits.map((dit) => [dit.adresse, dit]))
  const commentes = new Set<string>()
  for (const { cellule: adresse, texte: commentaire, lieu } of commentaires) {
    const dit = premiers.get(adresse)
    if (dit && !commentes.has(adresse)) dit.commentaire = commentaire
    else dits.push({ adresse, lieu, textes: [], commentaire })
    commentes.add(adresse)
  }
  const periode = lirePeriode(annee, n)
  const dit = mois.slice(0, 40)
  return { ligne: 0, structure, modele, periode, mois: dit, dits, classeur: identite }
}

/** What a report holds as its lines are read. */
export type FormulaireTenu = {
  compile: ModeleCompile
  periode: Periode
  donnees: Donnees
  commentaires: Record<string, string>
}

/** What a file says of a cell that the report computes. */
type CelluleDite = { cellule: Cellule; lieu: string; texte: string }

/** What a file changes in a report, and what refuses it. */
export type Saisies = {
  donnees: Modifications
  /** `''` erases. */
  commentaires: Record<string, string>
  /** What changes, in words. */
  changements: Detail[]
  /** What a table says of computed cells: compared with what the report computes, never written. */
  calculees: CelluleDite[]
  fautes: Detail[]
}

const ecrire = (valeur: Valeur | undefined): string =>
  typeof valeur === 'boolean'
    ? valeur
      ? 'oui'
      : 'non'
    : typeof valeur === 'number'
      ? String(valeur).replace('.', ',')
      : (valeur ?? '')

/** Whether this text is how an export writes what the cell holds. */
function estTenue(texte: string, tenue: Valeur | undefined): boolean {
  if (tenue === undefined) return false
  return texte === ecrire(tenue).trim() || texte === String(tenue)
}

const majuscule = (texte: string) => texte.charAt(0).toUpperCase() + texte.slice(1)
const couper = (texte: string) => (texte.length > 60 ? `${texte.slice(0, 60)}…` : texte)

/** The value of a cell, from the column that has one; or the sentence that refuses it. */
function lireValeur(
  cellule: Cellule,
  texte: string,
  { periode, donnees }: FormulaireTenu,
): { valeur: Valeur | null } | { refus: Detail['code']; erreur: string } {
  const tenue = donnees[cellule.adresse]
  if (cellule.calculee || cellule.luSeul)
    return {
      refus: 'CELLULE_CALCULEE',
      erreur: libelleErreur('CELLULE_CALCULEE', { libelle: cellule.libelle }),
    }
  // Whether it is locked is judged with the rest of the form.
  if (cellule.verrouillable && texte.toUpperCase() === SO) return { valeur: SO }
  const lu = lireSaisie(cellule, texte, { ...periode, tenue: tenue ?? null })
  if (!('erreur' in lu)) return lu
  return { refus: 'VALEUR_ILLISIBLE', erreur: APPEL.test(texte) ? NOTE : lu.erreur }
}

/** A footnote's mark beside a figure, as the reader of workbooks gives it. */
const APPEL = /\d[⁰¹²³⁴-⁹₀-₉]/
const NOTE = 'un chiffre y est en exposant ou en indice. Retirez l’appel de note.'

type Refuser = (code: Detail['code'], phrase: string) => void

/** Reads what is said of one cell into what it changes. */
function lireDit(dit: CelluleDuLot, tenu: FormulaireTenu, saisies: Saisies): void {
  const { adresse, lieu, textes } = dit
  const refuser: Refuser = (code, phrase) => {
    const ou = `${majuscule(lieu)}, ${adresse.slice(0, 60) || 'sans case'}`
    saisies.fautes.push(faute(adresse || ENTETES.case, code, `${ou}\u00a0: ${phrase}`))
  }
  const cellule = celluleDe(tenu.compile, adresse)
  if (!cellule)
    return refuser(
      'CELLULE_INCONNUE',
      libelleErreur('CELLULE_INCONNUE', { cellule: couper(adresse) }),
    )
  if (textes.length > 1)
    return refuser('DOUBLON', 'cette ligne a deux valeurs. N’en gardez qu’une.')
  const [texte] = textes
  const avant = tenu.donnees[adresse]
  const deduite = cellule.calculee || cellule.luSeul
  if (texte !== undefined && !estTenue(texte, avant) && deduite && dit.tenu === undefined) {
    saisies.calculees.push({ cellule, lieu, texte })
  } else if (texte !== undefined && !estTenue(texte, avant)) {
    const lu = lireValeur(cellule, texte, tenu)
    if ('refus' in lu) return refuser(lu.refus, lu.erreur)
    if (lu.valeur !== (avant ?? null)) {
      saisies.donnees[adresse] = lu.valeur
      direChangement(saisies, adresse, direValeur(dit, cellule, { avant, apres: lu.valeur }))
    }
  }
  lireCommentaire(dit, tenu, saisies, refuser)
}

/** « 12 → 13 », and whether the first came after the workbook was exported. */
function direValeur(
  { tenu }: CelluleDuLot,
  cellule: Cellule,
  { avant, apres }: { avant: Valeur | undefined; apres: Valeur | null },
): string {
  const figure = (valeur: Valeur | null | undefined) =>
    couper(ecrire(valeur ?? undefined)) || 'vide'
  const depuis = tenu !== undefined && canonDe(cellule, avant) !== tenu
  const note = depuis ? ' (changée en ligne depuis l’export du classeur)' : ''
  return `${figure(avant)} → ${figure(apres)}${note}`
}

function lireCommentaire(
  { adresse, commentaire }: CelluleDuLot,
  { commentaires }: FormulaireTenu,
  saisies: Saisies,
  refuser: Refuser,
): void {
  if (commentaire === null || commentaire === (commentaires[adresse] ?? '')) return
  if (commentaire.length > COMMENTAIRE_MAX)
    return refuser('VALEUR_ILLISIBLE', `un commentaire a ${COMMENTAIRE_MAX} caractères au plus.`)
  saisies.commentaires[adresse] = commentaire
  const quoi = commentaire ? `commentaire «\u00a0${couper(commentaire)}\u00a0»` : 'sans commentaire'
  direChangement(saisies, adresse, quoi)
}

const direChangement = ({ changements }: Saisies, adresse: string, quoi: string) =>
  changements.push(faute(adresse, 'CHANGEMENT', `${adresse}\u00a0: ${quoi}`))

/** What a file changes in what a report holds. */
export function lireSaisies({ dits }: Lot, tenu: FormulaireTenu): Saisies {
  const saisies: Saisies = {
    donnees: {},
    commentaires: {},
    changements: [],
    calculees: [],
    fautes: [],
  }
  const premiers = new Map<string, string>()
  for (const dit of dits) {
    const { adresse, lieu } = dit
    const premier = premiers.get(adresse)
    premiers.set(adresse, premier ?? lieu)
    if (premier === undefined || adresse === '') lireDit(dit, tenu, saisies)
    else {
      const libelle = `${majuscule(lieu)}, ${couper(adresse)}\u00a0: cette case est déjà à la ${premier}.`
      saisies.fautes.push(faute(adresse, 'DOUBLON', libelle))
    }
  }
  return saisies
}

/** Whether a text of the file is what a cell holds, however it is written. */
function ditLaMeme({ cellule, texte }: CelluleDite, periode: Periode, valeur: Valeur | undefined) {
  if (estTenue(texte, valeur)) return true
  const lu = lireSaisie(cellule, texte, { ...periode, tenue: null })
  return 'valeur' in lu && lu.valeur !== null && lu.valeur === valeur
}

/** Where a file says of computed cells other than what the report, which keeps its own, computes. */
export const direCalculees = (
  { calculees }: Saisies,
  { periode, donnees }: Pick<FormulaireTenu, 'periode' | 'donnees'>,
): Detail[] =>
  calculees
    .filter((dite) => !ditLaMeme(dite, periode, donnees[dite.cellule.adresse]))
    .map(({ cellule: { adresse }, lieu, texte }) => {
      const calcule = couper(ecrire(donnees[adresse])) || 'vide'
      const phrase = `${majuscule(lieu)}, ${adresse}\u00a0: la case est calculée. Le fichier dit ${couper(texte)}, le rapport\u00a0: ${calcule}, qui reste.`
      return faute(adresse, 'CELLULE_CALCULEE', phrase)
    })
