import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack'
import { messageDe } from './client.ts'

/** The messages shown, and those that wait for their place. */
const annonces = new Set<SnackbarKey>()

function annoncer(message: string, variant: 'success' | 'error'): void {
  const oublier = (_: unknown, cle: SnackbarKey) => annonces.delete(cle)
  annonces.add(enqueueSnackbar(message, { variant, onExited: oublier }))
}

/** Says that an act succeeded. */
export const toastReussite = (message: string): void => annoncer(message, 'success')

/** Says that an act failed, where no form shows it: a failure is told once. */
export const toastEchec = (echec: unknown): void => annoncer(messageDe(echec), 'error')

/** Takes every message away: closing all by notistack leaves those that wait, which then show. */
export function retirerToasts(): void {
  for (const cle of annonces) closeSnackbar(cle)
  annonces.clear()
}
