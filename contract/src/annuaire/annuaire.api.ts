import { z } from 'zod'
import { zChamp, zNombre } from '../champ.schema.ts'
import { zCompteurDonne } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import { zAnnee, zMoisCouvert } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination } from '../page.ts'
import { zVersion } from '../parametre/parametre.schema.ts'
import { CHAMPS_ANNUAIRE as c, CHAMPS_REGLAGES_ANNUAIRE as r } from './annuaire.champs.ts'
import {
  CHAPITRES_OBLIGES,
  CODES_CHAPITRES,
  ETATS_ANNUAIRE,
  NATURES_ERRATUM,
  zAnnuaireLu,
  zChiffre,
  zDifference,
  zEditionAnnuaire,
} from './annuaire.schema.ts'
import { CODES_LICENCES } from './fichier.schema.ts'

/** What its settings may be; the server reads what is stored under the same rule. */
export const FORMES_REGLAGES_ANNUAIRE = {
  /** Below it, a count of persons is secret. */
  seuilSecret: zNombre(r.seuilSecret),
  /** So is a count of staff: agents present, as all persons. */
  agentsProteges: z.boolean(),
  /** Less of a figure compared, in percent, and its variation is not given. */
  partComparable: zNombre(r.partComparable),
  /** Under which published data may be used again. */
  licence: z.enum(CODES_LICENCES),
}
const zReglagesAnnuaire = z.object(FORMES_REGLAGES_ANNUAIRE).meta({ id: 'ReglagesAnnuaire' })
export type ReglagesAnnuaire = z.infer<typeof zReglagesAnnuaire>
export const DEFAUTS_REGLAGES_ANNUAIRE: ReglagesAnnuaire = {
  seuilSecret: 5,
  agentsProteges: false,
  partComparable: 80,
  licence: 'ETALAB_2',
}

const params = z.object({ annee: zAnnee })
export const zEdition = z.coerce.number().int().min(1).max(1000)
const zOuiNon = z.enum(['true', 'false']).transform((valeur) => valeur === 'true')

const OBLIGE =
  'L’avant-propos et les annexes restent dans chaque édition\u00a0: sans eux, personne ne sait ce que valent les chiffres.'

const zChapitreEnregistre = z
  .object({
    code: z.enum(CODES_CHAPITRES),
    introduction: zChamp(c.introduction).optional(),
    retenu: z.boolean().optional(),
  })
  .refine(({ code, retenu }) => retenu !== false || !CHAPITRES_OBLIGES.includes(code), {
    path: ['retenu'],
    message: OBLIGE,
  })

export const zEnregistrerAnnuaire = z
  .object({
    annee: zAnnee,
    titre: zChamp(c.titre),
    avantPropos: zChamp(c.avantPropos),
    /**
     * Chapters, by code: what is written at their head, whether this edition has them. What is not
     * said stays as it is.
     */
    chapitres: z.array(zChapitreEnregistre).max(20).default([]),
    etat: z.enum(ETATS_ANNUAIRE),
    /** As it was read; 0 for a year that has none. Absent: written over what is there. */
    version: zCompteurDonne.optional(),
    /** Asked when another edition opens after one that is ARRETE or PUBLIE. */
    correction: z
      .object({ nature: z.enum(NATURES_ERRATUM), texte: zChamp(c.correction) })
      .optional(),
  })
  .meta({ id: 'EnregistrerAnnuaire' })
export type EnregistrerAnnuaire = z.infer<typeof zEnregistrerAnnuaire>

/** A form that a figure counts, with its cells. */
const zSource = z.object({
  numero: z.string(),
  structure: z.string(),
  libelle: z.string(),
  ...zMoisCouvert.shape,
  modele: z.string(),
  versionModele: z.number(),
  /** Write counter of the content that counts, or number of its publication when it is one. */
  version: z.number(),
  versionDiffusee: z.number().nullable(),
  etat: z.string(),
  /** Cells with their value; null: blank. */
  cellules: z.array(
    z.object({
      cellule: z.string(),
      libelle: z.string(),
      valeur: z.union([z.number(), z.string()]).nullable(),
    }),
  ),
  /** What it brings to the part of the formula that it is of. */
  apport: z.number(),
  /** Rank, from 0, of that part. */
  partie: z.number(),
})
export type SourceAnnuaire = z.infer<typeof zSource>

/** How a figure is made, and the forms that make it, paged: largest contribution first. */
const zExplication = zListe(zSource)
  .extend({
    tableau: z.string(),
    titre: z.string(),
    libelleLigne: z.string(),
    libelleColonne: z.string(),
    /** True figure, for who manages the annuaire: secrecy is what it must be seen through. */
    chiffre: zChiffre,
    /** « Somme des mois de l’année » : in a French sentence. */
    phrase: z.string(),
    /** Its sums, in the order in which the sentence names them. */
    parties: z.array(z.object({ libelle: z.string(), somme: z.number(), rapports: z.number() })),
  })
  .meta({ id: 'ExplicationAnnuaire' })
export type Explication = z.infer<typeof zExplication>

/** A figure of a table. */
const zVise = z.object({
  edition: zEdition.optional(),
  tableau: z.string().max(40),
  ligne: z.string().max(130),
  colonne: z.string().max(60),
  soumis: zOuiNon.optional(),
})
const zEditions = z.object({ de: zEdition, vers: zEdition })

