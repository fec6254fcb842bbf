import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { contacter } from './contact.ts'

export const contactRoutes = {
  // It opens its own transaction: what throttles must stay, whatever follows.
  contacter: route(contactApi.contacter, {
    transaction: 'siennes',
    act: ({ db, body, adresse, maintenant }) => contacter(db, { ...body, adresse, maintenant }),
  }),
} satisfies Record<keyof typeof contactApi, RouteMontee>
