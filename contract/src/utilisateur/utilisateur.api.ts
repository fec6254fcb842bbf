import { z } from 'zod'
import { zModeEnvoi } from '../courriel/courriel.schema.ts'
import { zCompteur, zCompteurDonne, zId, zIdDonne } from '../entier.schema.ts'
import type { CodeErreur } from '../erreur.ts'
import { EXPORT, zFormat } from '../export.ts'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import { REFUS_TABLEUR, zDepotLignes, zImport, zTableurRecu } from '../import.ts'
import type { Operation } from '../operation.ts'
import { zInstant, zListe, zPagination } from '../page.ts'
import { ROLES } from './droits.ts'
import { ETATS_EXERCICE } from './exercice.rules.ts'
import {
  CONNEXIONS,
  LIAISONS,
  STATUTS,
  zFicheUtilisateur,
  zUtilisateur,
} from './utilisateur.schema.ts'

const zVersion = z.object({ version: zCompteur.optional() })
const zFiltres = zPagination.extend({
  role: z.enum(ROLES).optional(),
  statut: z.enum(STATUTS).optional(),
  /** Code. */
  structure: z.string().max(60).optional(),
  connexion: z.enum(CONNEXIONS).optional(),
  exercice: z.enum(ETATS_EXERCICE).optional(),
  liaison: z.enum(LIAISONS).optional(),
})

/** What stands in the way of an account as entered. */
const REFUS_FICHE = [
  'IDENTIFIANT_EXISTANT',
  'STRUCTURE_INCONNUE',
  'ROLE_INTERDIT',
  'STRUCTURE_REQUISE',
] as const satisfies readonly CodeErreur[]

const acte = (path: string, resume: string, erreurs: readonly CodeErreur[]) =>
  ({
    method: 'GET',
    path,
    right: 'utilisateur.gerer',
    jeton: null,
    agit: true,
    resume,
    params: z.object({ id: zId }),
    query: zVersion,
    output: zUtilisateur,
    erreurs: ['UTILISATEUR_INTROUVABLE', 'ROLE_INTERDIT', 'VERSION_COMPTE_PERIMEE', ...erreurs],
  }) as const

/** One of an account's sessions. */
export const zSessionOuverte = z
  .object({
    id: z.number(),
    ouverteLe: zInstant,
    derniereActivite: zInstant,
    expireLe: zInstant,
    /** The one that asks. */
    courante: z.boolean(),
    adresse: z.string().nullable(),
    /** The browser and system, in words: « Firefox sous Windows ». */
    appareil: z.string().nullable(),
  })
  .meta({ id: 'SessionOuverte' })

export const utilisateurApi = {
  listUtilisateurs: {
    method: 'GET',
    path: '/utilisateur/lister',
    right: 'utilisateur.lister',
    jeton: null,
    resume: 'Lister les comptes',
    query: zFiltres,
    output: zListe(zUtilisateur),
  },
  lireUtilisateur: {
    method: 'GET',
    path: '/utilisateur/lire/{id}',
    right: 'utilisateur.lister',
    jeton: null,
    resume: 'Lire un compte et ses sessions ouvertes',
    params: z.object({ id: zId }),
    output: zUtilisateur.extend({ sessions: z.array(zSessionOuverte) }),
    erreurs: ['UTILISATEUR_INTROUVABLE'],
  },
  creerUtilisateur: {
    method: 'POST',
    path: '/utilisateur/creer',
    right: 'utilisateur.gerer',
    jeton: null,
    resume: 'Créer un compte\u202f; un mot de passe provisoire lui est envoyé par courriel',
    body: zFicheUtilisateur,
    /** `envoi`: `AUCUN` when the mail waits for somebody to set the sending up. */
    output: zUtilisateur.extend({ envoi: zModeEnvoi }),
    erreurs: [...REFUS_FICHE],
  },
  modifierUtilisateur: {
    method: 'POST',
    path: '/utilisateur/modifier',
    right: 'utilisateur.gerer',
    jeton: null,
    resume: 'Modifier un compte\u202f; l’adresse électronique d’avant est prévenue d’un changement',
    body: zFicheUtilisateur.extend({ id: zId, version: zCompteurDonne }),
    output: zUtilisateur,
    erreurs: [
      'UTILISATEUR_INTROUVABLE',
      'VERSION_COMPTE_PERIMEE',
      'SOI_MEME',
      'DERNIER_DPPS',
      ...REFUS_FICHE,
    ],
  },
  bloquerUtilisateur: acte(
    '/utilisateur/structure/bloquer/{id}',
    'Bloquer un compte\u00a0: ses sessions se ferment',
    ['SOI_MEME', 'DERNIER_DPPS'],
  ),
  debloquerUtilisateur: acte(
    '/utilisateur/structure/debloquer/{id}',
    'Débloquer un compte, et lever l’attente après trop d’échecs',
    [],
  ),
  reinitialiserSecondFacteur: {
    method: 'POST',
    path: '/utilisateur/secondFacteur/reinitialiser',
    right: 'utilisateur.gerer',
    jeton: null,
    resume: 'Retirer le second facteur d’une personne qui ne peut plus donner de code',
    body: z.object({ id: zIdDonne }),
    output: z.undefined(),
    status: 204,
    erreurs: [
      'UTILISATEUR_INTROUVABLE',
      'ROLE_INTERDIT',
      'SECOND_FACTEUR_SOI_MEME',
      'SECOND_FACTEUR_INACTIF',
    ],
  },
  delierUtilisateur: {
    method: 'POST',
    path: '/utilisateur/fournisseur/delier',
    right: 'utilisateur.gerer',
    jeton: null,
    resume:
      'Délier un compte de ses identités\u00a0: les sessions qu’elles ont ouvertes se ferment, et son mot de passe l’ouvre',
    body: z.object({ id: zIdDonne }),
    output: z.undefined(),
    status: 204,
    erreurs: ['UTILISATEUR_INTROUVABLE', 'ROLE_INTERDIT', 'IDENTITE_INTROUVABLE'],
  },
  exporterUtilisateurs: {
    method: 'GET',
    path: '/utilisateur/exporter',
    right: 'utilisateur.lister',
    jeton: null,
    resume: 'Exporter les comptes dans un tableur',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  importerUtilisateurs: {
    method: 'POST',
    path: '/utilisateur/importer',
    right: 'utilisateur.gerer',
    jeton: null,
    resume:
      'Importer des comptes d’un tableur\u202f; `apercu` dit ce qui se passerait, sans rien écrire\u202f; `seulementJustes` écrit les lignes justes et laisse les autres',
    corps: 'multipart',
    body: zDepotLignes,
    output: zImport,
    erreurs: [...REFUS_TABLEUR, 'IMPORT_REFUSE'],
  },
  exporterUtilisateursRestants: {
    method: 'POST',
    path: '/utilisateur/importer/restes',
    right: 'utilisateur.gerer',
    jeton: null,
    resume:
      'Rendre les lignes d’un tableur de comptes qui restent à corriger, chacune avec ses fautes (colonne «\u00a0Fautes\u00a0»), sans rien écrire',
    corps: 'multipart',
    body: zTableurRecu,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
    erreurs: [...REFUS_TABLEUR, 'AUCUNE_LIGNE_RESTANTE'],
  },
} as const satisfies Record<string, Operation>
