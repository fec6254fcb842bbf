import { sql } from 'kysely'
import { CONSERVATION, findGroupe } from '../parametre/parametre.sql.ts'
import type { Db } from '../platform/route.ts'
import { deleteAppareilsAnciens, deleteLeveesPerimees } from './appareil.sql.ts'
import { deleteLiaisonsPerimees } from './identite.sql.ts'
import { deleteDefisPerimes } from './second-facteur.sql.ts'
import { deleteTentativesAnciennes } from './tentative.sql.ts'

/**
 * Removes the tokens of sessions that are over, the tokens and temporary passwords used or expired
 * too long ago to matter, the counters of old tries, the links and devices too old. Sessions
 * themselves stay: they say who was signed in.
 */
export async function deleteJetonsPerimes(db: Db, maintenant: Date): Promise<void> {
  const finie = sql`select id from session
    where expire_le <= ${maintenant} or fermee_le is not null`
  await sql`delete from jeton_acces
    where expire_le <= ${maintenant} or session_id in (${finie})`.execute(db)
  await sql`delete from jeton_renouvellement where session_id in (${finie})`.execute(db)
  await sql`delete from mot_de_passe_provisoire where expire_le < ${maintenant}::timestamptz
    - interval '1 day'`.execute(db)
  await deleteDefisPerimes(db, maintenant)
  await deleteLiaisonsPerimees(db, maintenant)
  await deleteTentativesAnciennes(db, maintenant)
  await deleteLeveesPerimees(db, maintenant)
  await deleteAppareilsAnciens(db, maintenant)
}

/** Removes the programs' tokens that ended longer ago than the journal is kept. Returns how many. */
export async function deleteJetonsAnciens(db: Db, maintenant: Date): Promise<number> {
  const { conservationJournalMois: mois } = await findGroupe(db, CONSERVATION)
  const { numAffectedRows = 0n } = await sql`
    delete from jeton_programme
    where least(revoque_le, expire_le) < date_trunc('day', ${maintenant}::timestamptz)
      - make_interval(months => ${mois}::integer)`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes the sessions over for longer than the journal is kept: they hold a device and a network
 * address, as its lines do. One whose tokens are not gone yet waits. Returns how many went.
 */
export async function deleteSessionsAnciennes(db: Db, maintenant: Date): Promise<number> {
  const { conservationJournalMois: mois } = await findGroupe(db, CONSERVATION)
  const { numAffectedRows = 0n } = await sql`
    delete from session s
    where least(fermee_le, expire_le) < date_trunc('day', ${maintenant}::timestamptz)
        - make_interval(months => ${mois}::integer)
      and not exists (select from jeton_acces j where j.session_id = s.id)
      and not exists (select from jeton_renouvellement j where j.session_id = s.id)`.execute(db)
  return Number(numAffectedRows)
}
