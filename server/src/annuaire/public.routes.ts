import { annuairePublicApi as api } from '@releve/contract/annuaire/public.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { lireFichier, lirePaquet, lirePublication, listPublications } from './publier-donnees.ts'

export const annuairePublicRoutes = {
  listAnnuairesPublics: route(api.listAnnuairesPublics, {
    transaction: 'aucune',
    act: ({ db, config }) => listPublications(db, config),
  }),
  lireAnnuairePublic: route(api.lireAnnuairePublic, {
    transaction: 'aucune',
    act: ({ db, config, params, query }) => lirePublication(db, config, { ...params, ...query }),
  }),
  // What throttles must stay, whatever follows.
  lirePaquetPublic: route(api.lirePaquetPublic, {
    transaction: 'siennes',
    act: (appel) => lirePaquet(appel, { ...appel.params, ...appel.query }),
  }),
  lireFichierPublic: route(api.lireFichierPublic, {
    transaction: 'siennes',
    act: (appel) => lireFichier(appel, { ...appel.params, ...appel.query }),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
