import { notifyManager, QueryClient } from '@tanstack/react-query'
import { getSession, subscribeSession } from './session.ts'

// Told within the same turn: by a timer, which is the default, the second click of a slow telephone
// comes before the button knows that its act is under way, and the act is done twice.
notifyManager.setScheduler(queueMicrotask)

/**
 * Nothing is retried: a call may change a state, and the person decides. What a screen reads first
 * is asked with its code (routes.tsx).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Answers belong to the person who asked for them: another session starts from nothing. */
export function oublierReponsesAuDepart(): void {
  let identifiant = getSession().auth?.identifiant
  subscribeSession(() => {
    const suivant = getSession().auth?.identifiant
    if (suivant === identifiant) return
    identifiant = suivant
    queryClient.clear()
  })
}
