import type { Detail } from '@releve/contract/erreur.ts'
import {
  ENTETE_FAUTES,
  type Import,
  type LigneImport,
  type zDepotLignes,
} from '@releve/contract/import.ts'
import type { z } from 'zod'
import { inTransaction } from './base/transaction.ts'
import { CoursePerdue, ErreurMetier, erreur } from './erreur.ts'
import { joindreAnnexe } from './import.annexe.ts'
import {
  enteteDe,
  estInchangee,
  estJuste,
  type Importation,
  jugerLignes,
  type LigneJugee,
} from './import.jugement.ts'
import { type ColonneLue, type Ligne, readLigne } from './import.lecture.ts'
import type { Contexte } from './route.ts'
import type { Tableur } from './tableur.cases.ts'
import { readTableur, renommer } from './tableur.ts'
import { type Demandeur, type Pour, pourDe } from './tour.ts'

/** A refusal names this many faults at most. */
const FAUTES_MAX = 200

/** A sentence that does not say where it belongs. */
const dans = (entete: string, libelle: string): string => `${entete}\u00a0: ${libelle}`

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
    const raison = `La colonne «\u00a0${inconnue.slice(0, 100)}\u00a0» n’est pas reconnue.`
    throw erreur('TABLEUR_ILLISIBLE', { raison })
  }
  if (!entetes.includes(cle)) {
    throw erreur('TABLEUR_ILLISIBLE', { raison: `La colonne «\u00a0${cle}\u00a0» manque.` })
  }
}

/** How a column stands before another: A … Z, AA; what the file has not comes last. */
const rangDe = (lettres: string | undefined): string =>
  lettres === undefined ? '~' : `${lettres.length}${lettres}`

/** The same of a fault of the second sheet, which is named; null: it is of the first. */
function situerAnnexe(detail: Detail, feuille: string, { annexe }: Tableur): Detail | null {
  const [numero, ...reste] = detail.chemin.startsWith(`${feuille}.`)
    ? detail.chemin.slice(feuille.length + 1).split('.')
    : []
  if (numero === undefined) return null
  const entete = reste.join('.')
  const lettre = annexe?.lettres[annexe.entetes.indexOf(entete)] ?? ''
  const ou = `Feuille «\u00a0${feuille}\u00a0», ${entete} (${lettre}${numero})`
  return { ...detail, libelle: dans(ou, detail.libelle) }
}

