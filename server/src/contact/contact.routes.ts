import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { contacter } from './contact.ts'

const route = routeOf({ public: () => true })

export const contactRoutes = {
  // It opens its own transaction: what throttles must stay, whatever follows.
  contacter: route(contactApi.contacter, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, body, adresse, maintenant }) => contacter(sql, { ...body, adresse, maintenant }),
  }),
} satisfies Record<keyof typeof contactApi, RouteMontee>
