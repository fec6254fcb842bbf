import type { Detail, Enonce } from '@releve/contract/erreur.ts'
import type { Import, LigneImport, zDepotTableur } from '@releve/contract/import.ts'
import type { z } from 'zod'
import { inTransaction } from './base/transaction.ts'
import { ErreurMetier, erreur } from './erreur.ts'
import type { Lecture } from './import.colonnes.ts'
import { type ColonneLue, type Ligne, type Modele, readLigne } from './import.lecture.ts'
import type { Contexte } from './route.ts'
import type { LigneTableur, Tableur } from './tableur.cases.ts'
import { readTableur, renommer } from './tableur.ts'

/** A refusal names this many faults at most. */
const FAUTES_MAX = 200

/** What stands in the way of a record, in which of its fields. */
type Faute<Champ> = Enonce & {
  champ: Champ
  /** Of a field that has a column for each of its keys. */
  cle?: string
  /** Other fields that it was judged upon. */
  selon?: readonly Champ[]
}

/** What a feature says of its import: its columns, and its judgement. */
export type Importation<Avant, Fiche extends object, Tenu> = Modele<Avant, Fiche> & {
  /** The sheet to read, when the workbook has one of that name. */
  feuille: string
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
    nombres: { creations: number; modifications: number },
  ) => Promise<void>
}
type Changement = { avant: unknown; apres: unknown }

/** A sentence that does not say where it belongs. */
const dans = (entete: string, libelle: string): string => `${entete}\u00A0: ${libelle}`

/**
 * @throws TABLEUR_ILLISIBLE for a column that is none of `connues` (nothing is dropped in silence),
 * or without `cle`, which says what a line is about
 */
function verifierEntetes(
  { entetes }: Tableur,
  connues: readonly { entete: string }[],
  cle: string,
): void {
  const noms = new Set(connues.map(({ entete }) => entete))
  const inconnue = entetes.find((entete) => !noms.has(entete))
  if (inconnue) {
    const raison = `La colonne «\u00A0${inconnue.slice(0, 100)}\u00A0» n’est pas reconnue.`
    throw erreur('TABLEUR_ILLISIBLE', { raison })
  }
  if (!entetes.includes(cle)) {
    throw erreur('TABLEUR_ILLISIBLE', { raison: `La colonne «\u00A0${cle}\u00A0» manque.` })
  }
}

/** The column of a field, or of one of its keys. */
function enteteDe(colonnes: readonly ColonneLue[], champ: string, cle?: string): string {
  const siennes = colonnes.filter(({ lecture }) => lecture?.champ === champ)
  const precise = siennes.find(({ lecture }) => cle !== undefined && lecture?.cle === cle)
  return (precise ?? siennes[0])?.entete ?? champ
}

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
      .map(({ champ, cle, code, libelle }) => {
        return { chemin: enteteDe(colonnes, champ, cle), code, libelle }
      })
    return { ...ligne, details: [...ligne.details, ...fautes] }
  })
}

/** Whether writing the line would change nothing. */
const estInchangee = <Avant, Fiche extends object, Tenu>(
  { changements }: Importation<Avant, Fiche, Tenu>,
  { avant, fiche }: Ligne<Avant, Fiche>,
): boolean => avant !== null && changements(avant, fiche) === null

/** How a column stands before another: A … Z, AA; what the file has not comes last. */
const rangDe = (lettres: string | undefined): string =>
  lettres === undefined ? '~' : `${lettres.length}${lettres}`

/** The faults of a line, column by column as the file has them, each with its cell. */
function situer(numero: number, details: readonly Detail[], { entetes, lettres }: Tableur) {
  const parEntete = new Map(entetes.map((entete, rang) => [entete, lettres[rang]]))
  const situees = details.map((detail) => {
    if (detail.code === 'COLONNE_SANS_TITRE') return { detail, rang: rangDe(detail.chemin) }
    const lettre = parEntete.get(detail.chemin)
    const ou = lettre === undefined ? detail.chemin : `${detail.chemin} (${lettre}${numero})`
    const seDit = detail.code === 'REQUIS' && lettre === undefined
    const libelle = seDit ? detail.libelle : dans(ou, detail.libelle)
    return { detail: { ...detail, libelle }, rang: rangDe(lettre) }
  })
  const rangees = situees.toSorted((a, b) => (a.rang < b.rang ? -1 : a.rang > b.rang ? 1 : 0))
  return rangees.map(({ detail }) => detail)
}

type Apercu = Omit<LigneImport, 'details'> & { details: Detail[] }

