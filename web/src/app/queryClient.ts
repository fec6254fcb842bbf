import { notifyManager, QueryClient } from '@tanstack/react-query'
import { EchecApi } from '../api/envoi.ts'
import { getSession, subscribeSession } from './session.ts'

// Told within the same turn: by a timer, which is the default, the second click of a slow telephone
// comes before the button knows that its act is under way, and the act is done twice.
notifyManager.setScheduler(queueMicrotask)

/** How many times what is read, and found no place among the calls of its account, is asked again. */
const REPRISES = 3

/** The account asks much at once, and the server has done nothing: it says when to come again. */
const attendSonTour = (echec: Error): echec is EchecApi =>
  echec instanceof EchecApi && echec.code === 'TROP_D_APPELS'

/**
 * Nothing is retried, but a reading that the server had no place for: a call may change a state,
 * and the person decides. What a screen reads first is asked with its code (routes.tsx).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (reprises, echec) => attendSonTour(echec) && reprises < REPRISES,
      retryDelay: (_, echec) => ((attendSonTour(echec) && echec.attente) || 1) * 1000,
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
