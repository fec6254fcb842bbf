import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { EtatEnregistrement } from './enregistreur.ts'
import type { Bilan, EtatCellule, Saisie } from './saisie.types.ts'

/** Render again when this cell, and only this cell, changes. */
export function useCellule(saisie: Saisie, adresse: string): EtatCellule {
  const abonner = useCallback(
    (rappel: () => void) => saisie.abonner(adresse, rappel),
    [saisie, adresse],
  )
  return useSyncExternalStore(abonner, () => saisie.lire(adresse))
}

export function useLignes(saisie: Saisie, section: string): readonly string[] {
  const abonner = useCallback(
    (rappel: () => void) => saisie.abonnerLignes(section, rappel),
    [saisie, section],
  )
  return useSyncExternalStore(abonner, () => saisie.lignes(section))
}

export function useBilan(saisie: Saisie): Bilan {
  return useSyncExternalStore(saisie.abonnerBilan, saisie.lireBilan)
}

export function useEnregistrement(saisie: Saisie): EtatEnregistrement {
  return useSyncExternalStore(saisie.abonnerEnregistrement, saisie.enregistrement)
}

/** Cell in focus, or the last one that was: what the cell's panel speaks of. */
export function useActive(saisie: Saisie): string | null {
  return useSyncExternalStore(saisie.abonnerActive, saisie.active)
}

export type Aller = (adresse: string) => void

/** Leads to a cell, wherever it is: changes tab, scrolls, focuses. */
export const AllerContext = createContext<Aller>(() => undefined)
export const useAller = () => useContext(AllerContext)
