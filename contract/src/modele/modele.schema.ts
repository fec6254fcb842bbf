import { z } from 'zod'
import { gardeOuTexte } from '../garde.ts'
import { MOIS, type Mois } from '../mois.ts'
import { BORNES_MODELE } from './modele.bornes.ts'
import { DUREES, type Duree } from './rythme.ts'

/**
 * A form model as data. Two shapes share these words:
 * - the *source*, written by hand, whose axes and lists may name a codification;
 * - the *definition*, in which every codification is expanded to its codes and labels. It is what
 *   the base keeps, what a form is entered with, and what travels to the browser: self-sufficient,
 *   so that a later change of a code list never changes a form already entered.
 */
export const NATURES = [
  'entier',
  'entierSigne',
  'decimal',
  'montant',
  'texte',
  'texteLong',
  'date',
  'booleen',
  'liste',
] as const
export type Nature = (typeof NATURES)[number]

/** What a whole number counts, for the statistical secrecy of the annuaire. */
export const COMPTES = ['personnes', 'agents', 'autre'] as const
export type Compte = (typeof COMPTES)[number]
export const LIBELLES_COMPTES: Record<Compte, string> = {
  personnes: 'Des personnes\u00a0: toujours protégées',
  agents: 'Des agents\u00a0: protégés si un réglage le veut',
  autre: 'Autre chose\u00a0: jamais protégé',
}

export const NIVEAUX = ['BLOQUANT', 'AVERTISSEMENT', 'INFO'] as const
export type Niveau = (typeof NIVEAUX)[number]

export const zCode = z.string().regex(/^[A-Z0-9][A-Z0-9_]{0,29}$/)
const zFormule = z.string().min(1).max(BORNES_MODELE.texte)
const zLibelle = z.string().min(1).max(BORNES_MODELE.libelle)
const zTexteLibre = z.string().max(BORNES_MODELE.texte)
const zAdresse = z.string().min(1).max(200)

const zValeurCodee = z.object({ code: zCode, libelle: z.string() })
export type ValeurCodee = z.infer<typeof zValeurCodee>

/** What helps to fill a cell, for `aideDe` (`aide.ts`); texts that no computation reads. */
const zSecours = {
  /** What is counted, and what is not. */
  aide: zTexteLibre.optional(),
  /** The register that its figures come from. */
  source: zTexteLibre.optional(),
  /** A case and the figure that it makes: « 3 agents en congé le 31 : 3 ». */
  exemple: zTexteLibre.optional(),
}

/** What may be said of any cell, by a field, a column, a row or, by default, a whole section. */
export const zTraits = z.object({
  nature: z.enum(NATURES).optional(),
  unite: z.string().max(60).optional(),
  /**
   * Persons and staff, of an `entier` only; not said, persons where it is a whole number whose unit
   * names nothing else.
   */
  compte: z.enum(COMPTES).optional(),
  /** Must be filled before submission. */
  requis: z.boolean().optional(),
  /** Must be filled when the formula is true. */
  requisSi: zFormule.optional(),
  /** Accepts `ND` (non disponible), with a comment. */
  nd: z.boolean().optional(),
  /** Accepts `SO` (sans objet). */
  so: z.boolean().optional(),
  /** When true, the cell is `SO` and read-only. */
  soSi: zFormule.optional(),
  /** Value proposed when the form is created; stays editable, unless `luSeul`. */
  prerempli: zFormule.optional(),
  /** Never entered: keeps the value it was prefilled with when the form was created. */
  luSeul: z.boolean().optional(),
  /** Computed cell: never entered, computed anew at each change. */
  formule: zFormule.optional(),
  /** A comment is required when the formula is true. */
  commentaireSi: zFormule.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** `date` only: the date lies in the months that the form covers. */
  dansLeMois: z.boolean().optional(),
  /** Characters at most, for texts; decimals shown at most, for decimals. */
  longueur: z.int().positive().max(10_000).optional(),
  decimales: z.int().min(0).max(6).optional(),
  /** `liste` only: code of the codification. */
  codification: zCode.optional(),
  ...zSecours,
})
export type Traits = z.infer<typeof zTraits>

