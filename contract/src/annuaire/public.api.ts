import { z } from 'zod'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import { zAnnee } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zInstant } from '../page.ts'
import { zEdition } from './annuaire.api.ts'
import { FICHIERS_ANNUAIRE, FORMATS_ANNUAIRE, TYPES_ANNUAIRE } from './fichier.schema.ts'

const zLicence = z.object({ name: z.string(), title: z.string(), path: z.string() })

/** A published annuaire among others: addresses are paths of this site. */
const zPublication = z
  .object({
    annee: z.number(),
    /** Its last published edition: a correction takes the place of what it corrects. */
    edition: z.number(),
    titre: z.string(),
    publieLe: zInstant,
    adresse: z.string(),
  })
  .meta({ id: 'PublicationAnnuaire' })

const zPublicationEntiere = zPublication
  .extend({
    organisation: z.string(),
    pays: z.string(),
    arreteLe: zInstant.nullable(),
    /** SHA-256 of the figures: the same, they have not changed. */
    empreinte: z.string(),
    licence: zLicence,
    /** Every published edition of that year, the last first: none goes once another corrects it. */
    editions: z.array(z.object({ edition: z.number(), publieLe: zInstant, adresse: z.string() })),
    /** The Frictionless data package that describes the tables. */
    paquet: z.string(),
    fichiers: z.array(
      z.object({
        format: z.enum(FORMATS_ANNUAIRE),
        libelle: z.string(),
        typeMime: z.string(),
        adresse: z.string(),
      }),
    ),
    tableaux: z.array(
      z.object({ code: z.string(), titre: z.string(), unite: z.string(), adresse: z.string() }),
    ),
  })
  .meta({ id: 'PublicationAnnuaireEntiere' })

const params = z.object({ annee: zAnnee })
/** A published edition; the last, unless told. */
const query = z.object({ edition: zEdition.optional() })

/** The published annuaires, for anyone and for programs: no account, stable addresses. */
export const annuairePublicApi = {
  listAnnuairesPublics: {
    method: 'GET',
    path: '/public/annuaires',
    right: 'public',
    jeton: null,
    resume: 'Lister les annuaires publiés, l’année la plus récente d’abord',
    output: z.array(zPublication),
  },
  lireAnnuairePublic: {
    method: 'GET',
    path: '/public/annuaires/{annee}',
    right: 'public',
    jeton: null,
    resume:
      'Lire où sont les fichiers et les tableaux d’un annuaire publié, et sous quelle licence',
    params,
    query,
    output: zPublicationEntiere,
    erreurs: ['ANNUAIRE_INTROUVABLE'],
  },
  lirePaquetPublic: {
    method: 'GET',
    path: '/public/annuaires/{annee}/datapackage.json',
    right: 'public',
    jeton: null,
    resume: 'Lire la description des données d’un annuaire publié (Frictionless Data Package)',
    params,
    query,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [FICHIERS_ANNUAIRE.json.typeMime],
    erreurs: ['ANNUAIRE_INTROUVABLE', 'TROP_DE_DEMANDES'],
  },
  lireFichierPublic: {
    method: 'GET',
    path: '/public/annuaires/{annee}/{fichier}',
    right: 'public',
    jeton: null,
    resume:
      'Télécharger un fichier d’un annuaire publié\u00a0: le document (`annuaire-2025.pdf`), ou un tableau (`T2.1.csv`)',
    params: params.extend({ fichier: z.string().max(60) }),
    query,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [...TYPES_ANNUAIRE, TYPES_MIME.csv],
    erreurs: [
      'ANNUAIRE_INTROUVABLE',
      'TROP_DE_DEMANDES',
      'PDF_INDISPONIBLE',
      'FICHIER_NON_COMPOSE',
      'TRAVAUX_EN_COURS',
      'SERVICE_OCCUPE',
    ],
  },
} as const satisfies Record<string, Operation>
