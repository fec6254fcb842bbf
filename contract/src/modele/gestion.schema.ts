import { z } from 'zod'
import { zIdDonne } from '../entier.schema.ts'
import { garde } from '../garde.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zRef } from '../page.ts'
import { ETATS_TRAVAIL } from '../travail.ts'
import { CODES_PROBLEME } from './modele.invalide.ts'
import { NIVEAUX, zCode } from './modele.schema.ts'
import { DUREES } from './rythme.ts'
import { zModeleSourceLue } from './source.schema.ts'

/** Where a version stands: `REMPLACE` once a later one is in force from the month it stops at. */
const ETATS_MODELE = ['BROUILLON', 'PUBLIE', 'REMPLACE'] as const

export const zMoisAnnee = z.object({ mois: z.enum(MOIS), annee: z.int().min(2000).max(2100) })

const zQui = z.string().nullable()

const ACTIONS_MODELE = [
  'creerBrouillon',
  'dupliquer',
  'exporter',
  'exporterValeurs',
  'reprendreValeurs',
] as const
const ACTIONS_BROUILLON = ['enregistrer', 'supprimer', 'publier', 'simuler', 'exporter'] as const

/** A published version; it never changes, but for the month at which the next one closes it. */
export const zVersionModele = z
  .object({
    id: z.number(),
    version: z.number(),
    libelle: z.string(),
    etat: z.enum(ETATS_MODELE).exclude(['BROUILLON']),
    /** First month in force; null: from the first of the platform. */
    du: zMoisAnnee.nullable(),
    /** Last month in force; null: until further notice. A version replaced before its first month has `au` before `du`. */
    au: zMoisAnnee.nullable(),
    /** Forms entered with it, cancelled ones left out. */
    formulaires: z.number(),
    /** Null: installed with the platform. */
    publieLe: zInstant.nullable(),
    publiePar: zQui,
  })
  .meta({ id: 'VersionModele' })
export type VersionModele = z.infer<typeof zVersionModele>

const zBrouillonResume = z
  .object({
    id: z.number(),
    /** Counter of writes, to be sent back with the next one. */
    version: z.number(),
    libelle: z.string(),
    /** The version that it was made from; null: from nothing, or a file. */
    origine: z.object({ id: z.number(), version: z.number() }).nullable(),
    modifieLe: zInstant,
    modifiePar: zQui,
    actions: z.array(z.enum(ACTIONS_BROUILLON)),
  })
  .meta({ id: 'BrouillonModeleResume' })

/** A model as its last version names it. */
export const zModeleDit = zRef.extend({
  /** It names a headcount: a structure may say the one it opened with. */
  avecEffectif: z.boolean(),
  /** It names all that a headcount gap is made of. */
  avecEcart: z.boolean(),
  /** The months of which it expects a report, and how many of them one covers. */
  moisAttendus: z.array(z.enum(MOIS)),
  moisCouverts: z.literal(DUREES),
})
export type ModeleDit = z.infer<typeof zModeleDit>

/** A model with all that it has been, the latest first, and what is being made of it. */
export const zModeleGere = z
  .object({
    code: z.string(),
    libelle: z.string(),
    /** Structures to which it is assigned, closed ones left out. */
    structures: z.number(),
    versions: z.array(zVersionModele),
    brouillon: zBrouillonResume.nullable(),
    actions: z.array(z.enum(ACTIONS_MODELE)),
  })
  .meta({ id: 'ModeleGere' })
export type ModeleGere = z.infer<typeof zModeleGere>

export const zVersionModeleLue = z
  .object({ ...zVersionModele.shape, code: z.string(), source: zModeleSourceLue })
  .meta({ id: 'VersionModeleLue' })

const zChemin = z.array(z.union([z.string(), z.number()]))

