import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { type Agent, exigerDroit } from '../platform/agent.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type RouteMontee, routeOf, type Sql, sansCharge } from '../platform/route.ts'
import { abandonnerCourriel, reessayerCourriel } from './agir.ts'
import { courrielRights } from './courriel.rights.ts'
import { countCourriels, findCourriel, listCourriels } from './courriel.sql.ts'

const route = routeOf(courrielRights)

type Demande = { sql: Sql; agent: Agent; params: { id: number }; maintenant: Date }

function loadCourriel({ sql, agent, params, maintenant }: Demande) {
  exigerDroit(agent, 'courriel.gerer')
  return findCourriel(sql, params.id, maintenant)
}

export const courrielRoutes = {
  listCourriels: route(courrielApi.listCourriels, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, query, config, maintenant }) => {
      const { page, taille } = query
      const { elements, total } = await listCourriels(sql, query, maintenant)
      const comptes = await countCourriels(sql)
      return { elements, total, page, taille, envoi: modeEnvoiDe(config), ...comptes }
    },
  }),
  reessayerCourriel: route(courrielApi.reessayerCourriel, {
    load: loadCourriel,
    act: ({ sql, agent, maintenant }, courriel) =>
      reessayerCourriel(sql, agent, courriel, maintenant),
  }),
  abandonnerCourriel: route(courrielApi.abandonnerCourriel, {
    load: loadCourriel,
    act: ({ sql, agent, maintenant }, courriel) =>
      abandonnerCourriel(sql, agent, courriel, maintenant),
  }),
} satisfies Record<keyof typeof courrielApi, RouteMontee>
