import { z } from 'zod'
import { DE_FICHIER } from '../annuaire/fichier.api.ts'
import { zChamp, zFacultatif, zNombre } from '../champ.schema.ts'
import { zCompteur, zId } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import { zFichier, zFichierRecu } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs } from '../page.ts'
import { CHAMPS_OUVRAGE } from './document.champs.ts'
import {
  FORMATS,
  FORMATS_LOGO,
  TYPE_LOGO,
  TYPE_MESSAGE,
  TYPES_PARTAGES,
  zDossier,
  zOuvrage,
  zPieceDeposee,
  zPieceListee,
} from './document.schema.ts'

const zNumero = z.string().trim().min(1).max(80)
const zTypeDocument = z.string().trim().min(1).max(30)
const zVersion = zCompteur.min(1)
const zName = z.string().min(1).max(100)

const zDepot = z
  .strictObject({
    typeDocument: zTypeDocument,
    // A form sent without script leaves a blank field where there is no number.
    numero: z.union([z.literal('').transform(() => undefined), zNumero]).optional(),
    /** How the library presents it; by its name, when it is not said. */
    titre: zFacultatif(CHAMPS_OUVRAGE.titre),
    description: zFacultatif(CHAMPS_OUVRAGE.description),
    rang: z.coerce.number().pipe(zNombre(CHAMPS_OUVRAGE.rang)).optional(),
    fichier: zFichierRecu,
  })
  .refine(({ typeDocument, numero }) => typeDocument !== TYPE_LOGO || !numero, {
    path: ['numero'],
    message: 'Un logo ne se rattache pas à un rapport.',
  })
  .refine(({ typeDocument, numero }) => typeDocument !== TYPE_MESSAGE || !numero, {
    path: ['numero'],
    message: 'Un fichier joint à un message ne se rattache pas à un rapport.',
  })

const TYPES_PIECE = Object.values(FORMATS).map(({ typeMime }) => typeMime)
const LECTURE = ['PIECE_INTROUVABLE', 'FICHIER_ALTERE', 'DEPOT_INDISPONIBLE'] as const
/** Of an edition of the annuaire, whose file the first who asks for it has made. */
const LECTURE_OUVRAGE = [...LECTURE, ...DE_FICHIER] as const

const zOuvrages = zPagination.extend({
  categorie: zPlusieurs(z.enum(TYPES_PARTAGES)).optional(),
})

