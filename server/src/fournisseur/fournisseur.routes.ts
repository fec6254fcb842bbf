import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { composeDepart } from '../platform/oidc.ts'
import { type Db, type RouteMontee, route } from '../platform/route.ts'
import { QUOTA_FOURNISSEUR } from '../session/session.rules.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { adresseRetourDe, connecterParFournisseur, findFournisseur } from './connecter.ts'
import {
  delierIdentite,
  findMonIdentite,
  lierIdentite,
  lireSortie,
  listMesIdentites,
  preparerLiaison,
} from './lier.ts'

/** Counts what anyone may have a provider asked. @throws TROP_DE_DEMANDES */
const compter = (db: Db, adresse: string, maintenant: Date) =>
  compterDemande(db, `fournisseur:${adresse}`, QUOTA_FOURNISSEUR, maintenant)

// All that may wait for a provider stands out of any transaction.
export const fournisseurRoutes = {
  lireAdresseFournisseur: route(api.lireAdresseFournisseur, {
    transaction: 'siennes',
    load: findFournisseur,
    act: async ({ db, body, adresse, config, maintenant }, fournisseur) => {
      await compter(db, adresse, maintenant)
      const demande = { ...body, adresseRetour: adresseRetourDe(config) }
      return { adresse: await composeDepart(fournisseur, demande, maintenant) }
    },
  }),
  connecterParFournisseur: route(api.connecterParFournisseur, {
    transaction: 'siennes',
    load: findFournisseur,
    act: async ({ db, body, ...appel }, fournisseur) => {
      const { adresse, appareil, config, maintenant } = appel
      await compter(db, adresse, maintenant)
      const { jetonAppareil, ...retour } = body
      const connexion = { adresse, appareil, config, maintenant, jetonAppareil }
      return connecterParFournisseur(db, fournisseur, retour, connexion)
    },
  }),
  lireSortie: route(api.lireSortie, {
    transaction: 'siennes',
    act: (appel) => lireSortie(appel, appel.body.refreshToken),
  }),
  listIdentites: route(api.listIdentites, {
    transaction: 'aucune',
    act: (appel) => listMesIdentites(appel),
  }),
  preparerLiaison: route(api.preparerLiaison, {
    transaction: 'siennes',
    load: findFournisseur,
    act: (appel, fournisseur) => preparerLiaison(appel, fournisseur, appel.body.password),
  }),
  lierIdentite: route(api.lierIdentite, {
    transaction: 'siennes',
    load: findFournisseur,
    act: (appel, fournisseur) => lierIdentite(appel, fournisseur, appel.body),
  }),
  delierIdentite: route(api.delierIdentite, {
    transaction: 'siennes',
    load: ({ db, agent, body }) => findMonIdentite(db, agent.id, body.id),
    act: (appel, identite) => delierIdentite(appel, appel.body, identite),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
