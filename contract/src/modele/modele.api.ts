import { z } from 'zod'
import { zCompteurDonne, zId } from '../entier.schema.ts'
import type { CodeErreur } from '../erreur.ts'
import { EXPORT, zFormat } from '../export.ts'
import { TYPES_MIME, zFichier, zFichierRecu } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import {
  zBrouillonEnregistre,
  zBrouillonModele,
  zDepartBrouillon,
  zModeleDit,
  zModeleGere,
  zMoisAnnee,
  zPublicationModele,
  zReprise,
  zSimulation,
  zSourceRecue,
  zVersionModeleLue,
  zVocabulaireModele,
} from './gestion.schema.ts'
import { zCode, zModeleLu } from './modele.schema.ts'

const zVersion = zCompteurDonne.min(1)
const zParId = z.object({ id: zId })
/** A field of a form, which sends a blank for nothing. */
const ouRien = <T extends z.ZodType>(de: T) =>
  z.union([z.literal('').transform(() => undefined), de]).optional()
const zDepotAilleurs = z.strictObject({
  fichier: zFichierRecu,
  /** Which of the questionnaires of the file; the first, if not said. */
  choix: ouRien(z.string().max(200)),
})

/** Why a file made elsewhere is refused. */
const REFUS_AILLEURS = [
  'ORIGINE_INCONNUE',
  'MODELE_INCONVERTIBLE',
  'MODELE_ILLISIBLE',
  'TABLEUR_AUTRE_FORMAT',
  'TABLEUR_PROTEGE',
  'TRAVAUX_EN_COURS',
] as const satisfies CodeErreur[]