const zFauteModele = z
  .object({
    code: z.enum(CODES_PROBLEME),
    message: z.string(),
    section: z.string().nullable(),
    cellule: z.string().nullable(),
    controle: z.string().nullable(),
    trait: z.string().nullable(),
    /** The way to it in the source: `["sections", 2, "lignes", 0, "formule"]`. */
    chemin: zChemin,
    /** Offset in the text at `chemin`, from 0. */
    position: z.number().nullable(),
    /** Cells, or controls, broken alike beside the one named. */
    autres: z.number(),
  })
  .meta({ id: 'FauteModele' })

const zAlerteModele = z
  .object({ code: z.string(), message: z.string(), chemin: zChemin })
  .meta({ id: 'AlerteModele' })

const zExamenModele = z.object({
  /** What keeps it from being published; none: it may be. */
  fautes: z.array(zFauteModele),
  alertes: z.array(zAlerteModele),
})

export const zBrouillonModele = z
  .object({
    ...zBrouillonResume.shape,
    ...zExamenModele.shape,
    code: z.string(),
    /** Its `version` is the number that it would be published under. */
    source: zModeleSourceLue,
    /** Its last simulation, while it is kept. */
    simulation: z.number().nullable(),
    publication: z.object({
      /** First month from which it may be published today, but for a past one. */
      premierMois: zMoisAnnee,
      /** Before it: of a model that nobody has entered yet, past months too. */
      plusTot: zMoisAnnee,
      /** First month that is still open to entry: nobody enters those before it any more. */
      premierOuvert: zMoisAnnee,
      /** Open structures by type, and those that have the model already. */
      structures: z.array(
        z.object({
          typeStructure: z.string(),
          libelle: z.string(),
          nombre: z.number(),
          attribuees: z.number(),
        }),
      ),
    }),
  })
  .meta({ id: 'BrouillonModele' })
export type BrouillonModele = z.infer<typeof zBrouillonModele>

/** After a save: the draft is the sender's own text, which need not travel back. */
export const zBrouillonEnregistre = z
  .object({
    version: z.number(),
    libelle: z.string(),
    modifieLe: zInstant,
    modifiePar: zQui,
    ...zExamenModele.shape,
  })
  .meta({ id: 'BrouillonEnregistre' })
export type BrouillonEnregistre = z.infer<typeof zBrouillonEnregistre>

/** How a draft begins. */
export const zDepartBrouillon = z.discriminatedUnion('de', [
  /** Blank: one section, one field. */
  z.strictObject({
    de: z.literal('VIDE'),
    code: zCode,
    libelle: z.string().trim().min(1).max(200),
  }),
  /** The next version of a model. */
  z.strictObject({ de: z.literal('VERSION'), id: zIdDonne }),
  /** A new model, made as another one is. */
  z.strictObject({
    de: z.literal('COPIE'),
    id: zIdDonne,
    code: zCode,
    libelle: z.string().trim().min(1).max(200).optional(),
  }),
])

export const zPublicationModele = z
  .object({
    id: z.number(),
    code: z.string(),
    version: z.number(),
    du: zMoisAnnee,
    /** Structures to which it has just been assigned. */
    attribuees: z.number(),
  })
  .meta({ id: 'PublicationModele' })

const zListeDeCodes = z.object({
  code: z.string(),
  libelle: z.string(),
  valeurs: z.array(z.object({ code: z.string(), libelle: z.string() })),
})

/** What a source may name: code lists, the cells of the other models. */
export const zVocabulaireModele = z
  .object({
    codifications: z.array(zListeDeCodes),
    modeles: z.array(
      z.object({
        code: z.string(),
        libelle: z.string(),
        cellules: z.array(z.object({ adresse: z.string(), libelle: z.string() })),
      }),
    ),
  })
  .meta({ id: 'VocabulaireModele' })
export type VocabulaireModele = z.infer<typeof zVocabulaireModele>

/** Numbers of the first forms concerned, three at most. */
const zExemples = z.array(z.string())

const zCompte = z.object({
  adresse: z.string(),
  libelle: z.string(),
  formulaires: z.number(),
  exemples: zExemples,
})

