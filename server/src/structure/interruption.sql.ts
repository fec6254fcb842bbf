import type {
  EtatInterruption,
  EtatStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** A structure whose state changes, on the day `aujourdhui`. Days are `AAAA-MM-JJ`. */
type Passage = {
  structureId: number
  /** null: it has just been created. */
  avant: { etat: EtatStructure; dateOuverture: string; dateFermeture: string | null } | null
  apres: { etat: EtatStructure; dateOuverture: string }
  aujourdhui: string
}

function decaler(jour: string, jours: number): string {
  const date = new Date(`${jour}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + jours)
  return date.toISOString().slice(0, 10)
}

const premierDe = (a: string, b: string): string => (a < b ? a : b)

/** The day after a structure's closing, when it was closed and that day is past or present. */
function finDeFermeture({ avant, aujourdhui }: Passage): string | null {
  if (avant?.etat !== 'FERMEE' || avant.dateFermeture === null) return null
  const lendemain = decaler(avant.dateFermeture, 1)
  return lendemain <= aujourdhui ? lendemain : null
}

/** Since when the state that begins excuses from reporting. */
function debutDe(passage: Passage): string {
  const { avant, apres, aujourdhui } = passage
  // Created so, it has never been expected.
  if (!avant) return premierDe(apres.dateOuverture, aujourdhui)
  return finDeFermeture(passage) ?? aujourdhui
}

/** An interruption that lasts, or ended on the eve, goes on and only takes the new name. */
async function ouvrir(db: Db, passage: Passage, etat: EtatInterruption): Promise<void> {
  const { structureId } = passage
  const du = debutDe(passage)
  await sql`
    with dure as (
      update structure_interruption set etat = ${etat}, au = null
      where structure_id = ${structureId} and (au is null or au = ${decaler(du, -1)})
      returning 1
    )
    insert into structure_interruption (structure_id, etat, du)
    select ${structureId}, ${etat}, ${du} where not exists (select 1 from dure)
    on conflict (structure_id, du) do update set etat = excluded.etat, au = null`.execute(db)
}

/** What lasts ends yesterday (begun today, it has not been), and a closing becomes one that is over. */
async function fermer(db: Db, passage: Passage): Promise<void> {
  const { structureId, aujourdhui } = passage
  const hier = decaler(aujourdhui, -1)
  const ouverte = sql`structure_id = ${structureId} and au is null`
  await sql`delete from structure_interruption where ${ouverte} and du > ${hier}`.execute(db)
  await sql`update structure_interruption set au = ${hier} where ${ouverte}`.execute(db)
  const du = finDeFermeture(passage)
  if (du === null || du > hier) return
  await db
    .insertInto('structureInterruption')
    .values({ structureId, etat: 'FERMEE', du, au: hier })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Never expected yet, a structure whose opening is put back owes nothing before either. */
async function reculer(db: Db, { structureId, avant, apres }: Passage): Promise<void> {
  if (!avant || apres.dateOuverture >= avant.dateOuverture) return
  await sql`update structure_interruption set du = ${apres.dateOuverture}
    where structure_id = ${structureId} and au is null
      and du <= ${avant.dateOuverture} and du > ${apres.dateOuverture}`.execute(db)
}

/**
 * Dates a change of state, so that what is expected follows (`estOuverteSql`): INVITEE and SUSPENDUE
 * open an interruption today (at its opening for a structure created so, the day after its closing
 * for one that was FERMEE); coming back to ACTIVE ends it yesterday. FERMEE is `dateFermeture`'s
 * affair, and leaves open what lasts. The same state: nothing, but what `reculer` does.
 */
export async function suivreEtat(db: Db, passage: Passage): Promise<void> {
  const { avant, apres } = passage
  await reculer(db, passage)
  if (avant?.etat === apres.etat) return
  if (apres.etat === 'ACTIVE') await fermer(db, passage)
  else if (apres.etat !== 'FERMEE') await ouvrir(db, passage, apres.etat)
}
