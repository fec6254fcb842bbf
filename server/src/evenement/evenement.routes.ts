import { evenementApi as api } from '@releve/contract/evenement/evenement.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import type { Diffusion } from './diffusion.ts'

export function createEvenementRoutes(diffusion: Diffusion) {
  return {
    suivreEvenements: route(api.suivreEvenements, {
      transaction: 'aucune',
      act: ({ agent, reprise, maintenant }) => diffusion.suivre(agent, reprise, maintenant),
    }),
  } satisfies Record<keyof typeof api, RouteMontee>
}
