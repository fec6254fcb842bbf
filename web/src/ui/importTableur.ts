import type { LigneImport } from '@releve/contract/import.ts'
import type { Effet } from './importTableur.textes.ts'

/** In the order of the screen: what is to be done first. */
export const EFFETS: readonly Effet[] = ['ERREUR', 'CREER', 'MODIFIER', 'INCHANGE']

/** How many lines of each effect. */
export function comptesDe(lignes: readonly LigneImport[]): Record<Effet, number> {
  const comptes = { ERREUR: 0, CREER: 0, MODIFIER: 0, INCHANGE: 0 }
  for (const { effet } of lignes) comptes[effet] += 1
  return comptes
}

/** How many lines an import would write. */
export const ecrituresDe = ({ CREER, MODIFIER }: Record<Effet, number>) => CREER + MODIFIER