/** What the preview says of a line. */
function apercuDe<Avant, Fiche extends object, Tenu>(
  { nommer, changements, dire }: Importation<Avant, Fiche, Tenu>,
  { numero: ligne, cellules, cle, avant, fiche, details }: Ligne<Avant, Fiche>,
  colonnes: readonly ColonneLue[],
  tableur: Tableur,
): Apercu {
  const apercu = { ligne, cle, libelle: nommer(fiche, cellules) }
  if (details.length > 0) {
    return { ...apercu, effet: 'ERREUR', details: situer(ligne, details, tableur) }
  }
  if (!avant) return { ...apercu, effet: 'CREER', details: [] }
  const changes = changements(avant, fiche)
  if (!changes) return { ...apercu, effet: 'INCHANGE', details: [] }
  const dits = Object.entries(dire ? changes : {}).map(([champ, { avant: ancien, apres }]) => {
    const chemin = enteteDe(colonnes, champ)
    const libelle = dans(chemin, `${dire?.(ancien)} → ${dire?.(apres)}`)
    return { chemin, code: 'CHANGEMENT' as const, libelle }
  })
  return { ...apercu, effet: 'MODIFIER', details: dits }
}

/** @throws IMPORT_REFUSE with what is to be corrected, line by line. */
function refuserErreurs(apercus: readonly Apercu[]): void {
  const details: Detail[] = apercus
    .filter(({ effet }) => effet === 'ERREUR')
    .flatMap(({ ligne, details: fautes }) =>
      fautes.map((faute) => ({ ...faute, chemin: `lignes.${ligne}.${faute.chemin}` })),
    )
  if (details.length > 0)
    throw erreur('IMPORT_REFUSE', {}, { details: details.slice(0, FAUTES_MAX) })
}

/** Writes the lines; what only the base could see (a name taken meanwhile) refuses them all. */
async function ecrireLignes<Avant, Fiche extends object, Tenu>(
  contexte: Contexte,
  { cle, ecrire }: Importation<Avant, Fiche, Tenu>,
  lignes: readonly Ligne<Avant, Fiche>[],
  tenu: Tenu,
): Promise<void> {
  const ecrireUne = ecrire(contexte, tenu)
  for (const ligne of lignes) {
    try {
      await ecrireUne(ligne)
    } catch (echec) {
      if (!(echec instanceof ErreurMetier)) throw echec
      const { code, message: libelle } = echec
      const details = [{ chemin: `lignes.${ligne.numero}.${cle}`, code, libelle }]
      throw erreur('IMPORT_REFUSE', {}, { details })
    }
  }
}

/**
 * Says what a spreadsheet would do, or does it: all its lines, or none. `appel.db` is the plain
 * handle: the file is read before anything is held.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE
 */
export async function importer<Avant, Fiche extends object, Tenu>(
  { body, db: base, agent, maintenant }: Contexte & { body: z.output<typeof zDepotTableur> },
  importation: Importation<Avant, Fiche, Tenu>,
): Promise<Import> {
  const { feuille, cle, tenues = [], ordonner = (lignes) => [...lignes] } = importation
  const venu = renommer(await readTableur(body.fichier.contenu, { feuille }), [cle, ...tenues])
  const ecrit = body.apercu === 'false'
  return inTransaction(base, async (db) => {
    const contexte = { db, agent, maintenant }
    const tenu = await importation.tenir(contexte, venu.lignes, ecrit)
    const colonnes = importation.colonnes(tenu)
    const entetes = colonnes.map(({ entete }) => entete)
    const tableur = renommer(venu, entetes)
    verifierEntetes(tableur, colonnes, cle)
    const lues = tableur.lignes.map((ligne) =>
      readLigne(importation, ligne, colonnes, importation.trouver(tenu, ligne.cellules[cle] ?? '')),
    )
    const lignes = verifierLignes(importation, lues, colonnes, tenu)
    const apercus = lignes.map((ligne) => apercuDe(importation, ligne, colonnes, tableur))
    if (ecrit) {
      refuserErreurs(apercus)
      const aEcrire = ordonner(lignes).filter((ligne) => !estInchangee(importation, ligne))
      await ecrireLignes(contexte, importation, aEcrire, tenu)
      const nombre = (cherche: LigneImport['effet']) =>
        apercus.filter(({ effet }) => effet === cherche).length
      await importation.noter(contexte, {
        creations: nombre('CREER'),
        modifications: nombre('MODIFIER'),
      })
    }
    return { lignes: apercus, ecrit }
  })
}
