import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { listModelesEnVigueur } from '../modele/modele.sql.ts'
import type { Sql } from '../platform/route.ts'

function litAutrui({ modele, compile }: ModeleCharge): boolean {
  return compile.besoins.some((besoin) => besoin.modele !== modele.code)
}

/** The models in force in the month of rank `rang`; those that read others come after them. */
export async function findModelesOrdonnes(sql: Sql, rang: number): Promise<ModeleCharge[]> {
  const ids = (await listModelesEnVigueur(sql, rang)).map(({ id }) => id)
  const modeles = [...(await findModelesCompiles(sql, ids)).values()]
  return modeles.toSorted((a, b) => Number(litAutrui(a)) - Number(litAutrui(b)))
}
