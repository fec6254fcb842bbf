import { useEffect, useLayoutEffect } from 'react'
import { changerAffichage, useAffichage } from '../../app/affichage.ts'

/** Shows a report tight, or over the whole window while it is on the screen, where that is chosen. */
export function useAmpleur(): void {
  const { pleine, density } = useAffichage()
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

export const basculerPleine = (pleine: boolean) => changer({ pleine: !pleine })

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
