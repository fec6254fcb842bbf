import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import type { Plage } from './periode.sql.ts'

/** A structure in the hierarchy: its dates, and what it is in each month; parents are codes. */
export type Noeud = Pick<FicheStructure, 'etat' | 'dateOuverture' | 'dateFermeture'> & {
  tranches: readonly (Plage & Pick<FicheStructure, 'typeStructure' | 'parent'>)[]
}

export type Noeuds = ReadonlyMap<string, Noeud>

/** What a structure of the hierarchy is in this month. */
export const noeudDuMois = (noeud: Noeud | undefined, rang: number) =>
  noeud?.tranches.find(({ du, au }) => du <= rang && rang <= au)

/** Whether one comes back to the structure by going up from it, in this month. */
export function tourneEnRond(code: string, noeuds: Noeuds, rang: number): boolean {
  const parentDe = (un: string) => noeudDuMois(noeuds.get(un), rang)?.parent ?? null
  const vus = new Set<string>()
  let parent = parentDe(code)
  while (parent !== null && !vus.has(parent)) {
    if (parent === code) return true
    vus.add(parent)
    parent = parentDe(parent)
  }
  return false
}

/** The rank of the month of a day, `AAAA-MM-JJ`. */
export const rangDuJour = (jour: string): number =>
  Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1

/** A structure that hangs on this one in this month, once open; undefined: none does. */
export function enfantDe(code: string, noeuds: Noeuds, rang: number): string | undefined {
  for (const [enfant, noeud] of noeuds) {
    const ouverte = rangDuJour(noeud.dateOuverture) <= rang
    if (ouverte && noeudDuMois(noeud, rang)?.parent === code) return enfant
  }
  return undefined
}

/** Closed, or past the day that its record gives for it. */
export const estFermee = (
  { etat, dateFermeture }: Pick<Noeud, 'etat' | 'dateFermeture'>,
  aujourdhui: string,
): boolean => etat === 'FERMEE' || (dateFermeture !== null && dateFermeture < aujourdhui)

/** Closed before that month begins; one that is closed has its date. */
export const estFermeeEn = ({ dateFermeture }: Noeud, rang: number): boolean =>
  dateFermeture !== null && rangDuJour(dateFermeture) < rang

/** Where something changes in the hierarchy. */
export function debutsDe(noeuds: Noeuds): number[] {
  const debuts = new Set<number>()
  for (const { tranches } of noeuds.values()) for (const { du } of tranches) debuts.add(du)
  return [...debuts].toSorted((a, b) => a - b)
}