export const zChamp = zTraits.extend({ code: zCode, libelle: zLibelle, nature: z.enum(NATURES) })
export type Champ = z.infer<typeof zChamp>

/**
 * A row or a column. In its formulas `$` stands for the other coordinate (for a row: the column,
 * `GROUPE.COLONNE` where there are two header rows; for a column or a group: the row; for a whole
 * section: `LIGNE.COLONNE`; for a field: its own address). A bare code names a sibling: a column of
 * the same row (and group) or, in a group's formula, a group of the same row and column; a bare `*`
 * every sibling that is not computed: a total column is `SOMME(*)`, a total row `SOMME(ENT.*.$)`.
 * Of the same trait said twice, the column's holds, then the group's, then the row's, then the
 * section's; formulas likewise.
 */
export const zModalite = zTraits.extend({ code: zCode, libelle: zLibelle })
export type Modalite = z.infer<typeof zModalite>

const zEntete = {
  code: zCode,
  libelle: zLibelle,
  ...zSecours,
}

export const zSectionChamps = z.object({
  ...zEntete,
  type: z.literal('champs'),
  /** When true the cells are `SECTION.CHAMP`, else `CHAMP` alone. */
  prefixe: z.boolean().optional(),
  champs: z.array(zChamp).min(1),
})

/** Structure, type, region, month, year, person in charge: shown, never entered, no cell. */
export const zSectionIdentification = z.object({ ...zEntete, type: z.literal('identification') })

export const zSectionMatrice = z.object({
  ...zEntete,
  ...zTraits.omit({ formule: true, aide: true, source: true, exemple: true }).shape,
  type: z.literal('matrice'),
  nature: z.enum(NATURES),
  lignes: z.array(zModalite).min(1),
  /** First header row of a matrix with two: cells are then `SECTION.LIGNE.GROUPE.COLONNE`. */
  groupes: z.array(zModalite).optional(),
  colonnes: z.array(zModalite).min(1),
  /** Said before a complex table (RGAA 5.1). */
  resume: zTexteLibre.optional(),
})

export const zSectionTableau = z.object({
  ...zEntete,
  type: z.literal('tableau'),
  /** Cells are `SECTION.{ligneId}.COLONNE`; a row's id matches `LIGNE_ID`. */
  colonnes: z.array(zChamp).min(1),
  lignesMax: z.int().positive().max(200),
})

const zSection = z.discriminatedUnion('type', [
  zSectionChamps,
  zSectionIdentification,
  zSectionMatrice,
  zSectionTableau,
])
export type Section = z.infer<typeof zSection>
export type SectionChamps = z.infer<typeof zSectionChamps>
export type SectionMatrice = z.infer<typeof zSectionMatrice>
export type SectionTableau = z.infer<typeof zSectionTableau>

/** Id of a row of a repeating table: lower-case letters and digits, so that no code looks like it. */
export const LIGNE_ID = /^[a-z0-9]{1,12}$/

/**
 * What must hold. Fires when `formule` is false; cannot be evaluated (and does not fire) when it is
 * absent. `$` in formula, cells, message and parameters stands for each value of `pourChaque`.
 * In `message`, `{cellule}` or any `{formule}` is replaced by its French figure, `{$}` by the
 * label of the value, `{periodePrecedente}` by « février 2025 ».
 */
export const zRegle = z.object({
  code: z.string().regex(/^[A-Z]{2}\d{2}[A-Z]?$/),
  niveau: z.enum(NIVEAUX),
  formule: zFormule,
  pourChaque: z.array(z.object({ code: zAdresse, libelle: zLibelle })).optional(),
  /** Thresholds, named in the formula as `SEUIL("nom")`; editable in the model. */
  seuils: z.record(z.string().min(1).max(60), z.number()).optional(),
  /** Cells that the message points at. */
  cellules: z.array(zAdresse),
  message: z.string().min(1).max(BORNES_MODELE.message),
})
export type Regle = z.infer<typeof zRegle>

/** What follow-up reads of a form, in the order in which it is shown. */
export const INDICATEURS = ['effectif', 'entrees', 'sorties', 'reference'] as const
export type Indicateur = (typeof INDICATEURS)[number]

