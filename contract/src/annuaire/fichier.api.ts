import { z } from 'zod'
import { zId } from '../entier.schema.ts'
import { zFichier } from '../fichier.ts'
import { zAnnee } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zInstant } from '../page.ts'
import { ETATS_TRAVAIL } from '../travail.ts'
import { FORMATS_ANNUAIRE, TYPES_ANNUAIRE } from './fichier.schema.ts'

const zFormat = z.enum(FORMATS_ANNUAIRE)
const zEdition = z.coerce.number().int().min(1).max(1000)

/** A file being made: how far it is, then where it is read, for a day. */
const zPreparation = z
  .object({
    id: z.number(),
    annee: z.number(),
    /** Null: the provisional content of the year. */
    edition: z.number().nullable(),
    format: zFormat,
    etat: z.enum(ETATS_TRAVAIL),
    /** Steps done, of how many. */
    fait: z.number(),
    total: z.number(),
    /** Its name and its size in bytes, once it is made. */
    nom: z.string().nullable(),
    taille: z.number().nullable(),
    /** Why it failed, for a person; null otherwise. */
    raison: z.string().nullable(),
    creeLe: zInstant,
  })
  .meta({ id: 'PreparationAnnuaire' })
export type Preparation = z.infer<typeof zPreparation>

const DE_CONTENU = [
  'ANNUAIRE_INTROUVABLE',
  'ANNEE_A_VENIR',
  'ANNEE_SANS_DONNEES',
  'CALCUL_TROP_LONG',
] as const
/** Of the file of an edition, waited for. */
export const DE_FICHIER = [
  'PDF_INDISPONIBLE',
  'TRAVAUX_EN_COURS',
  'SERVICE_OCCUPE',
  'FICHIER_NON_COMPOSE',
] as const
const params = z.object({ id: zId })

/** The files of an annuaire: made, followed, fetched. */
export const fichierAnnuaireApi = {
  genererAnnuaire: {
    method: 'GET',
    path: '/annuaire/generer/{annee}/false',
    right: 'annuaire.lire',
    jeton: null,
    resume:
      'Télécharger un annuaire en PDF, XLSX, ODS, CSV ou JSON (`format`)\u202f; la réponse attend qu’il soit fait',
    params: z.object({ annee: zAnnee }),
    query: z.object({ format: zFormat.default('pdf'), edition: zEdition.optional() }),
    reponse: 'fichier',
    output: zFichier,
    typesMime: TYPES_ANNUAIRE,
    erreurs: [...DE_CONTENU, ...DE_FICHIER],
  },
  preparerFichierAnnuaire: {
    method: 'POST',
    path: '/annuaire/preparer/{annee}',
    right: 'annuaire.lire',
    jeton: null,
    resume:
      'Faire préparer le fichier d’un annuaire, un à la fois\u00a0: la réponse dit comment le suivre',
    params: z.object({ annee: zAnnee }),
    body: z.object({
      format: zFormat,
      edition: zEdition.optional(),
      soumis: z.boolean().optional(),
    }),
    output: zPreparation,
    erreurs: [...DE_CONTENU, 'PREPARATION_EN_COURS', 'SERVICE_OCCUPE'],
  },
  suivreFichierAnnuaire: {
    method: 'GET',
    path: '/annuaire/fichiers/{id}',
    right: 'annuaire.lire',
    jeton: null,
    resume: 'Dire où en est un fichier que l’on a demandé, gardé un jour',
    params,
    output: zPreparation,
    erreurs: ['PREPARATION_INTROUVABLE'],
  },
  annulerFichierAnnuaire: {
    method: 'DELETE',
    path: '/annuaire/fichiers/{id}',
    right: 'annuaire.lire',
    jeton: null,
    resume: 'Renoncer à un fichier que l’on a demandé',
    params,
    output: z.undefined(),
    status: 204,
    erreurs: ['PREPARATION_INTROUVABLE'],
  },
  telechargerFichierAnnuaire: {
    method: 'GET',
    path: '/annuaire/fichiers/{id}/contenu',
    right: 'annuaire.lire',
    jeton: null,
    resume: 'Télécharger un fichier que l’on a demandé',
    params,
    reponse: 'fichier',
    place: 'appel',
    output: zFichier,
    typesMime: TYPES_ANNUAIRE,
    erreurs: ['PREPARATION_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
