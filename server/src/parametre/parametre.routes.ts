import { parametreApi as api } from '@releve/contract/parametre/parametre.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { lectureDe, modificationDe } from './modifier.ts'
import { CONSERVATION, MENTIONS, ORGANISATION, SECURITE } from './parametre.sql.ts'

export const parametreRoutes = {
  lireOrganisation: route(api.lireOrganisation, lectureDe(ORGANISATION)),
  modifierOrganisation: route(
    api.modifierOrganisation,
    modificationDe('ORGANISATION_MODIFIEE', ORGANISATION),
  ),
  lireMentions: route(api.lireMentions, lectureDe(MENTIONS)),
  modifierMentions: route(api.modifierMentions, modificationDe('MENTIONS_MODIFIEES', MENTIONS)),
  lireConservation: route(api.lireConservation, lectureDe(CONSERVATION)),
  // The hourly upkeep then removes what is older.
  modifierConservation: route(
    api.modifierConservation,
    modificationDe('CONSERVATION_MODIFIEE', CONSERVATION),
  ),
  lireSecurite: route(securiteApi.lireSecurite, lectureDe(SECURITE)),
  modifierSecurite: route(
    securiteApi.modifierSecurite,
    modificationDe('SECURITE_MODIFIEE', SECURITE),
  ),
} satisfies Record<keyof (typeof api & typeof securiteApi), RouteMontee>
