import { useEffect } from 'react'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './app.textes.ts'
import { differer } from './differe.tsx'

const useRecherche = differer(() => import('../recherche/RechercheDialogue.tsx'))

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Ctrl+K or ⌘K, from anywhere on the page, but over another dialog. */
function useRaccourci(ouvrir: () => void): void {
  useEffect(() => {
    const auClavier = (evenement: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = evenement
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
      // The browser has an act of its own for these keys: it does not come instead.
      evenement.preventDefault()
      if (!document.querySelector('dialog[open]')) ouvrir()
    }
    document.addEventListener('keydown', auClavier)
    return () => document.removeEventListener('keydown', auClavier)
  }, [ouvrir])
}

/** The search of the top bar. */
export function Recherche() {
  const { ouvrir, dialogue } = useRecherche({})
  useRaccourci(ouvrir)
  return (
    <>
      <button
        type="button"
        className="app-recherche"
        aria-keyshortcuts={MAC ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={ouvrir}
      >
        <Icone nom="recherche" />
        <span className="app-recherche-nom">{textes.rechercher}</span>
        <kbd aria-hidden="true">{MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {dialogue}
    </>
  )
}
