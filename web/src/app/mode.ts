import type { ThemeProviderProps } from '@mui/material/styles'
import { readSettings, type Settings, writeSettings } from './stockage.ts'

const MODES: readonly unknown[] = ['light', 'dark', 'system']
const estMode = (valeur: unknown): valeur is Settings['mode'] => MODES.includes(valeur)

/** Keeps the theme's mode in `settings`, and nothing else of the theme anywhere. */
export const stockageMode: NonNullable<ThemeProviderProps['storageManager']> = ({ key }) => ({
  get: (defaut) => (key === 'mui-mode' ? readSettings().mode : defaut),
  set: (mode) => {
    if (key === 'mui-mode' && estMode(mode)) writeSettings({ ...readSettings(), mode })
  },
  subscribe: (suivre) => {
    const lire = (evenement: StorageEvent) => {
      if (key === 'mui-mode' && evenement.key === 'settings') suivre(readSettings().mode)
    }
    window.addEventListener('storage', lire)
    return () => window.removeEventListener('storage', lire)
  },
})
