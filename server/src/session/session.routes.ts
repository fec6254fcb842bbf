import { sessionApi } from '@releve/contract/session/session.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { connecter } from './connecter.ts'
import { modifierMotDePasse } from './modifier-mot-de-passe.ts'
import { renouvelerSession } from './renouveler.ts'
import { sessionRights } from './session.rights.ts'
import { fermerSession } from './session.sql.ts'

const route = routeOf(sessionRights)

// The first three open their own transactions: what a refusal writes (a failure, a session
// closed) must stay.
export const sessionRoutes = {
  connecter: route(sessionApi.connecter, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, body, adresse, appareil, maintenant }) =>
      connecter(sql, { ...body, adresse, appareil, maintenant }),
  }),
  renouvelerJeton: route(sessionApi.renouvelerJeton, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, query, adresse, maintenant }) =>
      renouvelerSession(sql, { jeton: query.refreshToken, adresse, maintenant }),
  }),
  modifierMotDePasse: route(sessionApi.modifierMotDePasse, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, agent, body, maintenant, adresse, appareil }) =>
      modifierMotDePasse(sql, agent.id, body, maintenant, { adresse, appareil }),
  }),
  deconnecter: route(sessionApi.deconnecter, {
    load: sansCharge,
    act: async ({ sql, agent, maintenant }) => {
      await fermerSession(sql, agent.sessionId, 'DECONNEXION', maintenant)
      const { id: utilisateurId } = agent
      await insertJournal(sql, { le: maintenant, utilisateurId, action: 'DECONNEXION' })
      return undefined
    },
  }),
} satisfies Record<keyof typeof sessionApi, RouteMontee>
