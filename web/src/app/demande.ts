import type { QueryClient } from '@tanstack/react-query'
import { type Params, useLoaderData } from 'react-router'
import type { Auth } from './stockage.ts'

/** Where one goes, and who goes there. */
export type Lieu = { auth: Auth; params: Params; recherche: URLSearchParams }

/**
 * Asks for what a screen shows first, with its code and not after it. The screen asks for the same
 * by its own queries, finds the answers on their way, and tells a refusal as ever.
 */
export type Demander = (client: QueryClient, lieu: Lieu) => Promise<unknown>

/**
 * For a query that is read anew at each visit (`staleTime: 0`) and that the route asks for: what it
 * received since one came here is not asked for twice, unless an act has changed it.
 */
export function useDemandee() {
  const arrivee = useLoaderData<number>()
  return {
    refetchOnMount: ({ state }: { state: { dataUpdatedAt: number; isInvalidated: boolean } }) =>
      state.isInvalidated || state.dataUpdatedAt < arrivee,
  }
}