/** How often a control fires: today, and with the draft. Null: it does not exist there. */
const zControleSimule = z.object({
  code: z.string(),
  niveau: z.enum(NIVEAUX),
  avant: z.number().nullable(),
  apres: z.number().nullable(),
  /** Of the forms where it fires today alone, or with the draft alone. */
  exemples: zExemples,
})

const zResultatSimulation = z
  .object({
    /** First and last month of the forms read. */
    du: zMoisAnnee,
    au: zMoisAnnee,
    formulaires: z.number(),
    structures: z.number(),
    /** Cells that hold values and that the draft has no more: how many forms, how many values. */
    perdues: z.array(zCompte.extend({ valeurs: z.number() })),
    /** Required with the draft, and empty there. */
    requisesVides: z.array(zCompte),
    /** Computed cells of both: those that lose their value, those whose value changes. */
    sansValeur: z.array(zCompte),
    changees: z.array(
      zCompte.extend({
        exemple: z.object({ numero: z.string(), avant: z.string(), apres: z.string() }),
      }),
    ),
    controles: z.array(zControleSimule),
    /** Forms with at least one control of that level: today, and with the draft. */
    niveaux: z.array(z.object({ niveau: z.enum(NIVEAUX), avant: z.number(), apres: z.number() })),
    /** Lists cut at their first 200 lines. */
    tronque: z.boolean(),
  })
  .meta({ id: 'ResultatSimulation' })
export type ResultatSimulation = z.infer<typeof zResultatSimulation>

export const zSimulation = z
  .object({
    id: z.number(),
    etat: z.enum(ETATS_TRAVAIL),
    /** Forms read so far, and in all. */
    lus: z.number(),
    total: z.number(),
    /** The counter of writes of the draft when it was launched. */
    versionBrouillon: z.number(),
    creeLe: zInstant,
    /** Why it failed, for a person; null otherwise. */
    raison: z.string().nullable(),
    resultat: zResultatSimulation.nullable(),
  })
  .meta({ id: 'SimulationModele' })
export type Simulation = z.infer<typeof zSimulation>

/** Where a questionnaire comes from, as its content says. */
export const ORIGINES = ['XLSFORM', 'DHIS2'] as const
export type Origine = (typeof ORIGINES)[number]

/** Understood as it was; changed, which its author must look at; left out, and why. */
const GENRES_CONSTAT = ['COMPRIS', 'CHANGE', 'LAISSE'] as const

/** The most that a report lists; its counts are of all. */
export const CONSTATS_MAX = 2000

const zConstat = z.object({
  /** Where it stood in the file, as its author knows it: « survey, ligne 12 ». */
  place: z.string(),
  genre: z.enum(GENRES_CONSTAT),
  phrase: z.string(),
})
export type Constat = z.infer<typeof zConstat>

/** What a file of elsewhere would become here; nothing of it is written. */
export const zReprise = z
  .object({
    origine: z.enum(ORIGINES),
    code: z.string(),
    libelle: z.string(),
    /** The number that it would be published under: above 1 when the model exists. */
    version: z.number(),
    sections: z.number(),
    /** Fields, and columns of the tables. */
    champs: z.number(),
    controles: z.number(),
    /** Lists of codes that would be created. */
    listes: z.array(z.object({ code: z.string(), libelle: z.string(), nombre: z.number() })),
    /** Structures to be, which it names: `exporterUnites` makes a spreadsheet of them. */
    structures: z.number(),
    /** The questionnaires that the file holds; none: it holds one. `choisi`: which of them this is. */
    choix: z.array(z.object({ code: z.string(), libelle: z.string() })),
    choisi: z.string().nullable(),
    comptes: z.object({ COMPRIS: z.number(), CHANGE: z.number(), LAISSE: z.number() }),
    constats: z.array(zConstat),
  })
  .meta({ id: 'RepriseModele' })
export type Reprise = z.infer<typeof zReprise>

/** A source as it arrives: its shape is looked at by hand, each fault where it is. */
export const zSourceRecue = garde(
  zModeleSourceLue,
  (valeur) => typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur),
)