/** The faults of a line, column by column as the file has them, each with its cell. */
function situer(numero: number, details: readonly Detail[], tableur: Tableur, annexe?: string) {
  const { entetes, lettres } = tableur
  const parEntete = new Map(entetes.map((entete, rang) => [entete, lettres[rang]]))
  const situees = details.map((detail) => {
    const dehors = annexe === undefined ? null : situerAnnexe(detail, annexe, tableur)
    if (dehors) return { detail: dehors, rang: rangDe(undefined) }
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
export function apercuDe<Avant, Fiche extends object, Tenu>(
  { nommer, changements, dire, annexe }: Importation<Avant, Fiche, Tenu>,
  { numero: ligne, cellules, cle, avant, fiche, details, attentes }: LigneJugee<Avant, Fiche>,
  colonnes: readonly ColonneLue[],
  tableur: Tableur,
): Apercu {
  const apercu = { ligne, cle, libelle: nommer(fiche, cellules) }
  if (details.length > 0) {
    return { ...apercu, effet: 'ERREUR', details: situer(ligne, details, tableur, annexe?.feuille) }
  }
  if (attentes.length > 0) {
    return {
      ...apercu,
      effet: 'ATTENDRE',
      details: situer(ligne, attentes, tableur, annexe?.feuille),
    }
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

/** Writes the lines. @throws CoursePerdue for what only the base could see: a name taken meanwhile */
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
      throw new CoursePerdue('import', { cause: erreur('IMPORT_REFUSE', {}, { details }) })
    }
  }
}

/** A call that brings a spreadsheet. */
export type Depot<Corps extends z.ZodType> = Contexte & Demandeur & { body: z.output<Corps> }

/** How many times the right lines of a file may be overtaken: judged again, they find it done. */
const ESSAIS = 3

/** Plays the act again when it is overtaken. @throws what overtook it, once it may no more */
async function rejouer<T>(essais: number, acte: () => Promise<T>): Promise<T> {
  try {
    return await acte()
  } catch (echec) {
    if (!(echec instanceof CoursePerdue)) throw echec
    if (essais > 1) return rejouer(essais - 1, acte)
    throw echec.cause instanceof ErreurMetier ? echec.cause : echec
  }
}

type Lu = {
  feuille: string
  annexe?: { feuille: string } | undefined
  cle: string
  tenues?: readonly string[]
}

/**
 * The spreadsheet of an import, without the lines that hold nothing but what was said of them; the
 * headings that are known before its columns are named as we do.
 * @throws those of REFUS_TABLEUR, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function readLignes(
  contenu: Uint8Array,
  pour: Pour,
  { feuille, annexe, cle, tenues = [] }: Lu,
): Promise<Tableur> {
  const venu = await readTableur(contenu, pour, { feuille, annexe: annexe?.feuille })
  const tableur = renommer(venu, [cle, ...tenues, ENTETE_FAUTES])
  const dit = (entete: string, texte: string) => texte !== '' && entete !== ENTETE_FAUTES
  const lignes = tableur.lignes.filter(
    ({ cellules, sansTitre }) =>
      sansTitre.length > 0 ||
      Object.entries(cellules).some(([entete, texte]) => dit(entete, texte)),
  )
  return { ...tableur, lignes }
}

/**
 * The lines of a file, judged upon what is held, and the file with its headings named as we do.
 * @throws TABLEUR_ILLISIBLE for its headings
 */
export function examiner<Avant, Fiche extends object, Tenu>(
  importation: Importation<Avant, Fiche, Tenu>,
  venu: Tableur,
  tenu: Tenu,
): { colonnes: readonly ColonneLue[]; lignes: LigneJugee<Avant, Fiche>[]; tableur: Tableur } {
  const { cle } = importation
  const colonnes = [...importation.colonnes(tenu), { entete: ENTETE_FAUTES }]
  const entetes = colonnes.map(({ entete }) => entete)
  const tableur = renommer(venu, entetes)
  verifierEntetes(tableur, colonnes, cle)
  const seules = tableur.lignes.map((ligne) =>
    readLigne(importation, ligne, colonnes, importation.trouver(tenu, ligne.cellules[cle] ?? '')),
  )
  const { lues, annexe } = joindreAnnexe(importation, seules, tableur, tenu)
  const lignes = jugerLignes(importation, lues, colonnes, tenu)
  return { colonnes, lignes, tableur: annexe ? { ...tableur, annexe } : tableur }
}

/** Writes the lines that are taken, and the journal's. */
async function prendre<Avant, Fiche extends object, Tenu>(
  contexte: Contexte,
  importation: Importation<Avant, Fiche, Tenu>,
  lignes: readonly LigneJugee<Avant, Fiche>[],
  tenu: Tenu,
): Promise<void> {
  const { ordonner = (toutes) => [...toutes] } = importation
  const prises = ordonner(lignes.filter(estJuste)).filter(
    (ligne) => !estInchangee(importation, ligne),
  )
  await ecrireLignes(contexte, importation, prises, tenu)
  const creations = prises.filter(({ avant }) => avant === null).length
  const laissees = lignes.filter((ligne) => !estJuste(ligne)).length
  const modifications = prises.length - creations
  await importation.noter(contexte, { creations, modifications, laissees })
}

/**
 * Says what a spreadsheet would do, or does it: all its lines, or none; or, with `seulementJustes`,
 * those that are right, when there are some. `appel.db` is the plain handle: the file is read before
 * anything is held.
 * @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function importer<Avant, Fiche extends object, Tenu>(
  appel: Depot<typeof zDepotLignes>,
  importation: Importation<Avant, Fiche, Tenu>,
): Promise<Import> {
  const { body, db: base, agent, maintenant } = appel
  const venu = await readLignes(body.fichier.contenu, pourDe(appel), importation)
  const ecrit = body.apercu === 'false'
  const justes = body.seulementJustes === 'true'
  const acte = async (db: Contexte['db']): Promise<Import> => {
    const contexte = { db, agent, maintenant }
    const tenu = await importation.tenir(contexte, venu.lignes, ecrit)
    const { lignes, colonnes, tableur } = examiner(importation, venu, tenu)
    const apercus = lignes.map((ligne) => apercuDe(importation, ligne, colonnes, tableur))
    if (ecrit) {
      if (!justes || !lignes.some(estJuste)) refuserErreurs(apercus)
      await prendre(contexte, importation, lignes, tenu)
    }
    return { lignes: apercus, ecrit }
  }
  return rejouer(justes ? ESSAIS : 1, () => inTransaction(base, acte))
}
