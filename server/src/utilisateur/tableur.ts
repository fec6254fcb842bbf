import { blancDe, estSimple, type NomPropre, nomsDe } from '@releve/contract/champs.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { Import } from '@releve/contract/import.ts'
import { LIBELLES_ROLES, ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import { etatExercice, LIBELLES_EXERCICE } from '@releve/contract/utilisateur/exercice.rules.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import {
  AUTRES_STRUCTURES_MAX,
  CHAMPS_UTILISATEUR,
} from '@releve/contract/utilisateur/utilisateur.champs.ts'
import {
  type FicheUtilisateur,
  LIBELLES_LIAISONS,
  LIBELLES_STATUTS,
  type Utilisateur,
  zFicheUtilisateur,
} from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import {
  type Colonne as ColonneDe,
  colonneDe,
  composeExport,
  type Lecture,
  readOuRien,
  readParties,
} from '../platform/import.colonnes.ts'
import type { Importation } from '../platform/import.jugement.ts'
import { exporterRestes } from '../platform/import.restes.ts'
import { importer } from '../platform/import.ts'
import type { Appel, Contexte } from '../platform/route.ts'
import { type LigneTableur, plier } from '../platform/tableur.cases.ts'
import {
  changementsDe,
  codesDe,
  creerUtilisateur,
  ecrireCompte,
  normaliserFiche,
  refuserAgentParti,
  tenirComptes,
} from './enregistrer.ts'
import { type ComptesTenus, refusDeFiche } from './gardes.ts'
import { listTousUtilisateurs } from './liste.sql.ts'
import { type CompteVerrouille, findIdsParNom, findStructuresParCode } from './utilisateur.sql.ts'

const FEUILLE = 'Comptes'

type Colonne = ColonneDe<Utilisateur, keyof FicheUtilisateur>

/** A column as the table of the fields says it. */
const colonne = (
  champ: keyof FicheUtilisateur,
  ecrire: Colonne['ecrire'],
  propre?: Partial<Lecture<keyof FicheUtilisateur>>,
) => colonneDe(champ, CHAMPS_UTILISATEUR[champ], ecrire, propre)

/** A role by its code or its name, whatever the case; as it is written when it is neither. */
function roleDe(texte: string): Role | string {
  const plie = plier(texte)
  const role = ROLES.find((un) => plier(un) === plie || plier(LIBELLES_ROLES[un]) === plie)
  return role ?? texte
}

const lireCode = (cellule: string): string | null => readOuRien(cellule.toUpperCase())
const lireCodes = (cellule: string): string[] => readParties(cellule.toUpperCase())
const ensemble = (parties: readonly string[]): string => parties.join(', ')

const STRUCTURE = colonne('structure', (u) => u.structure?.code ?? '', {
  lire: lireCode,
  conseil: 'Indiquez le code d’une structure.',
})
const AUTRES = colonne(
  'autreStructure',
  (u) => ensemble(u.autreStructure.map(({ code }) => code)),
  {
    lire: lireCodes,
    conseil: `Indiquez des codes de structures, séparés par des virgules (${AUTRES_STRUCTURES_MAX} au plus).`,
  },
)
const ROLES_DITS = colonne('roles', (u) => ensemble(u.roles.map((role) => LIBELLES_ROLES[role])), {
  lire: (cellule) => readParties(cellule).map(roleDe),
  conseil: 'Indiquez un ou plusieurs rôles\u00a0: Direction centrale, Administration, Structure.',
})

const PROPRES: Record<NomPropre<typeof CHAMPS_UTILISATEUR>, Colonne> = {
  roles: ROLES_DITS,
  structure: STRUCTURE,
  autreStructure: AUTRES,
}

/** What names the person stands first; what the table has besides follows in its order. */
const ORDRE = new Set([
  ...(['identifiant', 'nom', 'prenoms', 'email', 'telephone', 'fonction'] as const),
  ...nomsDe(CHAMPS_UTILISATEUR),
])

const COLONNES: readonly Colonne[] = [
  ...[...ORDRE].map((nom) =>
    estSimple(CHAMPS_UTILISATEUR, nom) ? colonne(nom, (u) => u[nom] ?? '') : PROPRES[nom],
  ),
  { entete: 'Statut', ecrire: (u) => LIBELLES_STATUTS[u.statut] },
  { entete: 'Dernière connexion', ecrire: (u) => u.derniereConnexion ?? '' },
  { entete: 'Exercice', ecrire: (u) => LIBELLES_EXERCICE[etatExercice(u)] },
  { entete: 'Exercice fait le', ecrire: (u) => u.exerciceLe ?? '' },
  {
    entete: 'Service d’identité',
    ecrire: (u) => LIBELLES_LIAISONS[u.identiteLiee ? 'LIEE' : 'NON_LIEE'],
  },
]

/** The accounts held, and how the names of the file designate them. */
type ComptesNommes = ComptesTenus & {
  noms: ReadonlyMap<string, { cle: string; id: number | null }>
}

