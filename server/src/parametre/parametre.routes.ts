import { parametreApi as api } from '@releve/contract/parametre/parametre.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { modifierConservation, modifierMentions } from './modifier.ts'
import { parametreRights } from './parametre.rights.ts'
import { avecVersion, CONSERVATION, findGroupe, MENTIONS } from './parametre.sql.ts'

const route = routeOf(parametreRights)

export const parametreRoutes = {
  lireMentions: route(api.lireMentions, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql }) => avecVersion(await findGroupe(sql, MENTIONS)),
  }),
  modifierMentions: route(api.modifierMentions, {
    load: sansCharge,
    act: (appel) => modifierMentions(appel, appel.body),
  }),
  lireConservation: route(api.lireConservation, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql }) => avecVersion(await findGroupe(sql, CONSERVATION)),
  }),
  modifierConservation: route(api.modifierConservation, {
    load: sansCharge,
    act: (appel) => modifierConservation(appel, appel.body),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
