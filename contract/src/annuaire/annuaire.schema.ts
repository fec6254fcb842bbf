import { z } from 'zod'
import { garde } from '../garde.ts'
import { DUREES } from '../modele/rythme.ts'
import { MOIS } from '../mois.ts'
import { zInstant } from '../page.ts'

/** PROVISOIRE is computed anew at each reading; ARRETE is frozen for ever; PUBLIE is read by all. */
export const ETATS_ANNUAIRE = ['PROVISOIRE', 'ARRETE', 'PUBLIE'] as const
export type EtatAnnuaire = (typeof ETATS_ANNUAIRE)[number]
export const LIBELLES_ETATS_ANNUAIRE: Record<EtatAnnuaire, string> = {
  PROVISOIRE: 'Provisoire',
  ARRETE: 'Arrêté',
  PUBLIE: 'Publié',
}

/** Why a figure is not there. A missing figure is never 0. */
export const RAISONS_ABSENCE = [
  'NON_RECU',
  'NON_DISPONIBLE',
  'SANS_OBJET',
  'NON_COLLECTE',
  'A_VENIR',
  'NON_CALCULABLE',
] as const
export type RaisonAbsence = (typeof RAISONS_ABSENCE)[number]
export const LIBELLES_ABSENCES: Record<RaisonAbsence, string> = {
  NON_RECU: 'Aucun rapport retenu',
  NON_DISPONIBLE: 'Non disponible',
  SANS_OBJET: 'Sans objet',
  NON_COLLECTE: 'Non demandé par les modèles en vigueur',
  A_VENIR: 'Mois à venir',
  NON_CALCULABLE: 'Non calculable',
}
/** What is written in the place of a figure. */
export const SIGNES_ABSENCES: Record<RaisonAbsence, string> = {
  NON_RECU: '…',
  NON_DISPONIBLE: 'nd',
  SANS_OBJET: 'so',
  NON_COLLECTE: '…',
  A_VENIR: '…',
  NON_CALCULABLE: '—',
}
export const SIGNE_SECRET = 's'
/** Beside a figure that some of the forms counted do not give. */
export const SIGNE_PARTIEL = '*'

const zValeurLue = z.object({ sorte: z.literal('valeur'), valeur: z.number() })
const zAbsent = z.object({ sorte: z.literal('absent'), raison: z.enum(RAISONS_ABSENCE) })
/** Hidden by statistical secrecy: the figure is nowhere in the content. */
const zSecret = z.object({ sorte: z.literal('secret') })
const zTexte = z.object({ sorte: z.literal('texte'), texte: z.string() })

/** A figure: its value, why it is absent, or that it is secret. */
export const zChiffre = z.discriminatedUnion('sorte', [zValeurLue, zAbsent, zSecret])
export type Chiffre = z.infer<typeof zChiffre>

/** Why a figure that both years have is not compared (docs/chiffres.md). */
const SANS_VARIATION = ['PART', 'UNE_STRUCTURE', 'PARTIEL', 'SECRET', 'SANS_RAPPORTS'] as const
export type SansVariation = (typeof SANS_VARIATION)[number]

const comparaison = {
  /** The same figure a year before; not there where a comparison means nothing. */
  nMoins1: zChiffre.optional(),
  /**
   * In percent, or in points for a rate (the column's `variation`), of what both years cover alike;
   * null: not given. An edition frozen before `part` was told compares the two figures shown.
   */
  variation: z.number().nullable().optional(),
  /** How much of the figure is compared, in percent of what `partDe` says. */
  part: z.number().optional(),
  /** Where `variation` is null: why, if it is neither a figure that is not there nor a 0. */
  sansVariation: z.enum(SANS_VARIATION).optional(),
}

/** A cell of a table, in the order of the columns. Text in the directory only. */
export const zCellule = z.discriminatedUnion('sorte', [
  zValeurLue.extend({
    ...comparaison,
    /** Some of the forms counted do not give this figure (ND), or a mean lacks an expected report. */
    partiel: z.boolean().optional(),
  }),
  zAbsent.extend(comparaison),
  zSecret.extend(comparaison),
  zTexte,
])
export type CelluleAnnuaire = z.infer<typeof zCellule>

/** First header row: spans the columns that name it, which are side by side. */
const zGroupe = z.object({ code: z.string(), libelle: z.string() })

const zColonne = z.object({
  code: z.string(),
  libelle: z.string(),
  sorte: z.enum(['nombre', 'texte']),
  /** Code of its group, in a table with two header rows. */
  groupe: z.string().optional(),
  /** `personnes`, `F CFA`, `%`; the table's when it says none. */
  unite: z.string().optional(),
  /** Decimals shown. */
  decimales: z.number(),
  total: z.boolean(),
  variation: z.enum(['POURCENT', 'POINTS']),
})
export type ColonneAnnuaire = z.infer<typeof zColonne>

export const zLigne = z.object({
  code: z.string(),
  libelle: z.string(),
  /** 0 for a row of its own, 1 below a row of level 0, 2 below one of level 1. */
  niveau: z.number(),
  sorte: z.enum(['detail', 'soustotal', 'total']),
  /** A code that was withdrawn in the year, or a structure that closed in it. */
  note: z.string().optional(),
  cellules: z.array(zCellule),
})
export type LigneAnnuaire = z.infer<typeof zLigne>

