import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { exporterJournal } from './exporter.ts'
import { listLignesJournal } from './journal.sql.ts'

export const journalRoutes = {
  listJournal: route(journalApi.listJournal, {
    transaction: 'aucune',
    act: async ({ db, query }) => {
      const { fuseau } = await findReglages(db)
      return listLignesJournal(db, { ...query, fuseau }, query)
    },
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterJournal: route(journalApi.exporterJournal, {
    transaction: 'siennes',
    act: (appel) => exporterJournal(appel, appel.query),
  }),
} satisfies Record<keyof typeof journalApi, RouteMontee>
