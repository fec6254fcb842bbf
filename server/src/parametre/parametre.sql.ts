import { createHash } from 'node:crypto'
import type { Changements, Libelle } from '@releve/contract/journal/journal.detail.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  FORMES_CONSERVATION,
  FORMES_MENTIONS,
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

/** Values already judged, by setting and value: a load of a form judges none again. */
const juges = new Map<string, boolean>()
const JUGES_MAX = 200

function estRecevable(cle: string, forme: z.ZodType, valeur: unknown): boolean {
  const nom = `${cle}=${JSON.stringify(valeur)}`
  const deja = juges.get(nom)
  if (deja !== undefined) return deja
  const recevable = forme.safeParse(valeur).success
  if (juges.size >= JUGES_MAX) juges.clear()
  juges.set(nom, recevable)
  // Node prints it, and `main` puts it in the log: once, not at each call.
  if (!recevable) {
    process.emitWarning(
      `Le réglage «\u00a0${cle}\u00a0» est incorrect\u00a0: sa valeur par défaut le remplace.`,
      {
        code: 'REGLAGE_INVALIDE',
      },
    )
  }
  return recevable
}

/**
 * Those of the stored settings (`parametre`) that have one of these forms. The table may be edited
 * by hand: a value that cannot be used counts as absent, and a warning names it.
 */
function reglagesRecevables<Formes extends Record<string, z.ZodType>>(
  formes: Formes,
  stockes: object | null,
): { [Cle in keyof Formes]?: z.output<Formes[Cle]> } {
  const retenus = Object.entries(formes).flatMap(([cle, forme]) => {
    const valeur: unknown = stockes && Reflect.get(stockes, cle)
    return valeur !== undefined && valeur !== null && estRecevable(cle, forme, valeur)
      ? [[cle, valeur]]
      : []
  })
  return Object.fromEntries(retenus)
}

/** One object of every setting: fits as a column in a statement that loads something else. */
export const reglagesStockes = sql<
  object | null
>`(select jsonb_object_agg(cle, valeur) from parametre)`

/** Every setting as stored, by key. */
export async function findTousReglages(db: Db): Promise<Record<string, unknown>> {
  const ligne = await db.selectNoFrom(reglagesStockes.as('reglages')).executeTakeFirst()
  return { ...ligne?.reglages }
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
export const MENTIONS = { defauts: DEFAUTS_MENTIONS, formes: FORMES_MENTIONS }
export const CONSERVATION = { defauts: DEFAUTS_CONSERVATION, formes: FORMES_CONSERVATION }

/** A group whose changes the journal tells: each of its settings has a label there. */
export type GroupeNote<Valeurs extends object> = Groupe<Valeurs> & {
  defauts: Libelle<Valeurs, Changements>
}

/** Those of a group among settings as stored, over their defaults. */
export function valeursDe<Valeurs extends object>(
  { defauts, formes }: Groupe<Valeurs>,
  stockes: object | null,
): Valeurs {
  return { ...defauts, ...reglagesRecevables(formes, stockes) }
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
export type Voulues<Valeurs> = { [Cle in keyof Valeurs]?: Valeurs[Cle] | undefined } & {
  version?: string | undefined
}

/**
 * Writes the settings of a group that change, one writer at a time. Returns them as they are now,
 * and what changed, for the journal; null when nothing did: what is wanted holds already.
 * @throws VERSION_PARAMETRES_PERIMEE when someone changed them since `version`.
 */
export async function updateGroupe<Valeurs extends object>(
  db: Db,
  groupe: GroupeNote<Valeurs>,
  { version, ...voulues }: Voulues<Valeurs>,
  maintenant: Date,
) {
  // Readers go on; a second writer waits for this one's end, and then sees what it wrote.
  await sql`lock table parametre in share row exclusive mode`.execute(db)
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
