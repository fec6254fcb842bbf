import { z } from 'zod'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import { ETATS } from '../formulaire/formulaire.schema.ts'
import type { Operation } from '../operation.ts'
import { zPlusieurs } from '../page.ts'

/** The formats of the feed, by the end of a file's name. */
export const FORMATS_DONNEES = ['csv', 'ndjson', 'parquet'] as const

/** The files that are not a model's: its code is in capitals. */
export const FICHIERS_DONNEES = [
  'structures',
  'codifications',
  'calendrier',
  'suivi',
  'dictionnaire',
] as const

/** `RMA.csv`: a model's code, or one of `FICHIERS_DONNEES`, and the format. */
const zFichierVoulu = z
  .string()
  .regex(
    /^[A-Za-z0-9_]{1,30}\.(?:csv|ndjson|parquet)$/,
    'Nommez le fichier par le code d’un modèle ou d’une liste, puis .csv, .ndjson ou .parquet.',
  )

const zDonneesVoulues = z.object({
  /** `long`: a line for each cell that holds something; `large`: one for each report. */
  forme: z.enum(['long', 'large']).default('long'),
  etats: zPlusieurs(z.enum(ETATS)).optional(),
  publie: z.literal('oui').optional(),
  /** Numbers of the versions of the model. */
  versions: zPlusieurs(z.string().regex(/^[1-9]\d{0,3}$/)).optional(),
  depuis: z.string().max(12_000).optional(),
})

/** Figures and lists for programs that analyse them (docs/decisions/0106). */
export const analyseApi = {
  lireDonnees: {
    method: 'GET',
    path: '/donnees/{fichier}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Lire au fil de l’eau, pour l’analyse, les valeurs des rapports d’un modèle, ou une liste (`structures`, `codifications`, `calendrier`, `suivi`, `dictionnaire`), en CSV, NDJSON ou Parquet\u202f; avec `depuis`, ce qui a changé',
    params: z.object({ fichier: zFichierVoulu }),
    query: zDonneesVoulues,
    reponse: 'fichier',
    output: zFichier,
    typesMime: FORMATS_DONNEES.map((format) => TYPES_MIME[format]),
    erreurs: [
      'DONNEES_INTROUVABLES',
      'DONNEES_SANS_FILTRE',
      'DONNEES_FILTRES_CONTRAIRES',
      'VERSION_MODELE_INCONNUE',
      'CURSEUR_ILLISIBLE',
      'CURSEUR_AUTRE_BASE',
      'CURSEUR_AUTRE_DEMANDE',
    ],
  },
} as const satisfies Record<string, Operation>
