import { useSyncExternalStore } from 'react'
import type { NomNotice } from './legal.textes.ts'

const NOTICES: readonly string[] = ['conditions', 'confidentialite', 'accessibilite']

/** Whether this anchor opens a notice, rather than leads to a place of the page. */
export const estNotice = (ancre: string): ancre is NomNotice => NOTICES.includes(ancre)

/**
 * The place that the address names: `#faq`. Plain anchors and the browser's own history: the public
 * pages stand without a router (main.tsx), and stand as well inside one.
 */
let ouverteIci = false

function subscribe(abonne: () => void): () => void {
  // Not at popstate: the browser then has still to move the focus, and would take it from us.
  window.addEventListener('hashchange', abonne)
  return () => window.removeEventListener('hashchange', abonne)
}

/** `?page=` names a notice too: an address that goes through what drops anchors, as letters do. */
const lireAncre = () =>
  location.hash.slice(1) || (new URLSearchParams(location.search).get('page') ?? '')

/** `faq` for `/#faq`; empty for none. */
export function useAncre(): string {
  return useSyncExternalStore(subscribe, lireAncre)
}

/** To be said when a link opens something at an anchor: closing it then goes back. */
export function retenirOuverture(): void {
  ouverteIci = true
}

/** Leaves the anchor: back where the link was, or in place for who came straight there. */
export function quitterAncre(): void {
  if (ouverteIci) {
    ouverteIci = false
    history.back()
    return
  }
  history.replaceState(history.state, '', location.pathname)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}
