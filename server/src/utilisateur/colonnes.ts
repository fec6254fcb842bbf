import { LIBELLES_ROLES, ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import {
  type FicheUtilisateur,
  LIBELLES_STATUTS,
  type Utilisateur,
} from '@releve/contract/utilisateur/utilisateur.schema.ts'

export const FEUILLE = 'Comptes'

/** A column of the accounts' spreadsheet, written and read. */
type Colonne = {
  entete: string
  ecrire: (utilisateur: Utilisateur) => string
  /** The field that it fills, and how; absent: told for information, left aside when read. */
  lecture?: { champ: keyof FicheUtilisateur; lire: (cellule: string) => unknown }
}

const SEPARATEUR = ', '
const partiesDe = (cellule: string): string[] =>
  cellule
    .split(/[,;\n]/)
    .map((partie) => partie.trim())
    .filter(Boolean)

const plier = (texte: string): string =>
  texte.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A role by its code or its name, whatever the case; as it is written when it is neither. */
function roleDe(texte: string): Role | string {
  const plie = plier(texte)
  const role = ROLES.find((un) => plier(un) === plie || plier(LIBELLES_ROLES[un]) === plie)
  return role ?? texte
}

const code = (cellule: string): string => cellule.toUpperCase()
const ouNul = (cellule: string): string | null => cellule || null
const tel = (cellule: string): string => cellule

export const COLONNES: readonly Colonne[] = [
  {
    entete: 'Identifiant',
    ecrire: (u) => u.identifiant,
    lecture: { champ: 'identifiant', lire: tel },
  },
  { entete: 'Nom', ecrire: (u) => u.nom, lecture: { champ: 'nom', lire: tel } },
  { entete: 'Prénoms', ecrire: (u) => u.prenoms, lecture: { champ: 'prenoms', lire: tel } },
  { entete: 'Courriel', ecrire: (u) => u.email ?? '', lecture: { champ: 'email', lire: tel } },
  {
    entete: 'Téléphone',
    ecrire: (u) => u.telephone ?? '',
    lecture: { champ: 'telephone', lire: ouNul },
  },
  {
    entete: 'Fonction',
    ecrire: (u) => u.fonction ?? '',
    lecture: { champ: 'fonction', lire: ouNul },
  },
  {
    entete: 'Rôles',
    ecrire: (u) => u.roles.map((role) => LIBELLES_ROLES[role]).join(SEPARATEUR),
    lecture: { champ: 'roles', lire: (cellule) => partiesDe(cellule).map(roleDe) },
  },
  {
    entete: 'Structure',
    ecrire: (u) => u.structure?.code ?? '',
    lecture: { champ: 'structure', lire: (cellule) => ouNul(code(cellule)) },
  },
  {
    entete: 'Autres structures',
    ecrire: (u) => u.autreStructure.map((structure) => structure.code).join(SEPARATEUR),
    lecture: { champ: 'autreStructure', lire: (cellule) => partiesDe(code(cellule)) },
  },
  { entete: 'Statut', ecrire: (u) => LIBELLES_STATUTS[u.statut] },
  { entete: 'Dernière connexion', ecrire: (u) => u.derniereConnexion ?? '' },
]

/** How people know a field. */
export const enteteDe = (champ: string): string =>
  COLONNES.find(({ lecture }) => lecture?.champ === champ)?.entete ?? champ
