import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { findFournisseur } from '../fournisseur/connecter.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { exporterInvitations } from './exporter.ts'
import { findInvitation, listInvitations } from './inscription.sql.ts'
import { annulerInvitation, inviterStructure, renvoyerInvitation } from './inviter.ts'
import { lireInvitation, repondreInvitation, repondreParFournisseur } from './repondre.ts'

type DesigneInvitation = Pick<Contexte, 'db' | 'maintenant'> & { params: { id: number } }

const loadInvitation = ({ db, params, maintenant }: DesigneInvitation) =>
  findInvitation(db, params.id, maintenant)

export const inscriptionRoutes = {
  inviterStructure: route(inscriptionApi.inviterStructure, {
    transaction: 'une',
    act: (appel) => inviterStructure(appel),
  }),
  listInvitations: route(inscriptionApi.listInvitations, {
    transaction: 'aucune',
    act: async ({ db, query, config, maintenant }) => {
      const liste = await listInvitations(db, query, maintenant)
      return { ...liste, envoi: modeEnvoiDe(config) }
    },
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterInvitations: route(inscriptionApi.exporterInvitations, {
    transaction: 'siennes',
    act: exporterInvitations,
  }),
  renvoyerInvitation: route(inscriptionApi.renvoyerInvitation, {
    transaction: 'une',
    load: loadInvitation,
    act: (appel, { id }) => renvoyerInvitation(appel, id),
  }),
  annulerInvitation: route(inscriptionApi.annulerInvitation, {
    transaction: 'une',
    load: loadInvitation,
    act: (appel, invitation) => annulerInvitation(appel, invitation),
  }),
  // These open their own transactions: what throttles must stay, whatever follows.
  lireInvitation: route(inscriptionApi.lireInvitation, {
    transaction: 'siennes',
    act: ({ db, params, adresse, maintenant }) =>
      lireInvitation(db, { ...params, adresse, maintenant }),
  }),
  repondreInvitation: route(inscriptionApi.repondreInvitation, {
    transaction: 'siennes',
    act: ({ db, params, body: reponse, adresse, appareil, config, maintenant }) =>
      repondreInvitation(db, { ...params, reponse, adresse, appareil, config, maintenant }),
  }),
  // And it waits for a provider, out of any transaction.
  repondreParFournisseur: route(inscriptionApi.repondreParFournisseur, {
    transaction: 'siennes',
    load: findFournisseur,
    act: ({ db, body, ...appel }, fournisseur) => {
      const { invitation: jeton, ...reponse } = body
      const { adresse, appareil, config, maintenant } = appel
      const demande = { jeton, reponse, adresse, appareil, config, maintenant }
      return repondreParFournisseur(db, fournisseur, demande)
    },
  }),
} satisfies Record<keyof typeof inscriptionApi, RouteMontee>
