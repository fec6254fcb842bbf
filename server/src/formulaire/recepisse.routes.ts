import { recepisseApi as api } from '@releve/contract/formulaire/recepisse.api.ts'
import { type RouteMontee, routeOf } from '../platform/route.ts'
import { formulaireRights } from './formulaire.rights.ts'
import { loadLu } from './publication.ts'
import { lireRecepisse, listRecepisses, verifierRecepisse } from './recepisse.lire.ts'

const route = routeOf(formulaireRights)

export const recepisseRoutes = {
  listRecepisses: route(api.listRecepisses, {
    transaction: 'aucune',
    load: loadLu,
    act: ({ db }, formulaire) => listRecepisses(db, formulaire),
  }),
  // A document is made elsewhere: no transaction waits for it.
  lireRecepisse: route(api.lireRecepisse, {
    transaction: 'siennes',
    load: loadLu,
    act: lireRecepisse,
  }),
  // What throttles must stay, whatever follows.
  verifierRecepisse: route(api.verifierRecepisse, {
    transaction: 'siennes',
    act: verifierRecepisse,
  }),
} satisfies Record<keyof typeof api, RouteMontee>
