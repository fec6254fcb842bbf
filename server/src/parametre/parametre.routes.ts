import { parametreApi as api } from '@releve/contract/parametre/parametre.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { modifierGroupe } from './modifier.ts'
import {
  avecVersion,
  CONSERVATION,
  findGroupe,
  MENTIONS,
  ORGANISATION,
  SECURITE,
} from './parametre.sql.ts'

export const parametreRoutes = {
  lireOrganisation: route(api.lireOrganisation, {
    transaction: 'aucune',
    act: async ({ db }) => avecVersion(await findGroupe(db, ORGANISATION)),
  }),
  modifierOrganisation: route(api.modifierOrganisation, {
    transaction: 'une',
    act: (appel) => modifierGroupe(appel, 'ORGANISATION_MODIFIEE', ORGANISATION, appel.body),
  }),
  lireMentions: route(api.lireMentions, {
    transaction: 'aucune',
    act: async ({ db }) => avecVersion(await findGroupe(db, MENTIONS)),
  }),
  modifierMentions: route(api.modifierMentions, {
    transaction: 'une',
    act: (appel) => modifierGroupe(appel, 'MENTIONS_MODIFIEES', MENTIONS, appel.body),
  }),
  lireConservation: route(api.lireConservation, {
    transaction: 'aucune',
    act: async ({ db }) => avecVersion(await findGroupe(db, CONSERVATION)),
  }),
  // The hourly upkeep then removes what is older.
  modifierConservation: route(api.modifierConservation, {
    transaction: 'une',
    act: (appel) => modifierGroupe(appel, 'CONSERVATION_MODIFIEE', CONSERVATION, appel.body),
  }),
  lireSecurite: route(securiteApi.lireSecurite, {
    transaction: 'aucune',
    act: async ({ db }) => avecVersion(await findGroupe(db, SECURITE)),
  }),
  modifierSecurite: route(securiteApi.modifierSecurite, {
    transaction: 'une',
    act: (appel) => modifierGroupe(appel, 'SECURITE_MODIFIEE', SECURITE, appel.body),
  }),
} satisfies Record<keyof (typeof api & typeof securiteApi), RouteMontee>
