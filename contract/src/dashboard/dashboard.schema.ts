import { z } from 'zod'
import { zModeEnvoi } from '../courriel/courriel.schema.ts'
import { NIVEAUX } from '../formulaire/ecart.rules.ts'
import { ETATS_LISTES, zResume } from '../formulaire/formulaire.schema.ts'
import { DUREES } from '../modele/rythme.ts'
import { zMoisCouvert } from '../mois.schema.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zJour, zRecalculDit, zRef } from '../page.ts'
import { RAISONS } from './dashboard.rules.ts'

const zEntier = z.number().int()
const zNombre = z.number().nullable()
const zModele = z.object({ code: z.string(), libelle: z.string() })
const zDuree = z.literal(DUREES)
const zMoisAnnee = { mois: z.enum(MOIS), annee: zEntier }

/**
 * Reports expected and due, received of them, and received in time (docs/chiffres.md); what nobody
 * expects is never counted.
 */
const zComptes = z.object({
  attendus: zEntier,
  recus: zEntier,
  aTemps: zEntier,
  /** Due, and not received: `attendus` less `recus`. */
  enRetard: zEntier,
  /** Expected in a month that has begun, whose due date has not passed: in none of those above. */
  pasEncoreDus: zEntier,
  /** Received, of those not due yet. */
  enAvance: zEntier,
})
export type Comptes = z.infer<typeof zComptes>

/** What the central directorate made of the reports received. */
const zInstruction = z
  .object({
    /** Validated once at least, and the mean days from first submission to first validation. */
    valides: zEntier,
    delaiValidation: zNombre,
    /** Sent back once at least. */
    renvoyes: zEntier,
  })
  .meta({ id: 'Instruction' })
export type Instruction = z.infer<typeof zInstruction>

/** Where a month of the calendar is. */
const zMoisSuivi = zComptes
  .extend({
    ...zMoisAnnee,
    echeance: zJour,
    /** First day on which it takes entries no longer. */
    verrouilleLe: zJour,
    /** A_VENIR: not begun. OUVERT: takes entries. CLOS. */
    statut: z.enum(['A_VENIR', 'OUVERT', 'CLOS']),
  })
  .meta({ id: 'MoisSuivi' })
export type MoisSuivi = z.infer<typeof zMoisSuivi>

/** Of the structures that say a figure in both months: how many, and what it changed by. */
const zEgal = z.object({ nombre: zEntier, ecart: zNombre })

/** What changed among those that are there in both, since the expected month before. */
const zEgaux = z.object({
  depuis: zMoisCouvert,
  effectif: zEgal,
  entrees: zEgal,
  sorties: zEgal,
})

/** Figures of all the forms of a model and a month that have a value; null: none of them says it. */
const zPoint = zComptes.omit({ aTemps: true, enRetard: true }).extend({
  ...zMoisCouvert.shape,
  effectif: zNombre,
  entrees: zNombre,
  sorties: zNombre,
  /** Received, due or not, that have a value of the month. */
  retenus: zEntier,
  /** Others that have one: nobody expects them, or they were taken back once published. */
  autres: zEntier,
  /** Of all these, those that say their headcount: what the sum is made of. */
  declares: zEntier,
  /** Those that say their entries or their exits. */
  mouvements: zEntier,
  /** Of a month that lacks an expected report, due or not; null: it lacks none, or nothing is expected. */
  egaux: zEgaux.nullable(),
})

/** Headcounts never add up from one model to another: one series each. */
const zSerie = zModele
  .extend({
    /** Its last version names a headcount, and all that a gap is made of. */
    avecEffectif: z.boolean(),
    avecEcart: z.boolean(),
    points: z.array(zPoint),
  })
  .meta({ id: 'Serie' })
export type Serie = z.infer<typeof zSerie>

