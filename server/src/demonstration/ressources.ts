import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { findReglages, type Reglages } from '../calendrier/calendrier.sql.ts'
import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { listModelesEnVigueur } from '../modele/modele.sql.ts'
import type { Sql } from '../platform/route.ts'

/** What forms are made with: models in force this month, settings, time. */
export type Ressources = {
  modeles: ModeleCharge[]
  reglages: Reglages
  /** Rank of the current month. */
  courant: number
  maintenant: Date
}

function litAutrui({ modele, compile }: ModeleCharge): boolean {
  return compile.besoins.some((besoin) => besoin.modele !== modele.code)
}

/** Models that read others come after them. */
export async function findRessources(sql: Sql, maintenant: Date): Promise<Ressources> {
  const reglages = await findReglages(sql)
  const courant = rangCourant(maintenant, reglages.fuseau)
  const ids = (await listModelesEnVigueur(sql, courant)).map(({ id }) => id)
  const compiles = [...(await findModelesCompiles(sql, ids)).values()]
  const modeles = compiles.toSorted((a, b) => Number(litAutrui(a)) - Number(litAutrui(b)))
  return { modeles, reglages, courant, maintenant }
}
