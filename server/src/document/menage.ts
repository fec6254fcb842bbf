import type { Config } from '../platform/config.ts'
import type { Depot, Objet } from '../platform/depot.ts'
import type { Db } from '../platform/route.ts'
import { depotDe, effacer } from './contenu.ts'
import { listConnus, listPiecesEffacees } from './document.sql.ts'

/** An object of the store that no piece bears may still be on its way: it is left a day. */
const SURSIS_MS = 24 * 3_600_000
/** Names looked for at once. */
const LOT = 500
/** Beyond as many strangers as pieces, and this many, the bucket may be another platform's. */
const DOUTE = 20

/** What one pass did. */
type Bilan = { effaces: number; reste: number; orphelins: number; doute: boolean }

/** Objects by lots, in the order in which the store lists them. */
async function* parLots(depot: Depot): AsyncGenerator<Objet[]> {
  let lot: Objet[] = []
  for await (const objet of depot.list()) {
    lot.push(objet)
    if (lot.length < LOT) continue
    yield lot
    lot = []
  }
  yield lot
}

/** The objects that no piece bears, since long enough; and how many pieces bear the others. */
async function findOrphelins(db: Db, depot: Depot, maintenant: Date) {
  const avant = maintenant.getTime() - SURSIS_MS
  const orphelins: string[] = []
  let connus = 0
  for await (const lot of parLots(depot)) {
    const portes = await listConnus(
      db,
      lot.map(({ nom }) => nom),
    )
    connus += portes.size
    for (const { nom, depuis } of lot) {
      if (!portes.has(nom) && depuis.getTime() < avant) orphelins.push(nom)
    }
  }
  return { orphelins, connus }
}

/**
 * Has the store forget what nobody can ask for: what a deletion left there, and what came in for
 * nothing (a process that died between the store and the base). Nothing is deleted when most of
 * what the bucket holds is unknown here: another platform's keys would empty it.
 */
export async function balayerDepot(
  db: Db,
  config: Pick<Config, 's3'>,
  maintenant: Date,
): Promise<Bilan> {
  const depot = depotDe(config)
  const bilan = { effaces: 0, reste: 0, orphelins: 0, doute: false }
  if (!depot) return bilan
  const names = await listPiecesEffacees(db, LOT)
  const { reste, echec } = await effacer(db, config, names)
  if (echec) throw echec
  const { orphelins, connus } = await findOrphelins(db, depot, maintenant)
  const doute = orphelins.length > Math.max(DOUTE, connus)
  if (!doute) for (const nom of orphelins) await depot.delete(nom)
  return { effaces: names.length - reste, reste, orphelins: orphelins.length, doute }
}
