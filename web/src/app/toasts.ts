import { toast } from 'react-hot-toast/headless'
import { messageDe } from './client.ts'

/** As many as the page can show, the last ones; an older one leaves for a newer. */
const PLACES = 5
const places: string[] = []

function annoncer(message: string, gravite: 'success' | 'error'): void {
  places.push(toast[gravite](message))
  if (places.length > PLACES) toast.remove(places.shift())
}

/** Says that an act succeeded. */
export const toastReussite = (message: string): void => annoncer(message, 'success')

/** Says that an act failed, where no form shows it: a failure is told once. */
export const toastEchec = (echec: unknown): void => annoncer(messageDe(echec), 'error')
