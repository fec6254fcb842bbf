import { useEffect, useRef, useState } from 'react'

/** What a file on its way is given: what gives it up, and whom to tell how much has left. */
export type Transfert = { signal: AbortSignal; surAvancee: (part: number) => void }

/** A file on its way. It is given up when the screen goes: nothing changes behind one's back. */
export function useTransfert() {
  const ref = useRef<AbortController | null>(null)
  const [part, setPart] = useState(0)
  useEffect(() => () => ref.current?.abort(), [])
  return {
    /** How much has left, from 0 to 1. */
    part,
    commencer: (): Transfert => {
      ref.current = new AbortController()
      setPart(0)
      return { signal: ref.current.signal, surAvancee: setPart }
    },
    annuler: () => ref.current?.abort(),
  }
}
