import { useState } from 'react'
import { EchecApi } from '../api/envoi.ts'
import { toastEchec } from './toasts.ts'

type Suites<Recu> = { onSuccess?: (recu: Recu) => void; onError?: (echec: unknown) => void }

/** An act on the server, as TanStack Query has it. */
export type Mutation<Ecrit, Recu> = {
  mutate: (ecrit: Ecrit, suites: Required<Suites<Recu>>) => void
  reset: () => void
  isPending: boolean
  error: unknown
}

type Forme<S, V> = {
  /** Shows every fault; true when there is none. */
  controler: () => boolean
  estPlacee: (echec: unknown) => boolean
  refuser: (echec: unknown) => void
  reprendre: (lue: S, version: V) => string[]
}

/** Another person changed it meanwhile: nothing is written over unseen. */
const estPerimee = (echec: unknown) =>
  echec instanceof EchecApi && /^VERSION_\w+_PERIMEE$/.test(echec.code)

const JAMAIS: { fois: number; changees: readonly string[] } = { fois: 0, changees: [] }

/**
 * Sends a form. `relire` reads it as it is now, with its version, for it to be taken up under what was
 * typed here, when another person changed it meanwhile; absent where there is nothing to read.
 */
export function useEnvoi<S, V, Ecrit, Recu>(
  forme: Forme<S, V>,
  { mutate, reset, isPending, error }: Mutation<Ecrit, Recu>,
  relire?: (() => Promise<[S, V]>) | null,
) {
  const [recharge, setRecharge] = useState(JAMAIS)
  const recharger = async (lire: () => Promise<[S, V]>) => {
    const changees = forme.reprendre(...(await lire()))
    reset()
    setRecharge(({ fois }) => ({ fois: fois + 1, changees }))
  }
  const envoyer = (ecrit: Ecrit, { onSuccess, onError }: Suites<Recu> = {}) => {
    setRecharge(JAMAIS)
    mutate(ecrit, {
      onSuccess: (recu) => onSuccess?.(recu),
      onError: (echec) => {
        forme.refuser(echec)
        onError?.(echec)
      },
    })
  }
  return {
    enCours: isPending,
    /** Why it was not kept, where no field says it. */
    echec: forme.estPlacee(error) ? null : error,
    /** How many times it was read anew, 0 since the last sending, and what another had changed. */
    recharge: recharge.fois,
    changees: recharge.changees,
    recharger:
      relire && estPerimee(error) ? () => void recharger(relire).catch(toastEchec) : undefined,
    /** Sends it, once nothing is wrong with it. `ecrit` is made then. */
    soumettre: (ecrit: () => Ecrit, suites?: Suites<Recu>) => {
      if (isPending) return
      if (forme.controler()) envoyer(ecrit(), suites)
      // The faults are what there is to say now, no longer how the last sending failed.
      else reset()
    },
    /** Forgets how the last sending failed. */
    oublier: () => {
      setRecharge(JAMAIS)
      reset()
    },
  }
}
export type Envoi = Pick<
  ReturnType<typeof useEnvoi>,
  'enCours' | 'echec' | 'recharge' | 'changees' | 'recharger'
>
