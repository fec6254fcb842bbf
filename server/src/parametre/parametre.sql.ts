import { createHash } from 'node:crypto'
import type { Changements, Libelle } from '@releve/contract/journal/journal.detail.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  DEFAUTS_ORGANISATION,
  FORMES_CONSERVATION,
  FORMES_MENTIONS,
  FORMES_ORGANISATION,
} from '@releve/contract/parametre/parametre.api.ts'
import {
  DEFAUTS_SECURITE,
  FORMES_SECURITE,
  type Securite,
} from '@releve/contract/parametre/securite.api.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { changementsEntre } from '../journal/noter.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { findStamp, StampedCache, stampOf } from '../platform/stamp.ts'

function estRecevable(cle: string, forme: z.ZodType, valeur: unknown): boolean {
  if (forme.safeParse(valeur).success) return true
  // Node prints it, and `main` puts it in the log.
  process.emitWarning(
    `Le réglage «\u00a0${cle}\u00a0» est incorrect\u00a0: sa valeur par défaut le remplace.`,
    { code: 'REGLAGE_INVALIDE' },
  )
  return false
}

/**
 * Those of the stored settings (`parametre`) that have one of these forms. The table may be edited
 * by hand: a value that cannot be used counts as absent, and a warning names it.
 */
function reglagesRecevables<Formes extends Record<string, z.ZodType>>(
  formes: Formes,
  stockes: ReglagesStockes,
): { [Cle in keyof Formes]?: z.output<Formes[Cle]> } {
  const retenus = Object.entries(formes).flatMap(([cle, forme]) => {
    const valeur = stockes[cle]
    return valeur !== undefined && valeur !== null && estRecevable(cle, forme, valeur)
      ? [[cle, valeur]]
      : []
  })
  return Object.fromEntries(retenus)
}

/** Every setting as stored, by key; shared by all who read it. */
export type ReglagesStockes = Readonly<Record<string, unknown>>

const memoire = new StampedCache<ReglagesStockes>(1)

async function relireReglages(db: Db): Promise<{ stamp: number; valeur: ReglagesStockes }> {
  const { rows } = await sql<{ stamp: number; valeur: ReglagesStockes }>`
    select ${stampOf('PARAMETRE')} as stamp,
      coalesce((select jsonb_object_agg(cle, valeur) from parametre), '{}') as valeur`.execute(db)
  if (!rows[0]) throw new Error('réglages sans stamp')
  return rows[0]
}

/**
 * Every setting as stored, under the stamp (`stampOf('PARAMETRE')`) that a statement has just
 * given: nothing is asked of the base while it is the one they were read under.
 */
export const findReglagesStockes = (db: Db, stamp: number): Promise<ReglagesStockes> =>
  memoire.selon(db, 'reglages', stamp, () => relireReglages(db))

/** Every setting as stored, for whoever has no stamp at hand. */
export async function findTousReglages(db: Db): Promise<ReglagesStockes> {
  return findReglagesStockes(db, await findStamp(db, 'PARAMETRE'))
}

