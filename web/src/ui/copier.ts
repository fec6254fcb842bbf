import { toastEchec, toastReussite } from './toasts.ts'

/** Puts a text in the clipboard, and says so. Browsers allow it on https and on this machine only. */
export async function copier(texte: string, dit: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(texte)
    toastReussite(dit)
  } catch (echec) {
    toastEchec(echec)
  }
}

/** Where `copier` can work at all. */
export const peutCopier = (): boolean => 'clipboard' in navigator
