import { useEffect, useRef } from 'react'

/** Gives the signal of a call: the one before is aborted, and the last when the piece goes. */
export function useSignal(): () => AbortSignal {
  const ref = useRef<AbortController | null>(null)
  useEffect(() => () => ref.current?.abort(), [])
  return () => {
    ref.current?.abort()
    ref.current = new AbortController()
    return ref.current.signal
  }
}
