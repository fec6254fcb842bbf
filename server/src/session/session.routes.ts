import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'

import { noter } from '../journal/noter.sql.ts'
import { type RouteMontee, route } from '../platform/route.ts'

import { connecter } from './connecter.ts'
import { leverAttente } from './frein.ts'
import { demanderMotDePasse, modifierMotDePasse } from './mot-de-passe.ts'
import { verifierDefi } from './ouvrir.ts'
import { renouvelerSession } from './renouveler.ts'
import { fermerSession } from './session.sql.ts'

type Api = typeof sessionApi & typeof verificationApi & typeof motDePasseOublieApi & typeof leveeApi

export const sessionRoutes = {
  connecter: route(sessionApi.connecter, {
    transaction: 'siennes',
    act: ({ db, body, config, adresse, appareil, maintenant, attendre }) =>
      connecter(db, { ...body, config, adresse, appareil, maintenant, attendre }),
  }),
  verifier: route(verificationApi.verifier, {
    transaction: 'siennes',
    act: ({ db, body, config, adresse, appareil, maintenant, attendre }) =>
      verifierDefi(db, { ...body, config, adresse, appareil, maintenant, attendre }),
  }),
  renouvelerJeton: route(sessionApi.renouvelerJeton, {
    transaction: 'siennes',
    act: ({ db, query, adresse, maintenant }) =>
      renouvelerSession(db, { jeton: query.refreshToken, adresse, maintenant }),
  }),
  demanderMotDePasse: route(motDePasseOublieApi.demanderMotDePasse, {
    transaction: 'siennes',
    act: ({ db, query, adresse, maintenant }) =>
      demanderMotDePasse(db, { ...query, adresse, maintenant }),
  }),
  leverAttente: route(leveeApi.leverAttente, {
    transaction: 'siennes',
    act: ({ db, body, adresse, maintenant }) => leverAttente(db, { ...body, adresse, maintenant }),
  }),
  modifierMotDePasse: route(sessionApi.modifierMotDePasse, {
    transaction: 'siennes',
    act: ({ db, agent, body, maintenant, adresse, appareil, attendre }) => {
      const provenance = { adresse, appareil, empreinteAppareil: agent.empreinteAppareil }
      return modifierMotDePasse(db, agent.id, body, { ...provenance, maintenant, attendre })
    },
  }),
  deconnecter: route(sessionApi.deconnecter, {
    transaction: 'une',
    act: async (appel) => {
      const { sessionId } = appel.agent
      // Null of a program alone, which no call of a session lets in.
      if (sessionId !== null)
        await fermerSession(appel.db, sessionId, 'DECONNEXION', appel.maintenant)
      await noter(appel, 'DECONNEXION', {})
      return undefined
    },
  }),
} satisfies Record<keyof Api, RouteMontee>