/**
 * How much of what was expected stands behind figures (docs/chiffres.md). Rates in percent, null
 * when nothing was.
 */
export const zCouverture = z.object({
  /** Expected and due, as the three that follow. */
  attendus: z.number(),
  recus: z.number(),
  /** Received on time. */
  aTemps: z.number(),
  /** Counted: VALIDE, APPROUVE, DIFFUSE (with SOUMIS, in a preview that asks for them). */
  retenus: z.number(),
  completude: z.number().nullable(),
  promptitude: z.number().nullable(),
  /**
   * Expected, of months that have begun, and not due yet; then those of them that are received, and
   * counted. An edition frozen before they were told has none: they are among those above.
   */
  pasEncoreDus: z.number().optional(),
  enAvance: z.number().optional(),
  retenusEnAvance: z.number().optional(),
})
export type Couverture = z.infer<typeof zCouverture>

const zGraphique = z.object({
  sorte: z.enum(['barres', 'barresEmpilees', 'courbe', 'pyramide']),
  titre: z.string(),
  /** Codes of the columns drawn, each a series; its rows are those of sort `detail`. */
  colonnes: z.array(z.string()),
})
export type GraphiqueAnnuaire = z.infer<typeof zGraphique>

const zTableau = z.object({
  /** `T2.1`: the same from one year to the next. */
  code: z.string(),
  titre: z.string(),
  /** Which forms and registers it comes from. */
  source: z.string(),
  /** What is counted: which structures, which months. */
  champ: z.string(),
  note: z.string().nullable(),
  unite: z.string(),
  /** Heading of the column of row labels. */
  entete: z.string(),
  groupes: z.array(zGroupe),
  colonnes: z.array(zColonne),
  lignes: z.array(zLigne),
  /** Codes of the columns whose previous year and variation deserve to be shown beside them. */
  comparees: z.array(z.string()),
  /** What `part` is of: of the headcount, or of the reports of a model that counts nobody. */
  partDe: z.enum(['EFFECTIF', 'RAPPORTS']).optional(),
  /** Of the models and months that it reads; null where it comes from no form. */
  couverture: zCouverture.nullable(),
  graphique: zGraphique.nullable(),
  /** Cells hidden by statistical secrecy. */
  secrets: z.number(),
  /** Its figures, hidden or not, said where more than half are hidden. None: an older edition. */
  chiffres: z.number().optional(),
})
export type TableauAnnuaire = z.infer<typeof zTableau>

/** A text between tables: paragraphs, then terms with their definitions. */
const zTexteAnnuaire = z.object({
  code: z.string(),
  titre: z.string(),
  paragraphes: z.array(z.string()),
  termes: z.array(z.object({ terme: z.string(), definition: z.string() })),
})
export type TexteAnnuaire = z.infer<typeof zTexteAnnuaire>

const zChapitre = z.object({
  /** `0` to `9`. */
  code: z.string(),
  titre: z.string(),
  /** What the directorate writes at its head, in paragraphs parted by blank lines; often empty. */
  introduction: z.string(),
  textes: z.array(zTexteAnnuaire),
  tableaux: z.array(zTableau),
})
export type ChapitreAnnuaire = z.infer<typeof zChapitre>

export const CODES_CHAPITRES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** Method and annexes: without them nobody knows what figures are worth. No edition omits them. */
export const CHAPITRES_OBLIGES: readonly string[] = ['0', '9']

/** A chapter as its edition is prepared: kept in it or not, and what is written at its head. */
const zChoixChapitre = z.object({
  code: z.string(),
  titre: z.string(),
  retenu: z.boolean(),
  introduction: z.string(),
})

const zMoisCouvert = zCouverture.extend({ mois: z.enum(MOIS) })

const zModeleCouvert = zCouverture.extend({
  modele: z.string(),
  libelle: z.string(),
  mois: z.array(zMoisCouvert),
})

const zNonRepondants = z.object({
  mois: z.enum(MOIS),
  /** Expected and not counted, in order of structure then model. */
  rapports: z.array(
    z.object({
      structure: z.string(),
      libelle: z.string(),
      region: z.string(),
      modele: z.string(),
      /** Received (SOUMIS or sent back) but not counted; else nothing came. */
      recu: z.boolean(),
      /** How many months it covers, ending with this one; not said by the editions of before. */
      moisCouverts: z.literal(DUREES).optional(),
    }),
  ),
})

/** An error is corrected at once; a revision was planned and announced. */
export const NATURES_ERRATUM = ['ERREUR', 'REVISION'] as const
export type NatureErratum = (typeof NATURES_ERRATUM)[number]
export const LIBELLES_ERRATUM: Record<NatureErratum, string> = {
  ERREUR: 'Erreur corrigée',
  REVISION: 'Révision',
}

