// A process that writes rows one by one and says each once its commit is acknowledged, until it
// is killed. Opens DATABASE_URL, else DATA_DIR, as the server does.
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { inTransaction } from '../src/platform/base/transaction.ts'

const STDOUT = 1

try {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
  const { db } = await openBase({ databaseUrl, dataDir })
  await sql`create table if not exists ecrit (n integer primary key, texte text)`.execute(db)
  const { rows } = await sql<{ n: number }>`select coalesce(max(n), 0) as n from ecrit`.execute(db)
  for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
    await inTransaction(db, (tx) =>
      sql`insert into ecrit values (${n}, ${'x'.repeat(3000)})`.execute(tx),
    )
    writeSync(STDOUT, `${n}\n`)
  }
} catch (error) {
  writeSync(STDOUT, `refus ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
