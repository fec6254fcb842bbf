import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { toastEchec } from '../app/toasts.ts'

type Forme<Corps> = {
  corps: () => Corps
  /** Shows every fault; true when there is none. */
  controler: () => boolean
  /** What the server refused of it. */
  refuser: (echec: unknown) => void
}

/**
 * Sends a record. `reprendre` takes it up as it is now, under what was changed here, when another
 * person changed it meanwhile; null where there is nothing to read.
 */
export function useEnvoi<Corps, Ecrit, Recu>(
  forme: Forme<Corps>,
  { mutate, reset, isPending, error }: UseMutationResult<Recu, Error, Ecrit>,
  reprendre: (() => Promise<void>) | null,
) {
  const [recharge, setRecharge] = useState(0)
  const recharger = async () => {
    if (!reprendre) return
    try {
      await reprendre()
    } catch (echec) {
      return toastEchec(echec)
    }
    reset()
    setRecharge((avant) => avant + 1)
  }
  return {
    enCours: isPending,
    echec: error,
    /** How many times the record was read anew; 0 since the last sending. */
    recharge,
    recharger: () => void recharger(),
    soumettre: (ecritDe: (corps: Corps) => Ecrit, onSuccess: (recu: Recu) => void) => {
      if (isPending) return
      // The faults are what there is to say now, no longer how the last sending failed.
      if (!forme.controler()) return reset()
      setRecharge(0)
      mutate(ecritDe(forme.corps()), { onSuccess, onError: forme.refuser })
    },
  }
}