export const modeleApi = {
  listModeles: {
    method: 'GET',
    path: '/modeles',
    right: 'modele.lire',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lister les modèles de rapport, chacun dans sa dernière version',
    output: z.array(zModeleDit),
  },
  lireModeleEnVigueur: {
    method: 'GET',
    path: '/modeles/en-vigueur/{code}',
    right: 'modele.lire',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lire la définition d’un modèle, dans sa version en vigueur ce mois-ci',
    params: z.object({ code: zCode }),
    output: zModeleLu,
    erreurs: ['MODELE_INTROUVABLE'],
  },
  gererModeles: {
    method: 'GET',
    path: '/modeles/gerer',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Lister les modèles avec toutes leurs versions et leur brouillon',
    output: z.array(zModeleGere),
  },
  exporterModeles: {
    method: 'GET',
    path: '/modeles/gerer/exporter',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Exporter dans un tableur la liste des modèles, de leurs versions et de leurs brouillons',
    query: zFormat,
    ...EXPORT,
  },
  lireVocabulaireModele: {
    method: 'GET',
    path: '/modeles/vocabulaire',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Lire ce qu’un modèle peut nommer\u00a0: listes de codes, cases des autres modèles',
    output: zVocabulaireModele,
  },
  lireVersionModele: {
    method: 'GET',
    path: '/modeles/versions/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Lire une version publiée d’un modèle, avec sa source',
    params: zParId,
    output: zVersionModeleLue,
    erreurs: ['MODELE_INTROUVABLE'],
  },
  exporterVersionModele: {
    method: 'GET',
    path: '/modeles/versions/{id}/exporter',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Exporter la source d’une version publiée, en JSON',
    params: zParId,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.json],
    erreurs: ['MODELE_INTROUVABLE'],
  },
  creerBrouillonModele: {
    method: 'POST',
    path: '/modeles/brouillons',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Commencer un brouillon de modèle\u00a0: vide, version suivante d’un modèle, ou copie sous un autre code',
    body: zDepartBrouillon,
    output: zBrouillonModele,
    erreurs: ['MODELE_INTROUVABLE', 'MODELE_EXISTANT', 'MODELE_BROUILLON_EXISTANT'],
  },
  importerModele: {
    method: 'POST',
    path: '/modeles/importer',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Commencer un brouillon d’un fichier JSON exporté d’ici, sous son code ou sous un autre',
    corps: 'multipart',
    body: z.strictObject({ fichier: zFichierRecu, code: ouRien(zCode) }),
    output: zBrouillonModele,
    erreurs: ['MODELE_ILLISIBLE', 'MODELE_TROP_GRAND', 'MODELE_BROUILLON_EXISTANT'],
  },
  exporterUnites: {
    method: 'POST',
    path: '/modeles/unites',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Tirer d’un fichier de DHIS2 les unités d’organisation d’un jeu de données, en tableur de structures à compléter puis à importer',
    corps: 'multipart',
    body: zDepotAilleurs,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv],
    erreurs: REFUS_AILLEURS,
  },
  analyserModele: {
    method: 'POST',
    path: '/modeles/analyser',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Dire ce que deviendrait ici un questionnaire fait ailleurs (XLSForm, DHIS2)\u00a0: ce qui est compris, changé, laissé',
    corps: 'multipart',
    body: zDepotAilleurs,
    output: zReprise,
    erreurs: [...REFUS_AILLEURS, 'MODELE_TROP_GRAND'],
  },
  convertirModele: {
    method: 'POST',
    path: '/modeles/convertir',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Commencer un brouillon d’un questionnaire fait ailleurs, et créer les listes de codes qu’il nomme',
    corps: 'multipart',
    body: zDepotAilleurs.extend({ code: ouRien(zCode) }),
    output: zBrouillonModele,
    erreurs: [...REFUS_AILLEURS, 'MODELE_TROP_GRAND', 'MODELE_BROUILLON_EXISTANT'],
  },
  lireBrouillonModele: {
    method: 'GET',
    path: '/modeles/brouillons/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Lire un brouillon de modèle, ce qui y est à corriger, et d’où il peut être publié',
    params: zParId,
    output: zBrouillonModele,
    erreurs: ['MODELE_BROUILLON_INTROUVABLE'],
  },
  enregistrerBrouillonModele: {
    method: 'PUT',
    path: '/modeles/brouillons/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Enregistrer un brouillon de modèle, même inachevé\u202f; dit ce qui y est à corriger',
    params: zParId,
    body: z.strictObject({ version: zVersion, source: zSourceRecue }),
    place: 'saisie',
    output: zBrouillonEnregistre,
    erreurs: [
      'MODELE_BROUILLON_INTROUVABLE',
      'MODELE_BROUILLON_PERIME',
      'MODELE_ILLISIBLE',
      'MODELE_TROP_GRAND',
    ],
  },
  supprimerBrouillonModele: {
    method: 'DELETE',
    path: '/modeles/brouillons/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Supprimer un brouillon de modèle',
    params: zParId,
    output: z.undefined(),
    status: 204,
    erreurs: ['MODELE_BROUILLON_INTROUVABLE'],
  },
  exporterBrouillonModele: {
    method: 'GET',
    path: '/modeles/brouillons/{id}/exporter',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Exporter un brouillon de modèle, en JSON',
    params: zParId,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.json],
    erreurs: ['MODELE_BROUILLON_INTROUVABLE'],
  },
  publierModele: {
    method: 'POST',
    path: '/modeles/brouillons/{id}/publier',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Publier un brouillon à partir d’un mois, et l’attribuer aux structures de certains types',
    params: zParId,
    body: z.strictObject({
      version: zVersion,
      aPartirDe: zMoisAnnee,
      /** Types of structure whose open structures are all given the model. */
      attribuerA: z.array(zCode).max(200).optional(),
    }),
    output: zPublicationModele,
    erreurs: [
      'MODELE_BROUILLON_INTROUVABLE',
      'MODELE_BROUILLON_PERIME',
      'MODELE_EN_FAUTE',
      'MODELE_MOIS_PASSE',
      'MODELE_MOIS_SAISI',
      'MODELE_VERSION_POSTERIEURE',
      'MODELE_RYTHME_CHEVAUCHE',
      'MODELE_INADAPTE',
    ],
  },
  simulerModele: {
    method: 'POST',
    path: '/modeles/brouillons/{id}/simuler',
    right: 'modele.gerer',
    jeton: null,
    resume:
      'Essayer un brouillon sur les rapports reçus depuis douze mois\u00a0: ce qu’ils perdraient, ce qui changerait',
    params: zParId,
    output: zSimulation,
    erreurs: ['MODELE_BROUILLON_INTROUVABLE', 'MODELE_EN_FAUTE'],
  },
  lireSimulationModele: {
    method: 'GET',
    path: '/modeles/simulations/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Lire où en est une simulation, puis son résultat, gardé un jour',
    params: zParId,
    output: zSimulation,
    erreurs: ['SIMULATION_INTROUVABLE'],
  },
  annulerSimulationModele: {
    method: 'DELETE',
    path: '/modeles/simulations/{id}',
    right: 'modele.gerer',
    jeton: null,
    resume: 'Arrêter une simulation',
    params: zParId,
    output: z.undefined(),
    status: 204,
    erreurs: ['SIMULATION_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
