import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { toastEchec, toastReussite } from './toasts.ts'

/**
 * Who tells the outcome to a screen reader: the toast; the screen, `place`, which says it too (the
 * toast is then only seen); or nobody, `rien`, for it is none: a step that another follows.
 */
type Voie = 'toast' | 'place' | 'rien'

/** What is said of an act, whichever screen sent it. Every act says both. */
export type Issue<Envoye, Recu> = {
  /** Once done; null where what comes then says it: a file, a screen, the codes asked for. */
  reussite: string | null | ((recu: Recu, envoye: Envoye) => string | null)
  /** Who tells the success; the toast, unless said otherwise. */
  dite?: Voie
  /** Who tells why it was refused, or that no answer came. */
  refus: Voie | ((echec: unknown) => Voie)
}

type Suites<Envoye, Recu> = Pick<
  UseMutationOptions<Recu, Error, Envoye>,
  'onSettled' | 'gcTime'
> & {
  onSuccess?: (recu: Recu) => void
}

/** Whoever abandoned a call knows it: that is no failure. */
const estAbandon = (echec: Error) => echec.name === 'AbortError'

/** The options of an act, for TanStack Query: its outcome passes here, and nowhere else. */
export function optionsActe<Envoye, Recu>(
  mutationFn: (envoye: Envoye) => Promise<Recu>,
  { reussite, dite = 'toast', refus }: Issue<Envoye, Recu>,
  { onSuccess, ...suites }: Suites<Envoye, Recu> = {},
): UseMutationOptions<Recu, Error, Envoye> {
  return {
    ...suites,
    mutationFn,
    onSuccess: (recu, envoye) => {
      const dit = typeof reussite === 'function' ? reussite(recu, envoye) : reussite
      if (dit !== null) toastReussite(dit, dite === 'toast')
      onSuccess?.(recu)
    },
    onError: (echec) => {
      const voie = typeof refus === 'function' ? refus(echec) : refus
      if (voie !== 'rien' && !estAbandon(echec)) toastEchec(echec, voie === 'toast')
    },
  }
}

/** An act on the server. It cannot be written without saying what is told of it. */
export const useActe = <Envoye, Recu>(...acte: Parameters<typeof optionsActe<Envoye, Recu>>) =>
  useMutation(optionsActe(...acte))
