import { createHash, randomInt } from 'node:crypto'
import { ALPHABET_CODE, LONGUEUR_CODE } from '@releve/contract/formulaire/recepisse.rules.ts'
import { zDonnees } from '@releve/contract/modele/modele.schema.ts'
import { DUREES } from '@releve/contract/modele/rythme.ts'
import { z } from 'zod'
import type { Acte } from './formulaire.ecriture.sql.ts'

// How a receipt is made and chained (docs/decisions/0060): pure, so that others may do the same.

/**
 * The one text of a plain value: JSON without blanks, keys in the order of their UTF-16 units
 * (RFC 8785), what is undefined left out as JSON does.
 */
export function canoniser(valeur: unknown): string {
  if (typeof valeur === 'number') return Number.isFinite(valeur) ? String(valeur) : 'null'
  if (valeur === undefined) return 'null'
  if (typeof valeur !== 'object' || valeur === null) return JSON.stringify(valeur)
  if (Array.isArray(valeur)) return `[${valeur.map(canoniser).join(',')}]`
  let membres = ''
  for (const [cle, dite] of Object.entries(valeur).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (dite === undefined) continue
    membres += `${membres && ','}${JSON.stringify(cle)}:${canoniser(dite)}`
  }
  return `{${membres}}`
}

/** SHA-256 of a text in UTF-8. */
export const empreinteDe = (texte: string): Buffer => createHash('sha256').update(texte).digest()

/** Before the first act of a form. */
export const ORIGINE = '0'.repeat(64)

/** The chain after one act more: SHA-256 of what it was (in hexadecimal), then of the act's text. */
export const maillonDe = (precedent: string, acte: Acte): string =>
  createHash('sha256').update(precedent).update(canoniser(acte)).digest('hex')

/** What is kept of the chain after each act, to say which one is no longer what it was. */
const JALON = 16
export const jalonDe = (maillon: string): string => maillon.slice(0, JALON)

/** A new code: 100 random bits. */
export const createCode = (): string =>
  Array.from(
    { length: LONGUEUR_CODE },
    () => ALPHABET_CODE[randomInt(ALPHABET_CODE.length)] ?? '',
  ).join('')

export const FORMAT_RECEPISSE = 'releve-recepisse-1'

const zTextes = z.record(z.string(), z.string())

/** What a receipt certifies, all of it: its SHA-256 is that of its canonical text. */
export const zContenu = z.object({
  format: z.literal(FORMAT_RECEPISSE),
  code: z.string(),
  numero: z.string(),
  soumission: z.number(),
  le: z.iso.datetime(),
  fuseau: z.string(),
  structure: z.object({ code: z.string(), libelle: z.string() }),
  modele: z.object({
    code: z.string(),
    version: z.number(),
    libelle: z.string(),
    /** Of more than one month: how many it covers, ending with `mois`. */
    moisCouverts: z.literal(DUREES).optional(),
  }),
  /** `2025-03`. */
  mois: z.string(),
  /** Who receives it, as it was called; those of before do not say. */
  organisation: z.string().optional(),
  par: z.string(),
  auNomDe: z.string().nullable(),
  force: z.boolean(),
  horsDelai: z.boolean(),
  valeurs: zDonnees,
  commentaires: zTextes,
  justifications: zTextes,
  controles: z.array(
    z.object({
      cle: z.string(),
      niveau: z.enum(['BLOQUANT', 'AVERTISSEMENT']),
      message: z.string(),
    }),
  ),
  /** The fingerprint of the receipt before; null: it is the first. */
  precedent: z.string().nullable(),
  /** The beginning of the chain after each act since the receipt before, up to the submission. */
  actes: z.array(z.string()),
  /** The chain after the submission: it holds every act of the form. */
  historique: z.string(),
})
export type Contenu = z.infer<typeof zContenu>
