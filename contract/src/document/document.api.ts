import { z } from 'zod'
import { zFichier, zFichierRecu } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import { TYPE_LOGO, zPiece, zPieceDeposee } from './document.schema.ts'

const zId = z.coerce.number().int().positive().max(2_147_483_647)
const zNumero = z.string().trim().min(1).max(80)
const zTypeDocument = z.string().trim().min(1).max(30)
const zName = z.string().min(1).max(100)

const zDepot = z
  .strictObject({
    typeDocument: zTypeDocument,
    // A form sent without script leaves a blank field where there is no number.
    numero: z.union([z.literal('').transform(() => undefined), zNumero]).optional(),
    fichier: zFichierRecu,
  })
  .refine(({ typeDocument, numero }) => typeDocument !== TYPE_LOGO || !numero, {
    path: ['numero'],
    message: 'Un logo ne se rattache pas à un rapport.',
  })

export const documentApi = {
  deposerPiece: {
    method: 'POST',
    path: '/documents/upload',
    right: 'document.deposer',
    resume: 'Déposer un fichier, ou changer le logo (typeDocument LOGO)',
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
    ],
  },
  listPieces: {
    method: 'POST',
    path: '/documents/lister',
    right: 'document.lire',
    resume:
      'Lister les fichiers par numéro de rapport (vide pour ceux qui ne sont d’aucun), puis par type',
    body: z.object({ numero: zNumero.optional(), typeDocument: zTypeDocument.optional() }),
    output: z.record(z.string(), z.record(z.string(), z.array(zPiece))),
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  deletePieces: {
    method: 'POST',
    path: '/documents/supprimer',
    right: 'document.deposer',
    resume: 'Supprimer des fichiers\u00a0: tous ceux que l’on nomme, ou aucun',
    body: z.object({ ids: z.array(zId).min(1).max(200) }),
    output: z.undefined(),
    status: 204,
    erreurs: ['PIECE_INTROUVABLE', 'TRANSITION_INTERDITE'],
  },
  deletePiece: {
    method: 'DELETE',
    path: '/documents/supprimer/{name}',
    right: 'document.deposer',
    resume: 'Supprimer un fichier par son nom',
    params: z.object({ name: zName }),
    output: z.undefined(),
    status: 204,
    erreurs: ['PIECE_INTROUVABLE', 'TRANSITION_INTERDITE'],
  },
  telechargerPiece: {
    method: 'GET',
    path: '/documents/download/{id}',
    right: 'document.lire',
    resume: 'Télécharger un fichier',
    params: z.object({ id: zId }),
    reponse: 'fichier',
    output: zFichier,
    erreurs: ['PIECE_INTROUVABLE'],
  },
  telechargerPieceParDelete: {
    method: 'DELETE',
    path: '/documents/download/{id}',
    right: 'document.lire',
    resume: 'Télécharger un fichier, par la méthode de la spécification\u00a0: rien n’est supprimé',
    params: z.object({ id: zId }),
    reponse: 'fichier',
    output: zFichier,
    erreurs: ['PIECE_INTROUVABLE'],
  },
  lireLogo: {
    method: 'GET',
    path: '/documents/logo/{name}',
    right: 'public',
    resume: 'Lire un logo, sous son adresse publique',
    params: z.object({ name: zName }),
    reponse: 'fichier',
    output: zFichier,
    erreurs: ['PIECE_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
