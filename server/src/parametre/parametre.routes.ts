import { parametreApi as api } from '@releve/contract/parametre/parametre.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { erreur } from '../platform/erreur.ts'
import { type Db, type RouteMontee, route } from '../platform/route.ts'
import { lectureDe, modificationDe, modifierGroupe } from './modifier.ts'
import { CONSERVATION, MENTIONS, ORGANISATION, SECURITE } from './parametre.sql.ts'

/**
 * `hasDernierRecours`: whether an account of the directorate would open by its password, were the
 * provider imposed on all.
 */
export function createParametreRoutes(hasDernierRecours: (db: Db) => Promise<boolean>) {
  return {
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
    modifierSecurite: route(securiteApi.modifierSecurite, {
      transaction: 'une',
      act: async (appel) => {
        const { fournisseurDpps } = appel.body
        if (fournisseurDpps && !(await hasDernierRecours(appel.db))) {
          throw erreur('DERNIER_RECOURS_ABSENT')
        }
        return modifierGroupe(appel, 'SECURITE_MODIFIEE', SECURITE, appel.body)
      },
    }),
  } satisfies Record<keyof (typeof api & typeof securiteApi), RouteMontee>
}
