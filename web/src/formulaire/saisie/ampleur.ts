import { useLayoutEffect } from 'react'
import { changerAffichage, useAffichage } from '../../app/affichage.ts'

/** Shows a report over the whole window, where that is chosen: for as long as it is on the screen. */
export function usePleine(): void {
  const { pleine } = useAffichage()
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
