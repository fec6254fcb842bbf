import type { Ref } from '@releve/contract/page.ts'
import type { Auth } from './stockage.ts'

/** Of this tab, and of this session: signing out clears it with the rest (`clearStockage`). */
const CLE = 'structureTravail'
const abonnes = new Set<() => void>()

/** Every structure for which this person reports, his own first. */
export function structuresDe({ structure, autreStructure }: Auth): Ref[] {
  const autres = autreStructure.filter(({ id }) => id !== structure?.id)
  return structure ? [structure, ...autres] : autres
}

/** Works for one structure (its code), or for all of them (`null`). What one may do stays as it is. */
export function choisirStructureTravail(code: string | null): void {
  if (code) sessionStorage.setItem(CLE, code)
  else sessionStorage.removeItem(CLE)
  for (const abonne of abonnes) abonne()
}

export function subscribeStructureTravail(abonne: () => void): () => void {
  abonnes.add(abonne)
  return () => abonnes.delete(abonne)
}

export const readStructureTravail = () => sessionStorage.getItem(CLE)

type StructuresTravail = { choisie: Ref | null; structures: Ref[] }

/**
 * The structures that the screens are about now. `choisie`: the one chosen, if there is still a
 * choice and it is still among them; else all are.
 */
export function structuresTravail(auth: Auth, code = readStructureTravail()): StructuresTravail {
  const siennes = structuresDe(auth)
  const choisie = siennes.length > 1 ? siennes.find((ref) => ref.code === code) : undefined
  return { choisie: choisie ?? null, structures: choisie ? [choisie] : siennes }
}
