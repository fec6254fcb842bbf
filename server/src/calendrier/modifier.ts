import { isDeepStrictEqual } from 'node:util'
import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import {
  echeanceDe,
  garderEcheances,
  jourLocal,
  joursOuvres,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { noter } from '../journal/noter.sql.ts'
import { CALENDRIER, findReglages, type Reglages } from '../parametre/calendrier.ts'
import { modifierGroupe } from '../parametre/modifier.ts'
import { updateReglage, verrouillerParametres } from '../parametre/parametre.sql.ts'
import type { Appel, Db } from '../platform/route.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { listRangs } from './calendrier.sql.ts'

type AppelModifier = Appel<typeof calendrierApi.modifierCalendrier>

/** Months before this one whose due dates are kept: to the first report, two years at least. */
const MOIS_GARDES = { moins: 24, plus: 240 }

/** The months that have begun, as far back as due dates are kept. */
function rangsGardes(rangs: readonly number[], courant: number): number[] {
  const premier = Math.max(
    courant - MOIS_GARDES.plus,
    Math.min(courant - MOIS_GARDES.moins, ...rangs),
  )
  return Array.from({ length: courant - premier + 1 }, (_, n) => premier + n)
}

/** Settings before and after, and the months of which there is a form. */
type Change = {
  avant: Reglages
  apres: Reglages
  siens: Awaited<ReturnType<typeof listRangs>>
}

/** Keeps the due dates that are past, and tells the journal which of those to come move. */
async function garderPassees(appel: AppelModifier, { avant, apres, siens }: Change): Promise<void> {
  const { db, maintenant } = appel
  const rangs = siens.map(({ rang }) => rang)
  const commences = rangsGardes(rangs, rangCourant(maintenant, apres.fuseau))
  const jour = jourLocal(maintenant, apres.fuseau)
  const gardes = garderEcheances(apres, { avant, jour, rangs: commences })
  if (!isDeepStrictEqual(gardes.echeances, avant.echeances)) {
    await updateReglage(db, 'echeances', gardes.echeances, maintenant)
  }
  for (const periode of commences.map(periodeDe)) {
    const [de, a] = [echeanceDe(periode, avant), echeanceDe(periode, gardes)]
    if (de === a) continue
    const changements = { echeance: { avant: de, apres: a } }
    const detail = { periode: libellePeriode(periode) }
    await noter(appel, 'ECHEANCE_DEPLACEE', { changements, detail })
  }
}

/** Asks that the forms of the months whose working days change be computed again. */
async function suivreJoursOuvres(db: Db, { avant, apres, siens }: Change): Promise<void> {
  const changes = siens.filter(({ rang, couverts }) => {
    const compter = (reglages: Reglages) => joursOuvres(periodeDe(rang), reglages, couverts)
    return compter(avant) !== compter(apres)
  })
  const rangs = [...new Set(changes.map(({ rang }) => rang))]
  if (rangs.length > 0) await demanderRecalcul(db, { rangs })
}

/** @throws VERSION_PARAMETRES_PERIMEE */
export async function modifierCalendrier(appel: AppelModifier) {
  const { db } = appel
  await verrouillerParametres(db)
  const avant = await findReglages(db)
  const valeurs = await modifierGroupe(appel, 'CALENDRIER_MODIFIE', CALENDRIER, appel.body)
  const change = { avant, apres: await findReglages(db), siens: await listRangs(db) }
  await garderPassees(appel, change)
  await suivreJoursOuvres(db, change)
  return valeurs
}
