import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.ts'
import { MOTEUR } from '@releve/contract/modele/moteur.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { findCodesHors } from '../codification/codification.sql.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import type { Db } from '../platform/route.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'

/** What a computation reads that is neither the form, nor its structure, nor another form. */
export type Cadre = {
  joursOuvres: number
  codesHors: Record<string, string[]>
  /** All of it and the engine, as `formulaire.lu_avec` keeps it. */
  luAvec: string
}

type Lieu = { rang: number; reglages: Reglages; tamponCodes: number }

function empreinteDe(hors: Record<string, string[]>): string {
  if (Object.keys(hors).length === 0) return '-'
  return createHash('sha256').update(JSON.stringify(hors)).digest('base64url').slice(0, 16)
}

/** The parts of `lu_avec`, in their order. */
const PARTS = ['moteur', 'joursOuvres', 'codes'] as const

/** What a form of this model and month is computed with now: all of it stands in memory. */
export async function findCadre(db: Db, compile: ModeleCompile, lieu: Lieu): Promise<Cadre> {
  const periode = periodeDe(lieu.rang)
  const jours = joursOuvres(periode, lieu.reglages)
  const listes = Object.keys(compile.modele.codifications)
  const codesHors = await findCodesHors(db, lieu.tamponCodes, listes, isoDe(periode))
  return { joursOuvres: jours, codesHors, luAvec: luAvecDe(jours, empreinteDe(codesHors)) }
}

const luAvecDe = (jours: number, codes: string) => [MOTEUR, jours, codes].join(' ')

/** `lu_avec` of a form whose month offers every code of its lists. */
export const luAvecSansCodesHors = (jours: number): string => luAvecDe(jours, empreinteDe({}))

function partEgale(part: (typeof PARTS)[number]) {
  const rang = PARTS.indexOf(part)
  return ({ luAvec }: Garde, cadre: Pick<Cadre, 'luAvec'>) =>
    luAvec !== null && luAvec.split(' ')[rang] === cadre.luAvec.split(' ')[rang]
}

/** What of a form is looked at to know whether its results still hold. */
export type Garde = Pick<
  FormulaireCharge,
  'etat' | 'resultats' | 'luAvec' | 'environsFrais' | 'structureLue' | 'structureActuelle'
>

/**
 * All that the results kept with a form depend on besides itself, and how each is known not to have
 * changed. The one list: what is not here, `lu_avec` and `environs_n` do not see. A model is never
 * edited once published, and every act that changes the form writes its results with it, or none.
 */
export const DEPENDANCES = {
  /** Another release may compute otherwise. */
  moteur: partEgale('moteur'),
  /** Holidays of the form's month. */
  joursOuvres: partEgale('joursOuvres'),
  /** Codes that the form's month does not offer, of the lists of its model. */
  codes: partEgale('codes'),
  /** Figures of the structure's record: those of a form received stay as they were then. */
  structure: ({ etat, structureLue, structureActuelle }) =>
    ETATS_RECUS.includes(etat) || isDeepStrictEqual(structureLue, structureActuelle),
  /** Values of other months and models: `structure_mois`, looked at by the statement that loads. */
  environs: ({ environsFrais }) => environsFrais,
} satisfies Record<string, (f: Garde, cadre: Pick<Cadre, 'luAvec'>) => boolean>

/** Whether a computation would say now what is kept of the last one. */
export function estFrais(f: Garde, cadre: Pick<Cadre, 'luAvec'>): boolean {
  if (f.resultats === null || !DEPENDANCES.environs(f)) return false
  return f.luAvec === cadre.luAvec && DEPENDANCES.structure(f)
}

/** Whether the values of other months kept with a draft are those that its formulas read now. */
export function aSesEnvirons(f: Partial<Pick<Garde, 'luAvec' | 'environsFrais'>>): boolean {
  return f.environsFrais === true && f.luAvec?.split(' ')[0] === MOTEUR
}