/** Writes the settings that are not there yet; never changes one. */
export async function installerReglages(db: Db, reglages: object): Promise<void> {
  const lignes = Object.entries(reglages).map(([cle, valeur]) => ({
    cle,
    valeur: JSON.stringify(valeur),
  }))
  await db
    .insertInto('parametre')
    .values(lignes)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Writes one setting over what it was; null leaves it without a value. */
export async function updateReglage(
  db: Db,
  cle: string,
  valeur: unknown,
  modifieLe: Date,
): Promise<void> {
  const ligne = { valeur: JSON.stringify(valeur), modifieLe }
  await db
    .insertInto('parametre')
    .values({ cle, ...ligne })
    .onConflict((oc) => oc.column('cle').doUpdateSet(ligne))
    .execute()
}

/** Settings that are read and changed together: their defaults, and what each may be. */
export type Groupe<Valeurs extends object> = {
  defauts: Valeurs
  formes: { [Cle in keyof Valeurs]: z.ZodType<Valeurs[Cle]> }
}

export const SECURITE = { defauts: DEFAUTS_SECURITE, formes: FORMES_SECURITE }
export const ORGANISATION = { defauts: DEFAUTS_ORGANISATION, formes: FORMES_ORGANISATION }
export const MENTIONS = { defauts: DEFAUTS_MENTIONS, formes: FORMES_MENTIONS }
export const CONSERVATION = { defauts: DEFAUTS_CONSERVATION, formes: FORMES_CONSERVATION }

/** A group whose changes the journal tells: each of its settings has a label there. */
export type GroupeNote<Valeurs extends object> = Groupe<Valeurs> & {
  defauts: Libelle<Valeurs, Changements>
}

/** What was judged of stored settings, group by group: once, as long as they are kept. */
const jugees = new WeakMap<ReglagesStockes, Map<object, object>>()

/** Those of a group among settings as stored, over their defaults; shared by all who read them. */
export function valeursDe<Valeurs extends object>(
  groupe: Groupe<Valeurs>,
  stockes: ReglagesStockes,
): Valeurs {
  const parGroupe = jugees.get(stockes) ?? new Map<object, object>()
  jugees.set(stockes, parGroupe)
  // Under a group stand its own values only.
  const deja = parGroupe.get(groupe) as Valeurs | undefined
  if (deja) return deja
  const { defauts, formes } = groupe
  const valeurs = Object.freeze({ ...defauts, ...reglagesRecevables(formes, stockes) })
  parGroupe.set(groupe, valeurs)
  return valeurs
}

/** The settings of a group as they are now. */
export async function findGroupe<Valeurs extends object>(
  db: Db,
  groupe: Groupe<Valeurs>,
): Promise<Valeurs> {
  return valeursDe(groupe, await findTousReglages(db))
}

/** With the fingerprint by which a later change proves what it started from. */
export function avecVersion<Valeurs extends object>(valeurs: Valeurs) {
  const cles = Object.entries(valeurs).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const version = createHash('sha256').update(JSON.stringify(cles)).digest('base64url')
  return { ...valeurs, version }
}

/** What a change asks for: a setting that it does not name stays. */
export type ReglagesVoulus<Valeurs> = { [Cle in keyof Valeurs]?: Valeurs[Cle] | undefined } & {
  version?: string | undefined
}

/** Until the end of the transaction, nobody else changes a setting; readers go on. */
export async function verrouillerParametres(db: Db): Promise<void> {
  await sql`lock table parametre in share row exclusive mode`.execute(db)
}

/**
 * Writes the settings of a group that change, one writer at a time. Returns them as they are now,
 * and what changed, for the journal; null when nothing did: what is wanted holds already.
 * @throws VERSION_PARAMETRES_PERIMEE when someone changed them since `version`.
 */
export async function updateGroupe<Valeurs extends object>(
  db: Db,
  groupe: GroupeNote<Valeurs>,
  { version, ...voulues }: ReglagesVoulus<Valeurs>,
  maintenant: Date,
) {
  await verrouillerParametres(db)
  const actuelles = avecVersion(await findGroupe(db, groupe))
  // Its settings are those of `GroupeNote`, each with its label.
  type Notes = Partial<Record<keyof Changements, unknown>>
  const changements = changementsEntre(actuelles as Notes, voulues as Notes)
  if (!changements) return { valeurs: actuelles, changements }
  if (version !== undefined && version !== actuelles.version) {
    throw erreur('VERSION_PARAMETRES_PERIMEE')
  }
  for (const [cle, { apres }] of Object.entries(changements)) {
    await updateReglage(db, cle, apres, maintenant)
  }
  return { valeurs: avecVersion(await findGroupe(db, groupe)), changements }
}

/** The settings of security as stored, over their defaults. */
export const findSecurite = (db: Db): Promise<Securite> => findGroupe(db, SECURITE)
