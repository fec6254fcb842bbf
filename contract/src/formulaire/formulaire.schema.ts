import { z } from 'zod'
import { garde } from '../garde.ts'
import { zImport } from '../import.ts'
import { type Contexte, zControlesLus, zDonneesLues, zModeleLu } from '../modele/modele.schema.ts'
import { DUREES } from '../modele/rythme.ts'
import { zMoisCouvert } from '../mois.schema.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zJour, zRef } from '../page.ts'
import { NIVEAUX } from './ecart.rules.ts'

/** States that are stored; lists add NON_COMMENCE, computed. */
export const ETATS = [
  'BROUILLON',
  'SOUMIS',
  'VALIDE',
  'APPROUVE',
  'DIFFUSE',
  'RENVOYE',
  'ANNULE',
] as const
export type Etat = (typeof ETATS)[number]
export const ETATS_LISTES = [...ETATS, 'NON_COMMENCE'] as const
export type EtatListe = (typeof ETATS_LISTES)[number]

export const LIBELLES_ETATS: Record<EtatListe, string> = {
  BROUILLON: 'Brouillon',
  SOUMIS: 'Soumis',
  VALIDE: 'Validé',
  APPROUVE: 'Approuvé',
  DIFFUSE: 'Diffusé',
  RENVOYE: 'À corriger',
  ANNULE: 'Annulé',
  NON_COMMENCE: 'Non commencé',
}

/** How published values are given to other systems. */
export const FORMATS_ECHANGE = ['dhis2', 'sdmx'] as const
export type FormatEchange = (typeof FORMATS_ECHANGE)[number]
export const TYPE_SDMX = 'application/vnd.sdmx.data+csv; version=2.0.0; charset=utf-8'
export const LIBELLES_FORMATS_ECHANGE: Record<FormatEchange, string> = {
  dhis2: 'DHIS2 (dataValueSets, JSON)',
  sdmx: 'SDMX-CSV 2.0',
}

/** Most characters of a comment on a cell, and of what a warning is answered. */
export const COMMENTAIRE_MAX = 2000

/** What DHIS2 calls « no breakdown », of a cell as of a whole report. */
export const SANS_VENTILATION = 'default'
/** The identifier of it, the same on every server of DHIS2. */
export const VENTILATION_DEFAUT = 'HllvX50cXC0'
/** In the place of one attribute combination: the sum of all of them. */
export const SOMME_COMBINAISONS = '*'
/** The combination whose past months are brought: its identifier or code there, or the sum. */
export const zCombinaison = z.string().trim().min(1).max(300)

/**
 * What an import of past months would do, or did. `combinaisons`: the attribute combinations whose
 * figures have a cell here; of several, one is asked for, or their sum (`sommable`: some figure may be
 * summed), and no line is judged before. `combinaison`: the one that was taken; null: none yet.
 */
export const zRepriseValeurs = zImport
  .extend({
    combinaisons: z.array(z.object({ code: z.string(), valeurs: z.number() })),
    sommable: z.boolean(),
    combinaison: z.string().nullable(),
  })
  .meta({ id: 'RepriseValeurs' })
export type RepriseValeurs = z.infer<typeof zRepriseValeurs>

/** How the values of many forms are laid out for statistics. */
export const FORMES_DONNEES = {
  LONG: 'Une ligne par case',
  LARGE: 'Une ligne par rapport',
  DICTIONNAIRE: 'Dictionnaire des cases',
} as const
export type FormeDonnees = keyof typeof FORMES_DONNEES

/** Calls that an answer may allow on a form. */
export const ACTIONS = [
  'enregistrer',
  'modifier',
  'soumettre',
  'valider',
  'approuver',
  'diffuser',
  'renvoyer',
  'changerEtat',
  'remarquer',
  'repondre',
  'relancer',
  'historique',
] as const
export type Action = (typeof ACTIONS)[number]

export const zResume = z
  .object({
    /** Null for a form expected and not started. */
    id: z.number().nullable(),
    numero: z.string().nullable(),
    modele: z.object({
      code: z.string(),
      libelle: z.string(),
      version: z.number(),
      /** It names a headcount; else none is shown of its forms, nor what rests on one. */
      avecEffectif: z.boolean(),
      /** How many months a report of it covers, ending with the one it bears. */
      moisCouverts: z.literal(DUREES),
    }),
    structure: zRef,
    mois: z.enum(MOIS),
    annee: z.number(),
    etat: z.enum(ETATS_LISTES),
    /** Write counter, for concurrency only. */
    version: z.number(),
    /** Number of the last publication, 0 = never. */
    versionDiffusee: z.number(),
    effectif: z.number().nullable(),
    /** Share of the required cells that are filled, 0 to 1. */
    remplissage: z.number(),
    erreurs: z.number(),
    avertissements: z.number(),
    /** Remarks on cells that wait for the structure: a new value, or an answer. */
    remarquesOuvertes: z.number(),
    /** Those closed by the structure, that who reviews lifts or opens again. */
    remarquesCorrigees: z.number(),
    soumisLe: zInstant.nullable(),
    modifieLe: zInstant.nullable(),
    modifiePar: z.string().nullable(),
    /** `AAAA-MM-JJ`: the day by which it is due. */
    echeance: zJour,
    /** Received, and first submitted after its due date (docs/chiffres.md). */
    horsDelai: z.boolean(),
    actions: z.array(z.enum(ACTIONS)),
  })
  .meta({ id: 'Resume' })
