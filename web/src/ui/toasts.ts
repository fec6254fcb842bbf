import { toast } from 'react-hot-toast/headless'
import { messageDe } from '../api/envoi.ts'

/** As many as the page can show, the last ones; an older one leaves for a newer. */
const PLACES = 5
const places: string[] = []

/** A toast that is not `annonce` is seen only: the page tells the same to a screen reader. */
function annoncer(message: string, gravite: 'success' | 'error', annonce: boolean): void {
  const role = gravite === 'error' ? 'alert' : 'status'
  const vive = gravite === 'error' ? 'assertive' : 'polite'
  places.push(toast[gravite](message, { ariaProps: { role, 'aria-live': annonce ? vive : 'off' } }))
  if (places.length > PLACES) toast.remove(places.shift())
}

/** Says that an act succeeded. */
export const toastReussite = (message: string, annonce = true): void =>
  annoncer(message, 'success', annonce)

/** Says that an act failed. */
export const toastEchec = (echec: unknown, annonce = true): void =>
  annoncer(messageDe(echec), 'error', annonce)

/** Says why nothing was done, where no call failed. */
export const toastRefus = (raison: string): void => annoncer(raison, 'error', true)
