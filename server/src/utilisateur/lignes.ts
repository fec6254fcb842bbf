import { isDeepStrictEqual } from 'node:util'
import type { Detail } from '@releve/contract/erreur.ts'
import type { LigneImport } from '@releve/contract/import.ts'
import {
  type FicheUtilisateur,
  zFicheUtilisateur,
} from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { dans, fautesSansTitre, lireChamps } from '../platform/import.ts'
import type { LigneTableur } from '../platform/tableur.cases.ts'
import { COLONNES, enteteDe } from './colonnes.ts'
import { changementsDe, normaliserFiche } from './enregistrer.ts'
import type { CompteVerrouille } from './fiche.sql.ts'
import { type Contexte, detailDe, refusDeFiche } from './gardes.ts'

/**
 * A line as read: the account that it designates (null: a new one), and what it enters; of a field
 * in fault, what the account already is, or nothing.
 */
export type LigneLue = {
  numero: number
  nom: string
  cible: CompteVerrouille | null
  fiche: FicheUtilisateur
  fautifs: ReadonlySet<string>
  details: Detail[]
}

const VIERGE: FicheUtilisateur = {
  identifiant: '',
  nom: '',
  prenoms: '',
  email: '',
  telephone: null,
  fonction: null,
  roles: [],
  structure: null,
  autreStructure: [],
}

/** What the line says, over what the account already is: a column left out changes nothing. */
function saisieDe(
  { cellules }: LigneTableur,
  cible: CompteVerrouille | null,
): Record<string, unknown> {
  const lues = COLONNES.flatMap(({ entete, lecture }) => {
    const cellule = cellules[entete]
    return lecture && cellule !== undefined ? [[lecture.champ, lecture.lire(cellule)] as const] : []
  })
  const saisie = { ...cible, ...Object.fromEntries(lues) }
  // Found whatever its case and accents: the name itself is not to be changed.
  return cible ? { ...saisie, identifiant: cible.identifiant } : saisie
}

/** What to do about a choice that cannot be read; of a text, the table of its fields says it. */
const CONSEILS: Record<string, string> = {
  roles: 'Indiquez un ou plusieurs rôles\u00A0: Direction centrale, Administration, Structure.',
  structure: 'Indiquez le code d’une structure.',
  autreStructure: 'Indiquez des codes de structures, séparés par des virgules (50 au plus).',
}

/** The account as entered, when the line says of it nothing but what it is; else null. */
function inchangeeDe(
  saisie: Record<string, unknown>,
  cible: CompteVerrouille | null,
): FicheUtilisateur | null {
  if (!cible) return null
  const avant = normaliserFiche(cible)
  const triees = (valeur: unknown) =>
    Array.isArray(valeur) ? valeur.map(String).toSorted() : valeur
  const pareil = COLONNES.every(
    ({ lecture }) =>
      !lecture || isDeepStrictEqual(triees(saisie[lecture.champ]), triees(avant[lecture.champ])),
  )
  return pareil ? avant : null
}

/** Reads a line by the schema of the screen. `cible`: the account of that name, if there is one. */
export function lireLigne(ligne: LigneTableur, cible: CompteVerrouille | null): LigneLue {
  const { numero, cellules } = ligne
  const saisie = saisieDe(ligne, cible)
  const nom = cellules['Identifiant'] ?? ''
  const perdues = fautesSansTitre(ligne)
  // What nobody touches is not judged: an account may have no address, and stay so.
  const inchangee = inchangeeDe(saisie, cible)
  const ligneDe = (fiche: FicheUtilisateur, fautifs: ReadonlySet<string>, details: Detail[]) => ({
    numero,
    nom,
    cible,
    fiche,
    fautifs,
    details: [...perdues, ...details],
  })
  if (inchangee) return ligneDe(inchangee, new Set(), [])
  const { lus, fautifs, fautes } = lireChamps(zFicheUtilisateur, saisie)
  const details = fautes.map(({ champ, code, message }) => ({
    chemin: champ,
    code,
    libelle: dans(enteteDe(champ), CONSEILS[champ] ?? message),
  }))
  const gardes = [...fautifs].map((champ) => [champ, Reflect.get(cible ?? VIERGE, champ)])
  const fiche = { ...VIERGE, ...Object.fromEntries(gardes), ...lus }
  return ligneDe(normaliserFiche(fiche), fautifs, details)
}

function fautesDeDoublon({ nom }: LigneLue, premiere: number | undefined): Detail[] {
  if (premiere === undefined || nom === '') return []
  const libelle = `L’identifiant «\u00A0${nom}\u00A0» est déjà à la ligne ${premiere}.`
  return [{ chemin: 'identifiant', code: 'DOUBLON', libelle }]
}

/** Whether writing the line would change nothing. */
export const estInchangee = ({ cible, fiche }: LigneLue): boolean =>
  cible !== null && Object.keys(changementsDe(cible, fiche)).length === 0

/** The accounts as they will be once this line is written: the next one is judged upon them. */
function appliquer(ligne: LigneLue, comptes: Map<number, CompteVerrouille>): void {
  const { cible, fiche } = ligne
  if (cible) comptes.set(cible.id, { ...cible, ...fiche })
}

/**
 * Judges the lines as the screen would, each after those above it. `cles`: what two spellings of a
 * name share.
 */
export function verifierLignes(
  lignes: readonly LigneLue[],
  contexte: Contexte,
  cles: ReadonlyMap<string, string>,
): LigneLue[] {
  const premieres = new Map<string, number>()
  const comptes = new Map(contexte.comptes)
  return lignes.map((ligne) => {
    const cle = cles.get(ligne.nom) ?? ligne.nom
    const double = fautesDeDoublon(ligne, premieres.get(cle))
    if (!premieres.has(cle)) premieres.set(cle, ligne.numero)
    const { fiche, cible, fautifs } = ligne
    // An account that its line leaves as it is asks for no right.
    const refus = estInchangee(ligne) ? [] : refusDeFiche(fiche, cible, { ...contexte, comptes })
    // What could not be read is not judged: its fault is told already.
    const details = refus.filter(({ champ }) => !fautifs.has(champ)).map((un) => detailDe(un))
    const jugee = { ...ligne, details: [...ligne.details, ...double, ...details] }
    if (jugee.details.length === 0) appliquer(jugee, comptes)
    return jugee
  })
}

/** A change, for the preview: the field, what it was and becomes. */
function dire(valeur: unknown): string {
  if (Array.isArray(valeur)) return valeur.join(', ') || '—'
  return typeof valeur === 'string' && valeur ? valeur : '—'
}

/** What a line would do, in the words of the preview. */
export function apercuDe({ numero, nom, cible, fiche, details }: LigneLue): LigneImport {
  const libelle = `${fiche.prenoms} ${fiche.nom}`.trim()
  const ligne = { ligne: numero, cle: nom, libelle, details }
  if (details.length > 0) return { ...ligne, effet: 'ERREUR' }
  if (!cible) return { ...ligne, effet: 'CREER' }
  const changements = Object.entries(changementsDe(cible, fiche))
  if (changements.length === 0) return { ...ligne, effet: 'INCHANGE' }
  const dits = changements.map(([champ, { avant, apres }]) => ({
    chemin: champ,
    code: 'CHANGEMENT',
    libelle: dans(enteteDe(champ), `${dire(avant)} → ${dire(apres)}`),
  }))
  return { ...ligne, effet: 'MODIFIER', details: dits }
}
