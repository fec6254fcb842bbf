import { useSyncExternalStore } from 'react'
import {
  completeSettings,
  readSettings,
  SETTINGS_PAR_DEFAUT,
  type Settings,
  suivreAppareil,
  writeSettings,
} from './stockage.ts'

declare global {
  interface Window {
    /**
     * Writes the stored settings on <html>: `data-mode`, `dir`, `data-couleur`, `data-large`, `data-dense`.
     * It stands in index.html, for it runs before the first paint.
     */
    appliquerAffichage: () => void
  }
}

let affichage = readSettings()
const abonnes = new Set<() => void>()

function relire(): void {
  affichage = readSettings()
  window.appliquerAffichage()
  for (const abonne of abonnes) abonne()
}

/** Changes settings of display, keeps them, and shows them at once. */
export function changerAffichage(changement: Partial<Settings>): void {
  writeSettings({ ...readSettings(), ...changement })
  relire()
}

/** Settings of display as on the first day; the side bar, which has its own button, stays as it is. */
export function retablirAffichage(): void {
  changerAffichage({ ...SETTINGS_PAR_DEFAUT, ...suivreAppareil(), reduit: readSettings().reduit })
}

/** Keeps a mode, or follows the machine's preference. */
export function changerMode(choix: Settings['mode'] | 'system'): void {
  changerAffichage(choix === 'system' ? suivreAppareil() : { mode: choix, machine: null })
}

function subscribe(abonne: () => void): () => void {
  abonnes.add(abonne)
  return () => abonnes.delete(abonne)
}

/** The settings of display, live. */
export function useAffichage(): Settings {
  return useSyncExternalStore(subscribe, () => affichage)
}

/** Whether a key that acts alone does (RGAA 12.10). */
export const touchesSeules = (): boolean => affichage.touchesSeules

/** Whether the page is dark now, the system's wish included. Only where `useAffichage` is read. */
export const estSombre = () => document.documentElement.dataset['mode'] === 'dark'

/** What another tab, or the machine, changes shows here too; what is kept says what shows. */
export function suivreAffichage(): void {
  completeSettings()
  window.addEventListener('storage', ({ key }) => {
    if (key === 'settings' || key === null) relire()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    completeSettings()
    relire()
  })
}
