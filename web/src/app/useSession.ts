import { useSyncExternalStore } from 'react'
import { type EtatSession, getSession, subscribeSession } from './session.ts'
import type { Auth } from './stockage.ts'

export function useSession(): EtatSession {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** The signed-in person. Only below the guard. */
export function useAuth(): Auth {
  const { auth } = useSession()
  if (!auth) throw new Error('useAuth outside the guard')
  return auth
}
