import { enqueueSnackbar } from 'notistack'
import { messageDe } from './client.ts'

/** Says that an act succeeded. */
export const toastReussite = (message: string) => enqueueSnackbar(message, { variant: 'success' })

/** Says that an act failed, where no form shows it: a failure is told once. */
export const toastEchec = (echec: unknown) =>
  enqueueSnackbar(messageDe(echec), { variant: 'error' })