export const documentApi = {
  deposerPiece: {
    method: 'POST',
    path: '/documents/upload',
    right: 'document.deposer',
    jeton: null,
    autreDroit: 'logo.organisation',
    resume:
      'Déposer un fichier, le joindre à un message à venir (typeDocument MESSAGE), ou changer le logo (LOGO)',
    corps: 'multipart',
    body: zDepot,
    output: zPieceDeposee,
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'TRANSITION_INTERDITE',
      'FORMAT_NON_ACCEPTE',
      'IMAGE_TROP_GRANDE',
      'IMAGE_ILLISIBLE',
      'TYPE_DOCUMENT_INCONNU',
      'EDITION_EN_LECTURE_SEULE',
      'PIECES_TROP_NOMBREUSES',
      'QUOTA_FICHIERS',
      'QUOTA_OCTETS',
      'QUOTA_MESSAGES',
      'QUOTA_MESSAGERIE',
      'DEPOT_INDISPONIBLE',
    ],
  },
  listPieces: {
    method: 'POST',
    path: '/documents/lister',
    right: 'document.lire',
    jeton: null,
    resume:
      'Lister les fichiers par numéro de rapport (vide pour ceux qui ne sont d’aucun), puis par type',
    body: z.object({ numero: zNumero.optional(), typeDocument: zTypeDocument.optional() }),
    output: z.record(z.string(), z.record(z.string(), z.array(zPieceListee))),
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  lireDossier: {
    method: 'GET',
    path: '/documents/dossier/{numero}',
    right: 'document.lire',
    jeton: null,
    resume: 'Lire les fichiers d’un rapport, la place qu’il y reste et ce que l’on peut y faire',
    params: z.object({ numero: zNumero }),
    output: zDossier,
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  deletePieces: {
    method: 'POST',
    path: '/documents/supprimer',
    right: 'document.deposer',
    jeton: null,
    autreDroit: 'logo.organisation',
    resume: 'Supprimer des fichiers\u00a0: tous ceux que l’on nomme, ou aucun',
    body: z.object({ ids: z.array(zId).min(1).max(200) }),
    output: z.undefined(),
    status: 204,
    erreurs: ['PIECE_INTROUVABLE', 'TRANSITION_INTERDITE', 'EDITION_EN_LECTURE_SEULE'],
  },
  deletePiece: {
    method: 'DELETE',
    path: '/documents/supprimer/{name}',
    right: 'document.deposer',
    jeton: null,
    autreDroit: 'logo.organisation',
    resume: 'Supprimer un fichier par son nom',
    params: z.object({ name: zName }),
    output: z.undefined(),
    status: 204,
    erreurs: ['PIECE_INTROUVABLE', 'TRANSITION_INTERDITE', 'EDITION_EN_LECTURE_SEULE'],
  },
  telechargerPiece: {
    method: 'GET',
    path: '/documents/download/{id}',
    right: 'document.lire',
    jeton: null,
    resume: 'Télécharger un fichier',
    params: z.object({ id: zId }),
    reponse: 'fichier',
    place: 'appel',
    output: zFichier,
    typesMime: TYPES_PIECE,
    erreurs: LECTURE_OUVRAGE,
  },
  telechargerPieceParDelete: {
    method: 'DELETE',
    path: '/documents/download/{id}',
    right: 'document.lire',
    jeton: null,
    resume: 'Télécharger un fichier, par la méthode de la spécification\u00a0: rien n’est supprimé',
    params: z.object({ id: zId }),
    reponse: 'fichier',
    place: 'appel',
    output: zFichier,
    typesMime: TYPES_PIECE,
    erreurs: LECTURE_OUVRAGE,
  },
  listOuvrages: {
    method: 'GET',
    path: '/documents/bibliotheque',
    right: 'document.lire',
    jeton: null,
    resume:
      'Lister les documents de la bibliothèque, éditions publiées de l’annuaire comprises\u00a0: toute personne connectée la lit',
    query: zOuvrages,
    output: zListe(zOuvrage).extend({ actions: z.array(z.literal('deposer')) }),
  },
  exporterOuvrages: {
    method: 'GET',
    path: '/documents/bibliotheque/exporter',
    right: 'document.lire',
    jeton: null,
    resume: 'Exporter dans un tableur la liste des documents de la bibliothèque',
    query: zOuvrages.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  modifierOuvrage: {
    method: 'POST',
    path: '/documents/bibliotheque/modifier',
    right: 'document.deposer',
    jeton: null,
    resume: 'Changer le titre, la description, la catégorie ou la place d’un document',
    body: z.strictObject({
      id: zId,
      version: zVersion,
      titre: zChamp(CHAMPS_OUVRAGE.titre),
      description: zFacultatif(CHAMPS_OUVRAGE.description),
      typeDocument: z.enum(TYPES_PARTAGES, { error: () => CHAMPS_OUVRAGE.typeDocument.requis }),
      rang: zNombre(CHAMPS_OUVRAGE.rang),
    }),
    output: zOuvrage,
    erreurs: ['OUVRAGE_INTROUVABLE', 'VERSION_OUVRAGE_PERIMEE', 'EDITION_EN_LECTURE_SEULE'],
  },
  remplacerOuvrage: {
    method: 'POST',
    path: '/documents/bibliotheque/remplacer',
    right: 'document.deposer',
    jeton: null,
    resume:
      'Remplacer le fichier d’un document de la bibliothèque, qui garde son titre et sa place',
    corps: 'multipart',
    body: z.strictObject({ id: zId, version: zVersion, fichier: zFichierRecu }),
    output: zOuvrage,
    erreurs: [
      'OUVRAGE_INTROUVABLE',
      'VERSION_OUVRAGE_PERIMEE',
      'EDITION_EN_LECTURE_SEULE',
      'FORMAT_NON_ACCEPTE',
      'QUOTA_OCTETS',
      'DEPOT_INDISPONIBLE',
    ],
  },
  lireLogo: {
    method: 'GET',
    path: '/documents/logo/{name}',
    right: 'public',
    jeton: null,
    resume: 'Lire un logo, sous son adresse publique',
    params: z.object({ name: zName }),
    reponse: 'fichier',
    output: zFichier,
    typesMime: FORMATS_LOGO.map((format) => FORMATS[format].typeMime),
    erreurs: LECTURE,
  },
} as const satisfies Record<string, Operation>