export const zModele = z
  .object({
    code: zCode,
    version: z.int().positive().max(2_147_483_647),
    libelle: zLibelle,
    /** What a report bears: a month, whatever its rhythm. */
    periodicite: z.literal('MENSUELLE'),
    /** The months in which a report is expected; not said, all twelve. */
    moisAttendus: z.array(z.enum(MOIS)).min(1).max(12).optional(),
    /** How many months a report covers, ending with the one it bears; not said, that one. */
    moisCouverts: z.literal(DUREES).optional(),
    typesStructure: z.array(zCode),
    /**
     * Cells that follow-up reads. Each may be left out: a form need not count anybody. `reference`
     * goes with `effectif`, which it is compared with.
     */
    indicateurs: z.object({
      effectif: zAdresse.optional(),
      entrees: zAdresse.optional(),
      sorties: zAdresse.optional(),
      reference: zAdresse.optional(),
    }),
    sections: z.array(zSection).min(1),
    controles: z.array(zRegle),
    /** Every codification that a `liste` of the model names, expanded. */
    codifications: z.record(zCode, z.array(zValeurCodee)),
  })
  .meta({ id: 'Modele' })
/** A definition in an answer: parsed when it was read from the base, shared since. */
export const zModeleLu = gardeOuTexte(
  zModele,
  (valeur) => typeof valeur === 'object' && valeur !== null,
)
/** The definition of a model: expanded, validated by `compilerModele`. */
export type Modele = z.infer<typeof zModele>

/** Value of a cell: a figure, a text, a date `AAAA-MM-JJ`, a boolean, `ND` or `SO`. Blank is no entry at all. */
export const zValeur = z.union([z.number(), z.string().max(10_000), z.boolean()])
export type Valeur = z.infer<typeof zValeur>
export const ND = 'ND'
export const SO = 'SO'

/** Cell address → value. A cell that is blank is not in the map. */
export type Donnees = Record<string, Valeur>
export const zDonnees = z.record(z.string().max(120), zValeur).meta({ id: 'Donnees' })

function estDonnees(valeur: unknown): boolean {
  if (typeof valeur !== 'object' || valeur === null || Array.isArray(valeur)) return false
  for (const v of Object.values(valeur)) {
    if (
      typeof v === 'number' ? !Number.isFinite(v) : typeof v !== 'string' && typeof v !== 'boolean'
    )
      return false
  }
  return true
}

/** The same in an answer: they were checked on their way in. */
export const zDonneesLues = gardeOuTexte(zDonnees, estDonnees)

/** Cells changed: `null` erases. */
export type Modifications = Record<string, Valeur | null>
export const zModifications = z.record(z.string().max(120), zValeur.nullable())

/** What formulas need beside the form's own cells; travels with the form, so all runs offline. */
export type Contexte = {
  mois: Mois
  annee: number
  /** Answer of JOURS_OUVRES(): working days of the months covered, by the calendar. */
  joursOuvres: number
  /**
   * Where another rhythm came before: how many months back the expected ones are, and how many the
   * last of them covers if it is of that rhythm. Else the model says it all.
   */
  reculs?: readonly number[]
  couvertsAvant?: Duree
  /** Answers of STRUCTURE("…"): `capacite`, `capaciteTheorique`, `postesReference.A`… */
  structure: Donnees
  /** Values of other forms of the structure, by `MODELE@AAAA-MM`. No key: no value of that month. */
  autres: Record<string, Donnees>
  /** Of the model's lists, the codes that this month does not offer; a list without any is not there. */
  codesHors?: CodesHors
}

export type CodesHors = Readonly<Record<string, readonly string[]>>

/** A control that fires, or an INFO; `cle` is `RA04:F`, or `RA07` without `pourChaque`. */
export const zControle = z
  .object({
    cle: z.string(),
    code: z.string(),
    niveau: z.enum(NIVEAUX),
    cellules: z.array(z.string()),
    message: z.string(),
    justification: z.string().nullable(),
  })
  .meta({ id: 'Controle' })
export type Controle = z.infer<typeof zControle>

const zControles = z.array(zControle)
/** The same in an answer: what is kept of a computation was written by it. */
export const zControlesLus = gardeOuTexte(
  zControles,
  (valeur) => zControles.safeParse(valeur).success,
)