export type Resume = z.infer<typeof zResume>

/** What a report sent back opens: its marked cells, or all of it. */
export const PORTEES_RENVOI = ['cases', 'tout'] as const
export type PorteeRenvoi = (typeof PORTEES_RENVOI)[number]

export const STATUTS_REMARQUE = ['OUVERTE', 'CORRIGEE', 'LEVEE'] as const
export const LIBELLES_STATUTS: Record<(typeof STATUTS_REMARQUE)[number], string> = {
  OUVERTE: 'À traiter',
  CORRIGEE: 'Corrigée',
  LEVEE: 'Levée',
}
export const zRemarque = z
  .object({
    id: z.number(),
    cellule: z.string().nullable(),
    texte: z.string(),
    auteur: z.string(),
    le: zInstant,
    statut: z.enum(STATUTS_REMARQUE),
    /** What the structure answered, rather than or beside another value. */
    reponse: z.object({ texte: z.string(), auteur: z.string(), le: zInstant }).nullable(),
  })
  .meta({ id: 'Remarque' })
export type Remarque = z.infer<typeof zRemarque>

const zMoisDonnees = zMoisCouvert.extend({ donnees: zDonneesLues })

export const zFormulaire = zResume
  .extend({
    id: z.number(),
    numero: z.string(),
    verrouilleLe: zInstant,
    /** Of a draft that one reads whole: its entry closes soon, is closed, or is open again. */
    cloture: z
      .object({
        etat: z.enum(['PROCHE', 'CLOSE', 'ROUVERTE']),
        /** Its last day, included. */
        le: zJour,
      })
      .nullable(),
    donnees: zDonneesLues,
    commentaires: z.record(z.string(), z.string()),
    justifications: z.record(z.string(), z.string()),
    contexte: z.custom<Contexte>().meta({ type: 'object' }).nullable(),
    remarques: z.array(zRemarque),
    /**
     * What a report sent back for some of its cells opens: their addresses, `ACT.*` for all the rows of
     * a repeating table; null when every cell is open, or none.
     */
    casesOuvertes: z.array(z.string()).nullable(),
    resultats: zControlesLus,
    /** Null when the caller said `?sans=fixe`: it has the model already. */
    definition: zModeleLu.nullable(),
    precedent: zMoisDonnees.nullable(),
    anneePrecedente: zMoisDonnees.nullable(),
    identification: z.object({
      typeStructure: z.string(),
      region: z.string(),
      responsable: z.string().nullable(),
    }),
    /**
     * States to which whoever reads may force this form now (`changerEtat`); none without the right,
     * nor for a publication.
     */
    etatsPossibles: z.array(z.enum(ETATS)),
    motifRenvoi: z.object({ motif: z.string(), libelle: z.string(), texte: z.string() }).nullable(),
  })
  .meta({ id: 'Formulaire' })
export type Formulaire = z.infer<typeof zFormulaire>
/** The same as the server sends it: what is JSON already is not written again. */
export type FormulaireEnvoye = z.input<typeof zFormulaire>

/** How many months before a report its past goes: two same months make a season. */
export const MOIS_PASSES = 24

/** Since when the same words have been written, and the last month they were. */
export const zMemeTexte = z
  .object({ depuis: zMoisCouvert, dernier: zMoisCouvert })
  .meta({ id: 'MemeTexte' })
export type MemeTexte = z.infer<typeof zMemeTexte>

const zTexteDit = zMemeTexte.extend({ texte: z.string() })
export type TexteDit = z.infer<typeof zTexteDit>

/** A figure, `ND`, `SO`; null for what was left blank. */
const zChiffreDit = z.union([z.number(), z.enum(['ND', 'SO'])]).nullable()
export type ChiffreDit = z.infer<typeof zChiffreDit>

const estChiffreDit = (valeur: unknown) =>
  valeur === null || typeof valeur === 'number' || valeur === 'ND' || valeur === 'SO'

const sontChiffresDits = (valeur: unknown) =>
  typeof valeur === 'object' &&
  valeur !== null &&
  Object.values(valeur).every((dits) => Array.isArray(dits) && dits.every(estChiffreDit))