/** A figure that is not the same in two editions; null: the edition has no such figure. */
export const zDifference = z.object({
  tableau: z.string(),
  titre: z.string(),
  ligne: z.string(),
  libelleLigne: z.string(),
  colonne: z.string(),
  libelleColonne: z.string(),
  avant: zChiffre.nullable(),
  apres: zChiffre.nullable(),
})
export type Difference = z.infer<typeof zDifference>

/** What an edition corrects of the one before it. */
export const zErratum = z.object({
  /** The edition that corrects. */
  edition: z.number(),
  nature: z.enum(NATURES_ERRATUM),
  texte: z.string(),
  /** When that edition was frozen; null before. */
  le: zInstant.nullable(),
  /** Figures that changed, in the order of the tables; at most 500, `total` says how many. */
  differences: z.array(zDifference),
  total: z.number(),
})
export type Erratum = z.infer<typeof zErratum>

/** What would leave at most half of a table hidden: rows made into one, columns that alone stay. */
const zRegroupement = z.object({
  /** Labels of the rows that one would add up; none: they stay. */
  lignes: z.array(z.string()),
  /** Labels of the columns that would stay; none: all do. */
  colonnes: z.array(z.string()),
  /** Then hidden, of so many figures, were the table alone. */
  masques: z.number(),
  chiffres: z.number(),
})
export type Regroupement = z.infer<typeof zRegroupement>

/** What would help a table that is hidden more than half; none: nothing of its own would. */
const zTableauMasque = z.object({ tableau: z.string(), regroupements: z.array(zRegroupement) })
export type TableauMasque = z.infer<typeof zTableauMasque>

const ACTIONS_ANNUAIRE = ['enregistrer', 'arreter', 'publier', 'corriger'] as const

/** What was proved of its secrecy before it was frozen: hidden counts, and the values each keeps. */
const zPreuve = z.object({ chiffres: z.number(), valeurs: z.number() })
export type Preuve = z.infer<typeof zPreuve>

/** An annuaire, whole. Nothing in it tells when it was read: frozen, it is the same for ever. */
export const zAnnuaire = z
  .object({
    annee: z.number(),
    edition: z.number(),
    etat: z.enum(ETATS_ANNUAIRE),
    /** Write counter of the edition, to be sent back with a change; 0: not saved yet. */
    version: z.number(),
    titre: z.string(),
    /** Who publishes it: the organisation and its country, as the platform is set. */
    organisation: z.string(),
    pays: z.string(),
    avantPropos: z.string(),
    /** Shown with « Document provisoire »: before ARRETE. */
    provisoire: z.boolean(),
    /** SOUMIS forms are counted as well: a preview that asked for them, never a saved figure. */
    soumisInclus: z.boolean(),
    /** Below it, a count of persons is secret. */
    seuilSecret: z.number(),
    /** So is a count of staff. None: an older edition, where it is not. */
    agentsProteges: z.boolean().optional(),
    /** Less of a figure compared, in percent, and its variation is not given. None: an older edition. */
    partComparable: z.number().optional(),
    arreteLe: zInstant.nullable(),
    publieLe: zInstant.nullable(),
    /** Null: frozen before secrecy was proved. None: not frozen, or asked by who may not freeze it. */
    preuve: zPreuve.nullable().optional(),
    /**
     * Tables hidden more than half, and what to group in them: it tells of what they hide. None:
     * frozen before it was worked out, or asked by who does not keep the annuaire.
     */
    masques: z.array(zTableauMasque).optional(),
    /** SHA-256 of the figures, in hexadecimal: two annuaires that share it have the same. */
    empreinte: z.string(),
    couverture: zCouverture.extend({ modeles: z.array(zModeleCouvert) }),
    chapitres: z.array(zChapitre),
    /** All chapters, those that are left out too; empty for who may not change them. */
    sommaire: z.array(zChoixChapitre),
    nonRepondants: z.array(zNonRepondants),
    /** Versions of the models whose forms are counted, with their months (`AAAA-MM`). */
    modeles: z.array(
      z.object({
        code: z.string(),
        version: z.number(),
        libelle: z.string(),
        du: z.string(),
        au: z.string(),
      }),
    ),
    /** From the latest correction to the first; empty for a first edition. */
    errata: z.array(zErratum),
    /** What this user may do of it now. */
    actions: z.array(z.enum(ACTIONS_ANNUAIRE)),
  })
  .meta({ id: 'Annuaire' })
export type Annuaire = z.infer<typeof zAnnuaire>

/** The same in an answer: made by the server, and long. */
export const zAnnuaireLu = garde(
  zAnnuaire,
  (valeur) => typeof valeur === 'object' && valeur !== null && 'chapitres' in valeur,
)

/** An edition among others. */
export const zEditionAnnuaire = z
  .object({
    annee: z.number(),
    edition: z.number(),
    etat: z.enum(ETATS_ANNUAIRE),
    titre: z.string(),
    version: z.number(),
    arreteLe: zInstant.nullable(),
    publieLe: zInstant.nullable(),
    /** Why it follows another. */
    nature: z.enum(NATURES_ERRATUM).nullable(),
  })
  .meta({ id: 'EditionAnnuaire' })
export type EditionAnnuaire = z.infer<typeof zEditionAnnuaire>
