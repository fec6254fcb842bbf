import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { noter } from '../journal/noter.sql.ts'
import { findSecurite } from '../parametre/parametre.sql.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { listSessionsOuvertes } from '../session/session.sql.ts'
import { findClePoste, findMonCompte, insertExercice } from './compte.sql.ts'
import {
  activerSecondFacteur,
  desactiverSecondFacteur,
  preparerSecondFacteur,
  renouvelerCodes,
} from './second-facteur.ts'
import { fermerSaSession, fermerSesAutresSessions, findSaSession } from './sessions.ts'

export const compteRoutes = {
  lireCompte: route(compteApi.lireCompte, {
    transaction: 'aucune',
    act: async ({ db, agent }) => ({
      ...(await findMonCompte(db, agent.id)),
      secondFacteurExige:
        agent.roles.some((role) => role !== 'ROLE_STRUCTURE') &&
        (await findSecurite(db)).secondFacteurCentral,
    }),
  }),
  // Those that ask for a proof open their own transactions: what a wrong one writes must stay.
  preparerSecondFacteur: route(compteApi.preparerSecondFacteur, {
    transaction: 'siennes',
    act: (appel) => preparerSecondFacteur(appel, appel.body.password),
  }),
  activerSecondFacteur: route(compteApi.activerSecondFacteur, {
    transaction: 'siennes',
    act: (appel) => activerSecondFacteur(appel, appel.body),
  }),
  desactiverSecondFacteur: route(compteApi.desactiverSecondFacteur, {
    transaction: 'siennes',
    act: (appel) => desactiverSecondFacteur(appel, appel.body),
  }),
  renouvelerCodes: route(compteApi.renouvelerCodes, {
    transaction: 'siennes',
    act: (appel) => renouvelerCodes(appel, appel.body),
  }),
  listSessions: route(compteApi.listSessions, {
    transaction: 'aucune',
    act: async ({ db, agent, maintenant }) => {
      const sessions = await listSessionsOuvertes(db, agent.id, maintenant)
      return sessions.map((session) => ({ ...session, courante: session.id === agent.sessionId }))
    },
  }),
  fermerSession: route(compteApi.fermerSession, {
    transaction: 'siennes',
    load: ({ db, agent, body, maintenant }) => findSaSession(db, agent, body.id, maintenant),
    act: (appel, session) => fermerSaSession(appel, session, appel.body.password),
  }),
  lireClePoste: route(compteApi.lireClePoste, {
    transaction: 'une',
    act: async ({ db, agent }) => ({
      cle: Buffer.from(await findClePoste(db, agent.id)).toString('base64'),
      postePartage: (await findSecurite(db)).postePartage,
    }),
  }),
  finirExercice: route(compteApi.finirExercice, {
    transaction: 'une',
    act: async (appel) => {
      const { db, agent, maintenant } = appel
      const { exerciceLe, neuf } = await insertExercice(db, agent.id, maintenant)
      // Told of once: the directorate counts on it, and done again it changes nothing.
      if (neuf) await noter(appel, 'EXERCICE_FAIT', {})
      return { exerciceLe }
    },
  }),
  fermerAutresSessions: route(compteApi.fermerAutresSessions, {
    transaction: 'siennes',
    act: (appel) => fermerSesAutresSessions(appel, appel.body.password),
  }),
} satisfies Record<keyof typeof compteApi, RouteMontee>
