import { jourLocal, plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Db } from '../platform/route.ts'
import { relancerSelonCalendrier } from '../relance/automatique.ts'
import { insertSuspension } from '../relance/suspension.sql.ts'

const JOUR = 24 * 3_600_000
/** Days of reminders that are told, today included. */
const JOURS = 24

/** A structure that is left in peace since the day before yesterday, and why. */
const SUSPENDUE = {
  structure: 'CSOC-R06-01',
  motif: 'Le centre ouvre son registre et rattrape ses premiers mois, en accord avec la direction.',
  encore: 12,
}

/** The reminders that the calendar has sent for what is still missing, day after day. */
export async function relancerJoursPasses(db: Db, maintenant: Date): Promise<void> {
  for (let recul = JOURS - 1; recul >= 0; recul -= 1) {
    const jour = jourLocal(new Date(maintenant.getTime() - recul * JOUR), 'UTC')
    const le = new Date(`${jour}T08:00:00Z`)
    // What is still to come is left to the process.
    if (le <= maintenant) await relancerSelonCalendrier(db, { url: null, maintenant: le })
  }
  const structures = db.selectFrom('structure').select('id')
  const structure = await structures.where('code', '=', SUSPENDUE.structure).executeTakeFirst()
  const comptes = db.selectFrom('utilisateur').select('id')
  const dpps = await comptes.where('identifiant', '=', 'dpps').executeTakeFirst()
  if (!structure || !dpps) return
  const jour = jourLocal(maintenant, 'UTC')
  await insertSuspension(db, structure.id, {
    jusqua: plusJours(jour, SUSPENDUE.encore),
    motif: SUSPENDUE.motif,
    par: dpps.id,
    le: new Date(maintenant.getTime() - 2 * JOUR),
  })
}
