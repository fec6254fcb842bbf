import type { Detail, Enonce } from '@releve/contract/erreur.ts'
import type { Lecture } from './import.colonnes.ts'
import type { ColonneLue, Ligne, Modele } from './import.lecture.ts'
import type { Contexte } from './route.ts'
import type { LigneTableur } from './tableur.cases.ts'

/** What stands in the way of a record, in which of its fields. */
type Faute<Champ> = Enonce & {
  champ: Champ
  /** Of a field that has a column for each of its keys. */
  cle?: string
  /** Other fields that it was judged upon. */
  selon?: readonly Champ[]
  /** The line of the second sheet that says it, where that one does. */
  annexe?: number | undefined
}

/** What a line of the second sheet has against it, in which of its columns. */
export type FauteAnnexe = { numero: number; entete: string; code: Detail['code']; libelle: string }

/** A second sheet, whose lines add to what those of the first say; a CSV has none. */
export type Annexe<Avant, Fiche, Tenu> = {
  feuille: string
  /** Its columns, all of them needed; the first says what a line is about, as `cle` does. */
  entetes: readonly [string, ...string[]]
  /** That in which stands what a judgement speaks of. */
  valeur: string
  /** What a line of the first makes once those of the second that speak of it are added. */
  joindre: (
    tenu: Tenu,
    ligne: Ligne<Avant, Fiche>,
    siennes: readonly LigneTableur[],
  ) => { fiche: Fiche; fautes: readonly FauteAnnexe[] }
}

/** What a feature says of its import: its columns, and its judgement. */
export type Importation<Avant, Fiche extends object, Tenu> = Modele<Avant, Fiche> & {
  /** The sheet to read, when the workbook has one of that name. */
  feuille: string
  annexe?: Annexe<Avant, Fiche, Tenu>
  /** The headings that `tenir` reads, beside that of what a line is about. */
  tenues?: readonly string[]
  /** Holds what the lines are about when it is to be written, and reads what they are judged upon. */
  tenir: (contexte: Contexte, lignes: readonly LigneTableur[], ecrit: boolean) => Promise<Tenu>
  colonnes: (tenu: Tenu) => readonly { entete: string; lecture?: Lecture<keyof Fiche & string> }[]
  trouver: (tenu: Tenu, cle: string) => Avant | null
  /** Null: none. */
  changements: (avant: Avant, fiche: Fiche) => Record<string, Changement> | null
  /** How the preview says a value that changes; absent: it does not. */
  dire?: (valeur: unknown) => string
  /** What a line is called in the preview. */
  nommer: (fiche: Fiche, cellules: LigneTableur['cellules']) => string
  /** What two spellings of a key share; absent: nothing. */
  plier?: (tenu: Tenu, cle: string) => string
  /** What is said of a key that is already on another line. */
  doublon: (cle: string, premiere: number) => string
  /** Judges as the screen would, one after the other, the lines that change something. */
  juger: (
    tenu: Tenu,
    lignes: readonly Ligne<Avant, Fiche>[],
  ) => (ligne: Ligne<Avant, Fiche>) => readonly Faute<keyof Fiche & string>[]
  /** In which order the lines are written; absent: as they come. */
  ordonner?: (lignes: readonly Ligne<Avant, Fiche>[]) => Ligne<Avant, Fiche>[]
  ecrire: (contexte: Contexte, tenu: Tenu) => (ligne: Ligne<Avant, Fiche>) => Promise<unknown>
  /** Writes the journal's line. */
  noter: (
    contexte: Contexte,
    nombres: { creations: number; modifications: number; laissees: number },
  ) => Promise<void>
}
type Changement = { avant: unknown; apres: unknown }

/** The column of a field, or of one of its keys. */
export function enteteDe(colonnes: readonly ColonneLue[], champ: string, cle?: string): string {
  const siennes = colonnes.filter(({ lecture }) => lecture?.champ === champ)
  const precise = siennes.find(({ lecture }) => cle !== undefined && lecture?.cle === cle)
  return (precise ?? siennes[0])?.entete ?? champ
}

/** Where a fault of the second sheet stands: `Périodes.3.Valeur`. */
export const cheminAnnexe = (
  annexe: { feuille: string; valeur: string } | undefined,
  numero: number,
  entete?: string,
): string => `${annexe?.feuille}.${numero}.${entete ?? annexe?.valeur}`

/** The lines, each with what is said of the key that it shares with another above. */
function direDoublons<Avant, Fiche extends object, Tenu>(
  { cle: chemin, plier, doublon }: Importation<Avant, Fiche, Tenu>,
  tenu: Tenu,
  lignes: readonly Ligne<Avant, Fiche>[],
): Ligne<Avant, Fiche>[] {
  const premieres = new Map<string, number>()
  return lignes.map((ligne) => {
    const { cle, numero, details } = ligne
    const pliee = plier ? plier(tenu, cle) : cle
    const premiere = premieres.get(pliee)
    if (premiere === undefined) premieres.set(pliee, numero)
    if (cle === '' || premiere === undefined) return ligne
    const libelle = doublon(cle, premiere)
    return { ...ligne, details: [...details, { chemin, code: 'DOUBLON', libelle }] }
  })
}

