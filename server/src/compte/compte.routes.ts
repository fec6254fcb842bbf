import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { exigerDroit } from '../platform/agent.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { listSessionsOuvertes } from '../session/ouvertes.sql.ts'
import { compteRights } from './compte.rights.ts'
import { findMonCompte } from './compte.sql.ts'
import { findCible, reinitialiserSecondFacteur } from './reinitialiser.ts'
import {
  activerSecondFacteur,
  desactiverSecondFacteur,
  preparerSecondFacteur,
  renouvelerCodes,
} from './second-facteur.ts'
import { findSecurite } from './securite.sql.ts'
import { fermerAutresSessions, fermerSaSession, findSaSession } from './sessions.ts'

const route = routeOf(compteRights)

export const compteRoutes = {
  lireCompte: route(compteApi.lireCompte, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent }) => ({
      ...(await findMonCompte(sql, agent.id)),
      secondFacteurExige:
        agent.roles.some((role) => role !== 'ROLE_STRUCTURE') &&
        (await findSecurite(sql)).secondFacteurCentral,
    }),
  }),
  // The next four open their own transactions: what a wrong proof writes must stay.
  preparerSecondFacteur: route(compteApi.preparerSecondFacteur, {
    lecture: true,
    load: sansCharge,
    act: (appel) => preparerSecondFacteur(appel, appel.body.password),
  }),
  activerSecondFacteur: route(compteApi.activerSecondFacteur, {
    lecture: true,
    load: sansCharge,
    act: (appel) => activerSecondFacteur(appel, appel.body),
  }),
  desactiverSecondFacteur: route(compteApi.desactiverSecondFacteur, {
    lecture: true,
    load: sansCharge,
    act: (appel) => desactiverSecondFacteur(appel, appel.body),
  }),
  renouvelerCodes: route(compteApi.renouvelerCodes, {
    lecture: true,
    load: sansCharge,
    act: (appel) => renouvelerCodes(appel, appel.body),
  }),
  reinitialiserSecondFacteur: route(compteApi.reinitialiserSecondFacteur, {
    load: ({ sql, agent, body }) => {
      exigerDroit(agent, 'utilisateur.gerer')
      return findCible(sql, body.id)
    },
    act: (appel, cible) => reinitialiserSecondFacteur(appel, cible),
  }),
  listSessions: route(compteApi.listSessions, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, agent, maintenant }) => {
      const sessions = await listSessionsOuvertes(sql, agent.id, maintenant)
      return sessions.map((session) => ({ ...session, courante: session.id === agent.sessionId }))
    },
  }),
  fermerSession: route(compteApi.fermerSession, {
    load: ({ sql, agent, body, maintenant }) => findSaSession(sql, agent, body.id, maintenant),
    act: (appel, session) => fermerSaSession(appel, session),
  }),
  fermerAutresSessions: route(compteApi.fermerAutresSessions, {
    load: sansCharge,
    act: (appel) => fermerAutresSessions(appel),
  }),
} satisfies Record<keyof typeof compteApi, RouteMontee>
