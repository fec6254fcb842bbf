import {
  ETATS_STRUCTURE,
  type FicheStructure,
  LIBELLES_ETATS_STRUCTURE,
  type Structure,
} from '@releve/contract/structure/structure.schema.ts'
import { ficheDe } from './enregistrer.ts'

type Champ = keyof FicheStructure
type Cellule = string | number | null

/** A field that is a map, a column for each of its keys. */
type Carte = 'postesReference' | 'effectifsOuverture'

/** A column of the structures' spreadsheet, written and read. */
export type Colonne = {
  entete: string
  ecrire: (fiche: FicheStructure) => Cellule
  /** The value that a cell gives; null: none; undefined: the cell cannot be understood. */
  lire: (cellule: string) => unknown
  /** What such a cell should hold. */
  attendu: string
} & ({ champ: Exclude<Champ, Carte>; cle?: never } | { champ: Carte; cle: string })

const texte = (entete: string, champ: Champ & keyof Textes): Colonne => ({
  entete,
  champ,
  ecrire: (fiche) => fiche[champ],
  lire: (cellule) => cellule || null,
  attendu: '',
})
type Textes = Pick<
  FicheStructure,
  | 'code'
  | 'libelle'
  | 'typeStructure'
  | 'statutStructure'
  | 'region'
  | 'parent'
  | 'responsable'
  | 'telephone'
  | 'email'
  | 'adresse'
>

const UN_NOMBRE = 'Donnez un nombre, ou rien.'

/** `−1 234,5` as people write it, `1e-7` as programs do; null: nothing; undefined: no number. */
function lireNombre(cellule: string): number | null | undefined {
  if (cellule === '') return null
  const nombre = cellule
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(nombre) ? Number(nombre) : undefined
}

const nombre = (
  entete: string,
  champ: 'latitude' | 'longitude' | 'capacite' | 'capaciteTheorique',
): Colonne => ({
  entete,
  champ,
  ecrire: (fiche) => fiche[champ],
  lire: lireNombre,
  attendu: UN_NOMBRE,
})

const parCle = (entete: string, champ: Carte, cle: string): Colonne => ({
  entete: `${entete} ${cle}`,
  champ,
  cle,
  ecrire: (fiche) => fiche[champ][cle] ?? null,
  lire: lireNombre,
  attendu: UN_NOMBRE,
})

/** `2025-03-31` or `31/03/2025`, which is what spreadsheets make of it. */
function lireJour(cellule: string): string | null | undefined {
  if (cellule === '') return null
  const [, jour = '', mois = '', annee] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(cellule) ?? []
  if (annee) return `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}`
  return /^\d{4}-\d\d-\d\d$/.test(cellule) ? cellule : undefined
}

const jour = (entete: string, champ: 'dateOuverture' | 'dateFermeture'): Colonne => ({
  entete,
  champ,
  ecrire: (fiche) => fiche[champ],
  lire: lireJour,
  attendu: 'Donnez une date, par exemple 31/03/2025.',
})

const sansAccent = (mot: string) => mot.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

const MODELES: Colonne = {
  entete: 'Modèles',
  champ: 'modeles',
  ecrire: ({ modeles }) => modeles.join(', '),
  lire: (cellule) => cellule.split(/[\s,;]+/).filter(Boolean),
  attendu: '',
}

/** The code or its label. */
const ETAT: Colonne = {
  entete: 'État',
  champ: 'etat',
  ecrire: ({ etat }) => LIBELLES_ETATS_STRUCTURE[etat],
  lire: (cellule) => ETATS_STRUCTURE.find((etat) => etat === sansAccent(cellule)),
  attendu: `Écrivez ${Object.values(LIBELLES_ETATS_STRUCTURE).join(', ')}.`,
}

/** The spreadsheet's columns: one per category of staff and per model, beside the fixed ones. */
export function colonnesDe(categories: readonly string[], modeles: readonly string[]): Colonne[] {
  return [
    texte('Code', 'code'),
    texte('Libellé', 'libelle'),
    texte('Type', 'typeStructure'),
    texte('Statut', 'statutStructure'),
    texte('Région', 'region'),
    texte('Rattachement', 'parent'),
    texte('Responsable', 'responsable'),
    texte('Téléphone', 'telephone'),
    texte('Courriel', 'email'),
    texte('Adresse', 'adresse'),
    nombre('Latitude', 'latitude'),
    nombre('Longitude', 'longitude'),
    nombre('Capacité', 'capacite'),
    nombre('Capacité théorique', 'capaciteTheorique'),
    ...categories.map((cle) => parCle('Postes', 'postesReference', cle)),
    MODELES,
    ...modeles.map((cle) => parCle('Effectif d’ouverture', 'effectifsOuverture', cle)),
    jour('Date d’ouverture', 'dateOuverture'),
    jour('Date de fermeture', 'dateFermeture'),
    ETAT,
  ]
}

/** A structure's line. */
export function ligneDe(colonnes: readonly Colonne[], structure: Structure): Cellule[] {
  const fiche = ficheDe(structure)
  return colonnes.map(({ ecrire }) => ecrire(fiche))
}
