import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { useEffect, useLayoutEffect } from 'react'
import { changerAffichage, useAffichage } from '../../app/affichage.ts'
import { colonnesDe } from './grille/Grille.tsx'

/** Columns of a table that a page of 1,440 px cannot hold beside the menu and the list of sections. */
const TROP_LARGE = 9

/**
 * Whether a report of this model takes the whole window, and for a table of how many columns where
 * nobody chose: it is then said.
 */
export function usePleine({ sections }: Modele): { pleine: boolean; pour: number | null } {
  const { ampleur } = useAffichage()
  if (ampleur !== 'auto') return { pleine: ampleur === 'pleine', pour: null }
  const colonnes = sections.map((une) => (une.type === 'matrice' ? colonnesDe(une).length : 0))
  const pour = Math.max(0, ...colonnes)
  return pour < TROP_LARGE ? { pleine: false, pour: null } : { pleine: true, pour }
}

/** Shows a report tight, or over the whole window while it is on the screen. */
export function useAmpleur(modele: Modele): void {
  const { density } = useAffichage()
  const { pleine } = usePleine(modele)
  useEffect(() => {
    // Without it (no network, and never read here), tables stay as they are.
    if (density === 'compact') void import('./grille/dense.css').catch(() => undefined)
  }, [density])
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.toggleAttribute('data-pleine', pleine)
    return () => documentElement.removeAttribute('data-pleine')
  }, [pleine])
}

/** The other of what shows now, kept from then on, whatever the tables ask. */
export const basculerPleine = () =>
  changer({ ampleur: document.documentElement.hasAttribute('data-pleine') ? 'page' : 'pleine' })

export const basculerDensite = (density: 'comfortable' | 'compact') =>
  changer({ density: density === 'compact' ? 'comfortable' : 'compact' })

/** What one was typing in stays in sight when all around it moves. */
function changer(changement: Parameters<typeof changerAffichage>[0]): void {
  changerAffichage(changement)
  requestAnimationFrame(() => {
    const champ = document.activeElement
    if (champ instanceof HTMLElement && champ.dataset['cellule'] !== undefined)
      champ.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
