import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { type Db, type RouteMontee, route } from '../platform/route.ts'
import { exporterJournal } from './exporter.ts'
import { listLignesJournal } from './journal.sql.ts'

/** Reads the zone in which the days of the journal are counted. */
type FindFuseau = (db: Db) => Promise<{ fuseau: string }>

export const createJournalRoutes = (findFuseau: FindFuseau) =>
  ({
    listJournal: route(journalApi.listJournal, {
      transaction: 'aucune',
      act: async ({ db, query }) => {
        const { fuseau } = await findFuseau(db)
        return listLignesJournal(db, { ...query, fuseau }, query)
      },
    }),
    // The lines are read as the file leaves: no transaction waits for who reads.
    exporterJournal: route(journalApi.exporterJournal, {
      transaction: 'siennes',
      act: async (appel) => exporterJournal(appel, appel.query, await findFuseau(appel.db)),
    }),
  }) satisfies Record<keyof typeof journalApi, RouteMontee>
