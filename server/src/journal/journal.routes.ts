import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { exporterJournal } from './exporter.ts'
import { journalRights } from './journal.rights.ts'
import { countJournal, listLignesJournal } from './journal.sql.ts'

const route = routeOf(journalRights)

export const journalRoutes = {
  listJournal: route(journalApi.listJournal, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql, query: { page, taille, ...cherche } }) => {
      const filtres = { ...cherche, fuseau: (await findReglages(sql)).fuseau }
      const total = await countJournal(sql, filtres)
      const saut = (page - 1) * taille
      const elements = await listLignesJournal(sql, filtres, { limite: taille, saut })
      return { elements, total, page, taille }
    },
  }),
  exporterJournal: route(journalApi.exporterJournal, {
    load: sansCharge,
    act: ({ sql, agent, query, maintenant }) => exporterJournal(sql, agent, query, maintenant),
  }),
} satisfies Record<keyof typeof journalApi, RouteMontee>
