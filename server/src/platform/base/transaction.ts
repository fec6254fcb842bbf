import { type Kysely, sql, type Transaction } from 'kysely'

/**
 * Runs `fn` in one transaction (read committed): committed when it returns, rolled back when it
 * throws. Called with a transaction, it nests in it by a savepoint. Never retried: whoever asked
 * decides (`estConflitDeSerialisation`). Inside, use `tx` only: the embedded base has one
 * connection, and the outer handle would wait for itself.
 */
export async function inTransaction<Base, Resultat>(
  db: Kysely<Base>,
  fn: (tx: Transaction<Base>) => Promise<Resultat>,
): Promise<Resultat> {
  // `isTransaction` is how Kysely itself tells a Transaction from its parent class.
  if (db.isTransaction) return inSavepoint(db as Transaction<Base>, fn)
  return db.transaction().setIsolationLevel('read committed').execute(fn)
}

let rang = 0

async function inSavepoint<Base, Resultat>(
  tx: Transaction<Base>,
  fn: (tx: Transaction<Base>) => Promise<Resultat>,
): Promise<Resultat> {
  rang += 1
  const nom = sql.id(`point_${rang}`)
  await sql`savepoint ${nom}`.execute(tx)
  try {
    const resultat = await fn(tx)
    await sql`release savepoint ${nom}`.execute(tx)
    return resultat
  } catch (error) {
    await sql`rollback to savepoint ${nom}`.execute(tx)
    throw error
  }
}
