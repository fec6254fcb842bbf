import { QueryClient } from '@tanstack/react-query'
import { getSession, subscribeSession } from './session.ts'

/** Nothing is retried or prefetched: a call may change a state, and the person decides. */
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
