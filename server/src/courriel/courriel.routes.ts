import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { modeEnvoiDe } from '../platform/config.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { abandonnerCourriel, reessayerCourriel } from './agir.ts'
import { countCourriels, findCourriel, listCourriels } from './courriel.sql.ts'
import { exporterCourriels } from './exporter.ts'

type DesigneCourriel = Pick<Contexte, 'db' | 'maintenant'> & { params: { id: number } }

const loadCourriel = ({ db, params, maintenant }: DesigneCourriel) =>
  findCourriel(db, params.id, maintenant)

export const courrielRoutes = {
  listCourriels: route(courrielApi.listCourriels, {
    transaction: 'aucune',
    act: async ({ db, query, config, maintenant }) => {
      const liste = await listCourriels(db, query, maintenant)
      return { ...liste, envoi: modeEnvoiDe(config), ...(await countCourriels(db)) }
    },
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterCourriels: route(courrielApi.exporterCourriels, {
    transaction: 'siennes',
    act: exporterCourriels,
  }),
  reessayerCourriel: route(courrielApi.reessayerCourriel, {
    transaction: 'une',
    load: loadCourriel,
    act: reessayerCourriel,
  }),
  abandonnerCourriel: route(courrielApi.abandonnerCourriel, {
    transaction: 'une',
    load: loadCourriel,
    act: abandonnerCourriel,
  }),
} satisfies Record<keyof typeof courrielApi, RouteMontee>
