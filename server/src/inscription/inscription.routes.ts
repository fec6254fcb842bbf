import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { type Agent, exigerDroit } from '../platform/agent.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type RouteMontee, routeOf, type Sql, sansCharge } from '../platform/route.ts'
import { inscriptionRights } from './inscription.rights.ts'
import { findInvitation, listInvitations } from './inscription.sql.ts'
import { annulerInvitation, inviterStructure, renvoyerInvitation } from './inviter.ts'
import { lireInvitation, repondreInvitation } from './repondre.ts'

const route = routeOf(inscriptionRights)

type Demande = { sql: Sql; agent: Agent; params: { id: number }; maintenant: Date }

function loadInvitation({ sql, agent, params, maintenant }: Demande) {
  exigerDroit(agent, 'invitation.gerer')
  return findInvitation(sql, params.id, maintenant)
}

export const inscriptionRoutes = {
  inviterStructure: route(inscriptionApi.inviterStructure, {
    load: sansCharge,
    act: (appel) => inviterStructure(appel),
  }),
  listInvitations: route(inscriptionApi.listInvitations, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, query, config, maintenant }) => {
      const { page, taille } = query
      const liste = await listInvitations(sql, query, maintenant)
      return { ...liste, page, taille, envoi: modeEnvoiDe(config) }
    },
  }),
  renvoyerInvitation: route(inscriptionApi.renvoyerInvitation, {
    load: loadInvitation,
    act: (appel, { id }) => renvoyerInvitation(appel, id),
  }),
  annulerInvitation: route(inscriptionApi.annulerInvitation, {
    load: loadInvitation,
    act: (appel, invitation) => annulerInvitation(appel, invitation),
  }),
  // These two open their own transactions: what throttles must stay, whatever follows.
  lireInvitation: route(inscriptionApi.lireInvitation, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, params, adresse, maintenant }) =>
      lireInvitation(sql, { ...params, adresse, maintenant }),
  }),
  repondreInvitation: route(inscriptionApi.repondreInvitation, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, params, body: reponse, adresse, appareil, maintenant }) =>
      repondreInvitation(sql, { ...params, reponse, adresse, appareil, maintenant }),
  }),
} satisfies Record<keyof typeof inscriptionApi, RouteMontee>
