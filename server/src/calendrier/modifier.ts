import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { CALENDRIER, findReglages, type Reglages } from '../parametre/calendrier.ts'
import { modifierGroupe } from '../parametre/modifier.ts'
import { verrouillerParametres } from '../parametre/parametre.sql.ts'
import type { Appel, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { listRangs } from './calendrier.sql.ts'

type AppelModifier = Appel<typeof calendrierApi.modifierCalendrier>

/** Asks that the forms of the months whose working days change be computed again. */
async function suivreJoursOuvres(db: Db, avant: Reglages, apres: Reglages): Promise<void> {
  const rangs = (await listRangs(db)).filter(
    (rang) => joursOuvres(periodeDe(rang), avant) !== joursOuvres(periodeDe(rang), apres),
  )
  if (rangs.length > 0) await demanderRecalcul(db, { rangs })
}

/** @throws VERSION_PARAMETRES_PERIMEE */
export async function modifierCalendrier(appel: AppelModifier) {
  await verrouillerParametres(appel.db)
  const avant = await findReglages(appel.db)
  const valeurs = await modifierGroupe(appel, 'CALENDRIER_MODIFIE', CALENDRIER, appel.body)
  await suivreJoursOuvres(appel.db, avant, valeurs)
  return valeurs
}