export const zSeries = z
  .object({
    du: z.object(zMoisAnnee),
    au: z.object(zMoisAnnee),
    modeles: z.array(zSerie),
    ...zRecalculDit.shape,
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof zSeries>

/** Of one region, type or model. */
const zGroupe = zComptes.extend({ code: z.string(), instruction: zInstruction })

export const zDashboard = z
  .object({
    annee: zEntier,
    /** January to December. */
    mois: z.array(
      zMoisSuivi.extend({
        etats: z.record(z.enum(ETATS_LISTES), zEntier),
        instruction: zInstruction,
      }),
    ),
    /** Of the year, like the groups. */
    total: zComptes.extend({ instruction: zInstruction }),
    regions: z.array(zGroupe),
    types: z.array(zGroupe),
    modeles: z.array(zGroupe.extend({ libelle: z.string() })),
    series: z.array(zSerie),
    ...zRecalculDit.shape,
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof zDashboard>

export const zMoisDashboard = z.object({ mois: z.array(zMoisSuivi) })

export const zMatrice = z
  .object({
    annee: zEntier,
    /** January to December, with what they count. */
    mois: z.array(zMoisSuivi.omit({ annee: true })),
    modeles: z.array(
      zModele.extend({
        /** How many months the report of each covers, January to December, itself the last. */
        moisCouverts: z.array(zDuree).length(12),
      }),
    ),
    /** By name; those that owe nothing and have nothing that year are left out. */
    structures: z.array(
      zRef.extend({
        typeStructure: z.string(),
        region: z.string(),
        /** By code of model, twelve letters of `CASES`, January to December. */
        cases: z.record(z.string(), z.string().length(12)),
      }),
    ),
    /**
     * Numbers of reports that are not `{modele}-{structure}-{AAAAMM}` (a first one was cancelled), by
     * the number that this gives.
     */
    numeros: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Matrice' })
export type Matrice = z.infer<typeof zMatrice>

/** Cells of the matrix, for those that have a report: what a bulk act needs. */
export const CASES_MAX = 500
export const zCasesVoulues = z.object({
  cases: z
    .array(
      z.object({
        structure: z.string().max(60),
        modele: z.string().max(30),
        rang: z.int().min(24_000).max(25_211),
      }),
    )
    .max(CASES_MAX, `Choisissez au plus ${CASES_MAX} cases.`),
})
export const zCases = z.object({ elements: z.array(zResume), ...zRecalculDit.shape })

export const STATUTS_RETARD = ['EN_RETARD', 'HORS_DELAI'] as const
export const LIBELLES_STATUTS_RETARD: Record<(typeof STATUTS_RETARD)[number], string> = {
  EN_RETARD: 'En retard',
  HORS_DELAI: 'Transmis hors délai',
}

const zMoisEnRetard = z.object({
  ...zMoisAnnee,
  moisCouverts: zDuree,
  statut: z.enum(STATUTS_RETARD),
  echeance: zJour,
  /** From the due date to today, or to the first submission of what was received late. */
  joursRetard: zEntier,
  soumisLe: zInstant.nullable(),
  /** Null: nothing has been begun. */
  id: zEntier.nullable(),
  numero: z.string().nullable(),
  etat: z.enum(ETATS_LISTES),
  /** The month takes entries no longer. */
  clos: z.boolean(),
  /** Reminders sent for this month. */
  rappels: zEntier,
  dernierRappelLe: zInstant.nullable(),
})
export type MoisEnRetard = z.infer<typeof zMoisEnRetard>

const zStructureSituee = zRef.extend({ typeStructure: z.string(), region: z.string() })

export const zRetard = z
  .object({
    structure: zStructureSituee,
    modele: zModele,
    /** Reports not received, and the days of the one that is the latest. */
    manquants: zEntier,
    joursRetard: zEntier,
    /** Of all its months. */
    rappels: zEntier,
    dernierRappelLe: zInstant.nullable(),
    /** The oldest first. */
    mois: z.array(zMoisEnRetard),
  })
  .meta({ id: 'Retard' })
export type Retard = z.infer<typeof zRetard>

/** Reports due, of the months and filters asked for, whatever the page. */
export const zTotauxRetards = z.object({
  du: z.object(zMoisAnnee),
  au: z.object(zMoisAnnee),
  enRetard: zEntier,
  horsDelai: zEntier,
})
export type TotauxRetards = z.infer<typeof zTotauxRetards>

/**
 * A report's headcount against what the expected one before and its movements say
 * (docs/conception.md, 4); of the models that name all three.
 */
export const zEcartEffectif = z
  .object({
    structure: zStructureSituee,
    modele: zModele,
    ...zMoisAnnee,
    moisCouverts: zDuree,
    /** Null: no report of that month. */
    id: zEntier.nullable(),
    numero: z.string().nullable(),
    etat: z.enum(ETATS_LISTES),
    effectifDeclare: zNombre,
    effectifPrecedent: zNombre,
    /** It is the structure's opening headcount: it has reported nothing before this month. */
    ouverture: z.boolean(),
    entrees: zNombre,
    sorties: zNombre,
    effectifTheorique: zNombre,
    ecart: zNombre,
    ecartPourcent: zNombre,
    variation: zNombre,
    effectifReference: zNombre,
    ecartReference: zNombre,
    niveau: z.enum(NIVEAUX),
    /** Why it cannot be computed; null when it can. */
    raison: z.enum(RAISONS).nullable(),
  })
  .meta({ id: 'EcartEffectif' })
export type EcartEffectif = z.infer<typeof zEcartEffectif>

const zNiveaux = z.record(z.enum(NIVEAUX), zEntier)

/** Of a region: how many of each level, and their gaps added, signs kept. */
const zTotalEcarts = z.object({
  niveaux: zNiveaux,
  parModele: z.array(
    z.object({
      modele: z.string(),
      effectifDeclare: zNombre,
      ecart: zNombre,
      ecartReference: zNombre,
    }),
  ),
})
export type TotalEcarts = z.infer<typeof zTotalEcarts>

/** Of what is asked for, whatever the page and the levels asked for. */
export const zTotauxEcarts = z.object({
  total: zTotalEcarts,
  regions: z.array(zTotalEcarts.extend({ code: z.string() })),
})
export type TotauxEcarts = z.infer<typeof zTotauxEcarts>

export const ETATS_A_EXAMINER = ['SOUMIS', 'VALIDE', 'APPROUVE'] as const

export const zAExaminer = zResume
  .extend({
    structure: zStructureSituee,
    /** Its part of the country's headcount of that model and month, 0 to 1; null without headcount. */
    poids: zNombre,
    effectifPrecedent: zNombre,
    ecart: zNombre,
    ecartPourcent: zNombre,
    /** Null: its model does not name all that a gap is made of. */
    niveau: z.enum(NIVEAUX).nullable(),
    /** Days since it has been in this state. */
    joursAttente: zEntier,
  })
  .meta({ id: 'AExaminer' })
export type AExaminer = z.infer<typeof zAExaminer>

const zPointStructure = z.object({
  ...zMoisAnnee,
  moisCouverts: zDuree,
  id: zEntier.nullable(),
  numero: z.string().nullable(),
  etat: z.enum(ETATS_LISTES).nullable(),
  effectif: zNombre,
  entrees: zNombre,
  sorties: zNombre,
  reference: zNombre,
  ecart: zNombre,
  /** Null: its model does not name all that a gap is made of. */
  niveau: z.enum(NIVEAUX).nullable(),
  /**
   * Of the headcounts of its type that month: the three or four in the middle, averaged, in whole
   * persons; null: too few structures say theirs (`seuilSecret`).
   */
  mediane: zNombre,
})

export const zDashboardStructure = z
  .object({
    structure: zStructureSituee,
    /** Twenty-four months, the last one being the month asked for. */
    modeles: z.array(
      zModele.extend({
        /** Its last version names a headcount; a point may have one of a version before. */
        avecEffectif: z.boolean(),
        points: z.array(zPointStructure),
      }),
    ),
    ...zRecalculDit.shape,
  })
  .meta({ id: 'DashboardStructure' })
export type DashboardStructure = z.infer<typeof zDashboardStructure>

/** What a platform asks for before its collection begins, in this order. */
export const ETAPES_MISE_EN_ROUTE = [
  'ORGANISATION',
  'COURRIEL',
  'MODELES',
  'STRUCTURES',
  'COMPTES',
  'DEBUT',
  'RELANCES',
] as const
export type EtapeMiseEnRoute = (typeof ETAPES_MISE_EN_ROUTE)[number]

export const LIBELLES_MISE_EN_ROUTE: Record<EtapeMiseEnRoute, string> = {
  ORGANISATION: 'Nommer l’organisation',
  COURRIEL: 'Régler l’envoi des courriels',
  MODELES: 'Choisir les modèles de rapport',
  STRUCTURES: 'Inscrire les structures',
  COMPTES: 'Ouvrir un compte à chaque structure',
  DEBUT: 'Fixer le premier mois attendu',
  RELANCES: 'Ouvrir les relances du calendrier',
}

/** Structures named of those without an account, at the most. */
export const SANS_COMPTE_NOMMEES = 10

/** A model, and what is collected by it. */
const zModeleCollecte = zModele.extend({
  moisAttendus: z.array(z.enum(MOIS)),
  moisCouverts: zDuree,
  /** Structures of the month told of that have it then. */
  structures: zEntier,
  /** Its first report from the month told of on; null: the collection has no start, or none comes. */
  prochain: zMoisCouvert.extend({ echeance: zJour }).nullable(),
})

/** What is ready of a collection, and what is left to do. */
export const zMiseEnRoute = z
  .object({
    /** The month told of: the first of the collection, or the present one once that is past. */
    ...zMoisAnnee,
    debutCollecte: z.string().nullable(),
    /** That month has come. */
    commencee: z.boolean(),
    organisation: z.string(),
    pays: z.string(),
    envoi: zModeEnvoi,
    modeles: z.array(zModeleCollecte),
    /** Those that are open in the month told of, neither invited nor suspended then. */
    structures: z.object({
      nombre: zEntier,
      invitees: zEntier,
      sansModele: zEntier,
      /** Of those that have a model: nobody could report for them. */
      sansCompte: zEntier,
      sansCompteNommees: z.array(zRef).max(SANS_COMPTE_NOMMEES),
    }),
    /** Active accounts of structures. */
    comptes: z.object({ nombre: zEntier, jamaisConnectes: zEntier, exercicesFaits: zEntier }),
    /** The calendar's reminders: asked for by the settings; opened by somebody. */
    relances: z.object({ automatiques: z.boolean(), ouvertes: z.boolean() }),
    etapes: z.array(z.object({ cle: z.enum(ETAPES_MISE_EN_ROUTE), faite: z.boolean() })),
  })
  .meta({ id: 'MiseEnRoute' })
export type MiseEnRoute = z.infer<typeof zMiseEnRoute>
