import { CALENDRIER } from '../seed/calendrier.ts'
import { installerCodifications } from './codification/codification.sql.ts'
import { installerModeles } from './modele/modele.sql.ts'
import { installerReglages } from './parametre/parametre.sql.ts'
import type { Db } from './platform/route.ts'

/** What every base holds: settings, code lists, form models. Adds what is missing, changes nothing. */
export async function installer(db: Db): Promise<void> {
  await installerReglages(db, CALENDRIER)
  await installerCodifications(db)
  await installerModeles(db)
}