/** What a structure said, in the months before a report, in the cells that hold numbers. */
export const zPasse = z
  .object({
    /** The months received, the oldest first: one that is not there was not received. */
    mois: z.array(zMoisCouvert).max(MOIS_PASSES),
    /** By cell, a value for each of `mois`; a cell that never held any is not there. */
    valeurs: garde(z.record(z.string(), z.array(zChiffreDit)), sontChiffresDits),
    /** What was last written for each control, and for each cell. */
    justifications: z.record(z.string(), zTexteDit),
    commentaires: z.record(z.string(), zTexteDit),
  })
  .meta({ id: 'Passe' })
export type Passe = z.infer<typeof zPasse>

const zCaseDeClasseur = z.object({ cellule: z.string(), texte: z.string() })

/** What was changed in a workbook since it was exported from a form; nothing of it is written. */
export const zClasseur = z
  .object({
    /** Of the form, when it was exported. */
    version: z.number(),
    /** As people would type it; '' erases. */
    cases: z.array(zCaseDeClasseur),
    commentaires: z.array(zCaseDeClasseur),
  })
  .meta({ id: 'Classeur' })
export type Classeur = z.infer<typeof zClasseur>

/** A figure entered that is not last month's. */
const zVariation = z.object({
  cellule: z.string(),
  libelle: z.string(),
  avant: z.number(),
  apres: z.number(),
})
export type Variation = z.infer<typeof zVariation>

/** What is looked at before a form is accepted. */
export const zExamen = zResume
  .pick({ etat: true, version: true, effectif: true, actions: true })
  .extend({
    id: z.number(),
    numero: z.string(),
    /** Last month's, of the same model; null when nothing of it is received. */
    effectifPrecedent: z.number().nullable(),
    /** What last month's and the movements say, and the gap to it; null: cannot be computed. */
    effectifTheorique: z.number().nullable(),
    ecart: z.number().nullable(),
    /** Null: its model does not name all that a gap is made of. */
    niveau: z.enum(NIVEAUX).nullable(),
    /** Something of the month before, of the same model, is received. */
    precedentRecu: z.boolean(),
    /** What the blocking controls that fire say. */
    erreurs: z.array(z.string()),
    avertissements: z.array(
      z.object({
        cle: z.string(),
        message: z.string(),
        justification: z.string().nullable(),
        /** The months before said it in the same words; null: they are new. */
        memeTexte: zMemeTexte.nullable(),
      }),
    ),
    /** Those that nobody has lifted; `libelle` names their cell. */
    remarques: z.array(zRemarque.extend({ libelle: z.string().nullable() })),
    /** The most striking of the `nbVariations` figures that differ from last month's. */
    variations: z.array(zVariation),
    nbVariations: z.number(),
  })
  .meta({ id: 'Examen' })
export type Examen = z.infer<typeof zExamen>

export const zLigneHistorique = z
  .object({
    le: zInstant,
    agent: z.string(),
    /** Label of the structure on whose behalf the central directorate acted. */
    auNomDe: z.string().nullable(),
    action: z.string(),
    de: z.enum(ETATS).nullable(),
    vers: z.enum(ETATS),
    /** Forced by `changerEtat`. */
    force: z.boolean(),
    /** The rank of the receipt that the act gave. */
    recepisse: z.number().nullable(),
    /** Submitted and validated by two accounts from one device: what the other did, and who. */
    memeAppareil: z
      .object({ acte: z.enum(['SOUMISSION', 'VALIDATION']), agent: z.string() })
      .nullable(),
    motif: z.string().nullable(),
    texte: z.string().nullable(),
    cellules: z.array(
      z.object({
        cellule: z.string(),
        avant: z.union([z.number(), z.string(), z.boolean()]).nullable(),
        apres: z.union([z.number(), z.string(), z.boolean()]).nullable(),
      }),
    ),
    /**
     * Comments (by cell), justifications (by control), remarks and answers (by cell, blank for the
     * whole) that the act changed; null: none.
     */
    textes: z.array(
      z.object({
        sorte: z.enum(['COMMENTAIRE', 'JUSTIFICATION', 'REMARQUE', 'REPONSE']),
        cle: z.string(),
        avant: z.string().nullable(),
        apres: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'LigneHistorique' })
export type LigneHistorique = z.infer<typeof zLigneHistorique>
export type CelluleModifiee = LigneHistorique['cellules'][number]
export type TexteModifie = LigneHistorique['textes'][number]

/** Another page that has the same report open. */
export const zPresence = z.object({
  nom: z.string(),
  /** One's own, in another window. */
  soi: z.boolean(),
  /** The cell or the section where he enters figures; blank: he reads. */
  lieu: z.string(),
})
export type Presence = z.infer<typeof zPresence>

/** What has changed since the submission before: the cells entered, old and new. */
export const zDifferences = z
  .object({
    /** When the form was received before; null when it never was. */
    depuis: zInstant.nullable(),
    /** With who last changed each, and when. */
    cellules: z.array(
      zLigneHistorique.shape.cellules.element.extend({ auteur: z.string(), le: zInstant }),
    ),
  })
  .meta({ id: 'Differences' })
export type Differences = z.infer<typeof zDifferences>