/** Checks the lines together, as the screen would each of them. */
function verifierLignes<Avant, Fiche extends object, Tenu>(
  importation: Importation<Avant, Fiche, Tenu>,
  lues: readonly Ligne<Avant, Fiche>[],
  colonnes: readonly ColonneLue[],
  tenu: Tenu,
): Ligne<Avant, Fiche>[] {
  const juger = importation.juger(tenu, lues)
  return direDoublons(importation, tenu, lues).map((ligne) => {
    if (estInchangee(importation, ligne)) return ligne
    const fautes = juger(ligne)
      // What could not be read is not judged, nor what depends on it: its fault is told already.
      .filter(({ champ, selon = [] }) => [champ, ...selon].every((lu) => !ligne.fautifs.has(lu)))
      .map(({ champ, cle, code, libelle, annexe }) => {
        const ailleurs = annexe !== undefined && cheminAnnexe(importation.annexe, annexe)
        return { chemin: ailleurs || enteteDe(colonnes, champ, cle), code, libelle }
      })
    return { ...ligne, details: [...ligne.details, ...fautes] }
  })
}

/** Whether writing the line would change nothing. */
export const estInchangee = <Avant, Fiche extends object, Tenu>(
  { changements }: Importation<Avant, Fiche, Tenu>,
  { avant, fiche }: Ligne<Avant, Fiche>,
): boolean => avant !== null && changements(avant, fiche) === null

/** A line that has been judged: why it waits, when it is right but for those that are left. */
export type LigneJugee<Avant, Fiche> = Ligne<Avant, Fiche> & { attentes: Detail[] }

/** Whether the line may be taken without the others. */
export const estJuste = ({ details, attentes }: LigneJugee<unknown, unknown>): boolean =>
  details.length === 0 && attentes.length === 0

/** The lines that are left, by their keys and by their numbers; what is right by itself says why. */
type LignesLaissees = {
  numeroDe: (cle: string) => number | undefined
  laisser: (ligne: Pick<Ligne<unknown, unknown>, 'cle' | 'numero'>, attentes?: Detail[]) => void
  attentes: ReadonlyMap<number, Detail[]>
}

function tenirLaissees(plier: (cle: string) => string): LignesLaissees {
  const parCle = new Map<string, number>()
  const attentes = new Map<number, Detail[]>()
  return {
    numeroDe: (cle) => parCle.get(plier(cle)),
    laisser({ cle, numero }, dites) {
      if (cle !== '' && !parCle.has(plier(cle))) parCle.set(plier(cle), numero)
      if (dites) attentes.set(numero, dites)
    },
    attentes,
  }
}

const attente = (chemin: string, libelle: string): Detail => ({
  chemin,
  code: 'EN_ATTENTE',
  libelle,
})

/** What a line has against it without those that are left, and had not with them. */
function attenteDe({ chemin, libelle }: Detail, numero: number | undefined): Detail {
  const dit =
    numero === undefined
      ? `Cette ligne attend celles qui sont à corriger. Sans elles\u00a0: ${libelle}`
      : `Cette ligne attend la ligne ${numero}, dont elle dépend.`
  return attente(chemin, dit)
}

const DOUBLE = (numero: number) =>
  `La ligne ${numero} parle de la même chose\u00a0: ne gardez que celle qui est juste.`
const TROP_LIEES = 'Cette ligne attend que celles qui sont en erreur soient corrigées.'

/** How many times leaving lines may make others wait, before all that is left to write waits. */
const RETRAITS_MAX = 10

/**
 * What makes each right line wait, by its number. Judged again as if those in error were not in the
 * file: what has then something against it depends on them, and is left in its turn. Of a key given
 * twice, nobody knows which line is meant: both are left.
 */
function attentesDe<Avant, Fiche extends object, Tenu>(
  importation: Importation<Avant, Fiche, Tenu>,
  jugees: readonly Ligne<Avant, Fiche>[],
  colonnes: readonly ColonneLue[],
  tenu: Tenu,
): ReadonlyMap<number, Detail[]> {
  const { cle: chemin, plier } = importation
  const laissees = tenirLaissees((cle) => (plier ? plier(tenu, cle) : cle))
  const { numeroDe, laisser, attentes } = laissees
  for (const ligne of jugees) if (ligne.details.length > 0) laisser(ligne)
  let justes = jugees.filter(({ details }) => details.length === 0)
  if (justes.length === jugees.length) return attentes
  for (const ligne of justes) {
    const numero = numeroDe(ligne.cle)
    if (numero !== undefined) laisser(ligne, [attente(chemin, DOUBLE(numero))])
  }
  for (let retrait = 0; retrait <= RETRAITS_MAX; retrait += 1) {
    justes = justes.filter(({ numero }) => !attentes.has(numero))
    const retirees = verifierLignes(importation, justes, colonnes, tenu).filter(
      ({ details }) => details.length > 0,
    )
    if (retirees.length === 0) return attentes
    // Named by one another: known as left before any of them says which it waits for.
    for (const ligne of retirees) laisser(ligne)
    for (const { details, ...ligne } of retirees) {
      const dites = details.map((faute) => {
        const nommee = numeroDe(ligne.cellules[faute.chemin] ?? '')
        return attenteDe(faute, nommee === ligne.numero ? undefined : nommee)
      })
      laisser(ligne, dites)
    }
  }
  for (const ligne of justes) {
    if (attentes.has(ligne.numero) || estInchangee(importation, ligne)) continue
    laisser(ligne, [attente(chemin, TROP_LIEES)])
  }
  return attentes
}

/** The lines, each with its faults, or with what it waits for. */
export function jugerLignes<Avant, Fiche extends object, Tenu>(
  importation: Importation<Avant, Fiche, Tenu>,
  lues: readonly Ligne<Avant, Fiche>[],
  colonnes: readonly ColonneLue[],
  tenu: Tenu,
): LigneJugee<Avant, Fiche>[] {
  const jugees = verifierLignes(importation, lues, colonnes, tenu)
  const attentes = attentesDe(importation, jugees, colonnes, tenu)
  return jugees.map((ligne) => ({ ...ligne, attentes: attentes.get(ligne.numero) ?? [] }))
}
