import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import { type Modele, zModele } from '@releve/contract/modele/modele.schema.ts'
import type { Db } from '../platform/route.ts'
import { type DefinitionLue, listDefinitions } from './modele.sql.ts'

/** A stored version of a model, ready to run. Shared: never change anything in it. */
export type ModeleCharge = {
  id: number
  modele: Modele
  compile: ModeleCompile
  /** The definition as JSON, to be sent as it is. */
  definitionJson: string
}

/** A definition never changes once stored: several processes may each keep their own copies. */
const CAPACITE = 60

/**
 * Per base (a process of the tests opens several). The adapter is what a handle and its
 * transactions share.
 */
const caches = new WeakMap<object, Map<number, ModeleCharge>>()

function cacheDe(db: Db): Map<number, ModeleCharge> {
  const { adapter } = db.getExecutor()
  const cache = caches.get(adapter) ?? new Map<number, ModeleCharge>()
  caches.set(adapter, cache)
  return cache
}

function charger({ id, definition, avant }: DefinitionLue): ModeleCharge {
  const modele = zModele.parse(JSON.parse(definition))
  const compile = compilerModele(modele, avant)
  return { id, modele, compile, definitionJson: JSON.stringify(modele) }
}

function garder(cache: Map<number, ModeleCharge>, modele: ModeleCharge): void {
  // A Map keeps its insertion order: the first key is the one used longest ago.
  cache.delete(modele.id)
  cache.set(modele.id, modele)
  for (const id of cache.keys()) {
    if (cache.size <= CAPACITE) return
    cache.delete(id)
  }
}

/** These models by id, compiled; those not yet in memory are read in one statement. */
export async function findModelesCompiles(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ModeleCharge>> {
  const cache = cacheDe(db)
  const trouves = new Map<number, ModeleCharge>()
  const absents = new Set<number>()
  for (const id of ids) {
    const modele = cache.get(id)
    if (modele) trouves.set(id, modele)
    else absents.add(id)
  }
  if (absents.size > 0) {
    for (const lue of await listDefinitions(db, [...absents])) trouves.set(lue.id, charger(lue))
  }
  for (const modele of trouves.values()) garder(cache, modele)
  return trouves
}

/** One model by id, compiled; it is known to exist (forms reference it). */
export async function findModeleCompile(db: Db, modeleId: number): Promise<ModeleCharge> {
  const modele = (await findModelesCompiles(db, [modeleId])).get(modeleId)
  if (!modele) throw new Error(`modèle ${modeleId} absent`)
  return modele
}
