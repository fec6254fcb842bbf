import { MOTEUR } from '@releve/contract/modele/moteur.ts'
import { CALENDRIER } from '../seed/calendrier.ts'
import { installerCodifications } from './codification/codification.sql.ts'
import { installerModeles } from './modele/modele.sql.ts'
import { installerReglages } from './parametre/parametre.sql.ts'
import type { Db } from './platform/route.ts'
import { demanderRecalculDuMoteur } from './tache/recalcul.sql.ts'

/**
 * What every base holds: settings, code lists, form models, and the engine that computes its forms.
 * Adds what is missing, changes nothing. What is filled afterwards is computed by this engine.
 */
export async function installer(db: Db): Promise<void> {
  await installerReglages(db, CALENDRIER)
  await installerCodifications(db)
  await installerModeles(db)
  await demanderRecalculDuMoteur(db, MOTEUR)
}
