import { createHash } from 'node:crypto'
import { DEFAUTS_SECURITE, FORMES_SECURITE } from '@releve/contract/compte/securite.api.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  FORMES_CONSERVATION,
  FORMES_MENTIONS,
} from '@releve/contract/parametre/parametre.api.ts'
import { sql as texte } from 'kysely'
import type { z } from 'zod'
import {
  findTousReglages,
  reglagesRecevables,
  updateReglage,
} from '../calendrier/calendrier.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'

/** Settings that are read and changed together: their defaults, and what each may be. */
type Groupe<Valeurs extends object> = {
  defauts: Valeurs
  formes: { [Cle in keyof Valeurs]: z.ZodType<Valeurs[Cle]> }
}

export const SECURITE = { defauts: DEFAUTS_SECURITE, formes: FORMES_SECURITE }
export const MENTIONS = { defauts: DEFAUTS_MENTIONS, formes: FORMES_MENTIONS }
export const CONSERVATION = { defauts: DEFAUTS_CONSERVATION, formes: FORMES_CONSERVATION }

/** Those of a group among settings as stored, over their defaults. */
export function valeursDe<Valeurs extends object>(
  { defauts, formes }: Groupe<Valeurs>,
  stockes: object | null,
): Valeurs {
  return { ...defauts, ...reglagesRecevables(formes, stockes) }
}

/** The settings of a group as they are now. */
export async function findGroupe<Valeurs extends object>(
  sql: Sql,
  groupe: Groupe<Valeurs>,
): Promise<Valeurs> {
  return valeursDe(groupe, await findTousReglages(sql))
}

/** With the fingerprint by which a later change proves what it started from. */
export function avecVersion<Valeurs extends object>(valeurs: Valeurs) {
  const cles = Object.entries(valeurs).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const version = createHash('sha256').update(JSON.stringify(cles)).digest('base64url')
  return { ...valeurs, version }
}

type Changements = Record<string, { avant: unknown; apres: unknown }>

/**
 * Writes the settings of a group that change, one writer at a time. Returns them as they are now,
 * and what changed, for the journal; null when nothing did: what is wanted holds already.
 * @throws VERSION_PARAMETRES_PERIMEE when someone changed them since `version`.
 */
export async function updateGroupe<Valeurs extends object>(
  sql: Sql,
  groupe: Groupe<Valeurs>,
  { version, ...voulues }: Valeurs & { version?: string | undefined },
  maintenant: Date,
) {
  // Readers go on; a second writer waits for this one's end, and then sees what it wrote.
  await texte`lock table parametre in share row exclusive mode`.execute(sql)
  const actuelles = avecVersion(await findGroupe(sql, groupe))
  const avant = new Map<string, unknown>(Object.entries(actuelles))
  const changes = Object.entries(voulues).filter(([cle, valeur]) => avant.get(cle) !== valeur)
  if (changes.length === 0) return { valeurs: actuelles, changements: null }
  if (version !== undefined && version !== actuelles.version) {
    throw erreur('VERSION_PARAMETRES_PERIMEE')
  }
  for (const [cle, valeur] of changes) await updateReglage(sql, cle, valeur, maintenant)
  const changements: Changements = Object.fromEntries(
    changes.map(([cle, apres]) => [cle, { avant: avant.get(cle), apres }]),
  )
  return { valeurs: avecVersion(await findGroupe(sql, groupe)), changements }
}
