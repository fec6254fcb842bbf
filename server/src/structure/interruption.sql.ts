import type {
  EtatInterruption,
  EtatStructure,
} from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { decaler, finDeFermeture } from './interruption.ts'

/** A structure whose state changes, on the day `jour`. Days are `AAAA-MM-JJ`. */
type Passage = {
  structureId: number
  /** null: it has just been created. */
  avant: { etat: EtatStructure; dateOuverture: string; dateFermeture: string | null } | null
  apres: { etat: EtatStructure; dateOuverture: string }
  jour: string
}

const premierDe = (a: string, b: string): string => (a < b ? a : b)

/** Since when the state that begins excuses from reporting. */
function debutDe({ avant, apres, jour }: Passage): string {
  // Created so, it has never been expected.
  if (!avant) return premierDe(apres.dateOuverture, jour)
  return finDeFermeture(avant, jour) ?? jour
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

/** What lasts ends on the eve (begun that day, it has not been), and a closing becomes one that is over. */
async function fermer(db: Db, { structureId, avant, jour }: Passage): Promise<void> {
  const hier = decaler(jour, -1)
  const ouverte = sql`structure_id = ${structureId} and au is null`
  await sql`delete from structure_interruption where ${ouverte} and du > ${hier}`.execute(db)
  await sql`update structure_interruption set au = ${hier} where ${ouverte}`.execute(db)
  const du = finDeFermeture(avant, jour)
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
 * open an interruption that day (at its opening for a structure created so, the day after its
 * closing for one that was FERMEE); coming back to ACTIVE ends it on the eve. FERMEE is `dateFermeture`'s
 * affair, and leaves open what lasts. The same state: nothing, but what `reculer` does.
 */
export async function suivreEtat(db: Db, passage: Passage): Promise<void> {
  const { avant, apres } = passage
  await reculer(db, passage)
  if (avant?.etat === apres.etat) return
  if (apres.etat === 'ACTIVE') await fermer(db, passage)
  else if (apres.etat !== 'FERMEE') await ouvrir(db, passage, apres.etat)
}