async function tenir(contexte: Contexte, lignes: readonly LigneTableur[]): Promise<ComptesNommes> {
  const noms = [...new Set(lignes.map(({ cellules }) => cellules['Identifiant'] ?? ''))]
  const trouves = await findIdsParNom(contexte.db, noms)
  const comptes = await tenirComptes(
    contexte,
    trouves.flatMap(({ id }) => id ?? []),
  )
  // Read again, now that they are held: one may have taken another name while this waited.
  const relus = await findIdsParNom(contexte.db, noms)
  const codes = [
    ...[...comptes.comptes.values()].flatMap(codesDe),
    ...lignes.flatMap(({ cellules }) =>
      [STRUCTURE, AUTRES].flatMap(({ entete }) => lireCodes(cellules[entete] ?? '')),
    ),
  ]
  const structures = await findStructuresParCode(contexte.db, [...new Set(codes)])
  const tenu = { ...comptes, structures }
  refuserAgentParti(tenu)
  return { ...tenu, noms: new Map(relus.map(({ nom, ...trouve }) => [nom, trouve])) }
}

/** An account as one enters it. */
function ficheDe(compte: CompteVerrouille): FicheUtilisateur {
  const { id: _id, nomAffichable: _nom, statut: _statut, ...reste } = compte
  const { version: _version, jamaisOuvert: _jamais, ...fiche } = reste
  return fiche
}

/** A change, for the preview. */
function dire(valeur: unknown): string {
  if (Array.isArray(valeur)) return valeur.join(', ') || '—'
  return typeof valeur === 'string' && valeur ? valeur : '—'
}

const IMPORTATION: Importation<CompteVerrouille, FicheUtilisateur, ComptesNommes> = {
  feuille: FEUILLE,
  cle: 'Identifiant',
  schema: zFicheUtilisateur,
  vierge: {
    ...blancDe(CHAMPS_UTILISATEUR),
    identifiant: '',
    nom: '',
    email: '',
    roles: [],
    structure: null,
    autreStructure: [],
  },
  tenir,
  tenues: [STRUCTURE.entete, AUTRES.entete],
  colonnes: () => COLONNES,
  trouver({ noms, comptes }, nom) {
    const id = noms.get(nom)?.id
    return (id && comptes.get(id)) || null
  },
  ficheDe,
  normaliser: normaliserFiche,
  changements: changementsDe,
  dire,
  nommer: ({ prenoms, nom }) => `${prenoms} ${nom}`.trim(),
  plier: ({ noms }, nom) => noms.get(nom)?.cle ?? nom,
  doublon: (nom, premiere) => `L’identifiant «\u00a0${nom}\u00a0» est déjà à la ligne ${premiere}.`,
  // Each line upon the accounts as those above it will have left them.
  juger(tenu) {
    const comptes = new Map(tenu.comptes)
    return ({ fiche, avant, details }) => {
      const refus = refusDeFiche(fiche, avant, { ...tenu, comptes })
      if (avant && refus.length === 0 && details.length === 0) {
        comptes.set(avant.id, { ...avant, ...fiche })
      }
      return refus
    }
  },
  ecrire(contexte, tenu) {
    const comptes = new Map(tenu.comptes)
    return async ({ fiche, avant }) => {
      const tenus = { ...tenu, comptes }
      if (!avant) return creerUtilisateur(contexte, fiche, tenus)
      await ecrireCompte(contexte, avant, fiche, tenus)
      return comptes.set(avant.id, { ...avant, ...fiche })
    }
  },
  noter: (contexte, { creations: crees, modifications: modifies, laissees: laisses }) =>
    noter(contexte, 'UTILISATEURS_IMPORTES', {
      detail: { crees, modifies, ...(laisses > 0 && { laisses }) },
    }),
}

/** @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE */
export const importerUtilisateurs = (
  appel: Appel<typeof utilisateurApi.importerUtilisateurs>,
): Promise<Import> => importer(appel, IMPORTATION)

/** @throws TABLEUR_ILLISIBLE, AUCUNE_LIGNE_RESTANTE, SERVICE_OCCUPE */
export const exporterUtilisateursRestants = (
  appel: Appel<typeof utilisateurApi.exporterUtilisateursRestants>,
): Promise<FichierEcrit> => exporterRestes(appel, IMPORTATION)

/** The accounts that the filters leave, as a spreadsheet that the import takes back. */
export async function exporterUtilisateurs(
  appel: Appel<typeof utilisateurApi.exporterUtilisateurs>,
): Promise<FichierEcrit> {
  const { query, maintenant } = appel
  const { format, ...filtres } = query
  const tous = await listTousUtilisateurs(appel, filtres)
  await noter(appel, 'UTILISATEURS_EXPORTES', { detail: { format, lignes: tous.total } })
  const tableau = { nom: 'comptes', feuille: FEUILLE, colonnes: COLONNES, filtres }
  return composeExport(tableau, tous, { format, maintenant })
}
