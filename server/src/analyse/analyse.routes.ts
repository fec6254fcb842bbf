import { analyseApi as api } from '@releve/contract/analyse/analyse.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { lireDonnees } from './lire.ts'

export const analyseRoutes = {
  // The lines are read as the file leaves: no transaction waits for who reads.
  lireDonnees: route(api.lireDonnees, { transaction: 'siennes', act: lireDonnees }),
} satisfies Record<keyof typeof api, RouteMontee>