/** The yearbook: read, made, kept, explained, compared. */
export const annuaireApi = {
  lireAnnuaire: {
    method: 'GET',
    path: '/annuaire/lire/{param}',
    right: 'annuaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Lire l’annuaire d’une année, ou lister toutes les éditions (`tous`)\u202f; seules celles qui sont publiées se montrent à qui ne les tient pas',
    params: z.object({ param: z.string().regex(/^(tous|\d{4})$/) }),
    query: z.object({ edition: zEdition.optional() }),
    output: z.union([zAnnuaireLu, z.array(zEditionAnnuaire)]),
    erreurs: [
      'ANNUAIRE_INTROUVABLE',
      'ANNEE_A_VENIR',
      'ANNEE_SANS_DONNEES',
      'CALCUL_TROP_LONG',
      'SERVICE_OCCUPE',
    ],
  },
  genererApercu: {
    method: 'GET',
    path: '/annuaire/generer/{annee}/true',
    right: 'annuaire.gerer',
    jeton: null,
    resume:
      'Calculer l’aperçu d’un annuaire\u00a0: provisoire, avec sa couverture\u202f; `soumis` compte aussi les rapports qui attendent d’être validés',
    params,
    query: z.object({ soumis: zOuiNon.optional() }),
    output: zAnnuaireLu,
    erreurs: ['ANNEE_A_VENIR', 'ANNEE_SANS_DONNEES', 'CALCUL_TROP_LONG', 'SERVICE_OCCUPE'],
  },
  enregistrerAnnuaire: {
    method: 'POST',
    path: '/annuaire/enregistrer',
    right: 'annuaire.gerer',
    jeton: null,
    resume:
      'Enregistrer un annuaire, l’arrêter, le publier, ou ouvrir l’édition qui le corrige\u00a0: PROVISOIRE, puis ARRETE, puis PUBLIE',
    body: zEnregistrerAnnuaire,
    output: zAnnuaireLu,
    erreurs: [
      'ANNEE_A_VENIR',
      'ANNEE_SANS_DONNEES',
      'ANNEE_EN_COURS',
      'CALCUL_TROP_LONG',
      'SECRET_RETROUVE',
      'SECRET_NON_VERIFIE',
      'ANNUAIRE_TRANSITION_INTERDITE',
      'ANNUAIRE_VERSION_PERIMEE',
      'CORRECTION_A_EXPLIQUER',
      'SERVICE_OCCUPE',
    ],
  },
  expliquerChiffre: {
    method: 'GET',
    path: '/annuaire/expliquer/{annee}',
    right: 'annuaire.gerer',
    jeton: null,
    resume:
      'Expliquer un chiffre de l’annuaire\u00a0: les rapports, leurs versions et leurs cases qui le font',
    params,
    query: zPagination.extend(zVise.shape),
    output: zExplication,
    erreurs: ['ANNUAIRE_INTROUVABLE', 'ANNEE_A_VENIR', 'CHIFFRE_INTROUVABLE'],
  },
  exporterExplication: {
    method: 'GET',
    path: '/annuaire/expliquer/exporter/{annee}',
    right: 'annuaire.gerer',
    jeton: null,
    resume: 'Exporter dans un tableur les rapports qui font un chiffre de l’annuaire',
    params,
    query: zVise.extend(zFormat.shape),
    ...EXPORT,
    erreurs: [...EXPORT.erreurs, 'ANNUAIRE_INTROUVABLE', 'ANNEE_A_VENIR', 'CHIFFRE_INTROUVABLE'],
  },
  listDifferences: {
    method: 'GET',
    path: '/annuaire/differences/{annee}',
    right: 'annuaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lister les chiffres qui ont changé d’une édition d’un annuaire à une autre',
    params,
    query: zPagination.extend(zEditions.shape),
    output: zListe(zDifference),
    erreurs: ['ANNUAIRE_INTROUVABLE'],
  },
  exporterDifferences: {
    method: 'GET',
    path: '/annuaire/differences/exporter/{annee}',
    right: 'annuaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Exporter dans un tableur les chiffres qui ont changé d’une édition à une autre',
    params,
    query: zEditions.extend(zFormat.shape),
    ...EXPORT,
    erreurs: [...EXPORT.erreurs, 'ANNUAIRE_INTROUVABLE'],
  },
  lireReglagesAnnuaire: {
    method: 'GET',
    path: '/parametres/annuaire',
    right: 'annuaire.gerer',
    jeton: null,
    resume:
      'Lire les réglages de l’annuaire\u00a0: seuil du secret statistique, agents couverts ou non, part comparable, licence des données',
    output: zReglagesAnnuaire.extend(zVersion.required().shape),
  },
  modifierReglagesAnnuaire: {
    method: 'POST',
    path: '/parametres/annuaire',
    right: 'annuaire.gerer',
    jeton: null,
    resume: 'Changer les réglages de l’annuaire\u202f; un annuaire arrêté garde ceux de son jour',
    body: zReglagesAnnuaire.partial({ agentsProteges: true }).extend(zVersion.shape),
    output: zReglagesAnnuaire.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
} as const satisfies Record<string, Operation>
