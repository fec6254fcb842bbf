import { CALENDRIER } from '../seed/calendrier.ts'
import { installerReglages } from './calendrier/calendrier.sql.ts'
import { installerCodifications } from './codification/codification.sql.ts'
import { installerModeles } from './modele/modele.sql.ts'
import type { Sql } from './platform/route.ts'

/** What every base holds: settings, code lists, form models. Adds what is missing, changes nothing. */
export async function installer(sql: Sql): Promise<void> {
  await installerReglages(sql, CALENDRIER)
  await installerCodifications(sql)
  await installerModeles(sql)
}
