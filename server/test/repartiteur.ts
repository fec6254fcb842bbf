// PgBouncer before a PostgreSQL of the tests, in transaction mode: where it is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compte, portLibre } from './postgres.ts'

const PROGRAMME = 'pgbouncer'

/** Whether this machine has PgBouncer. */
export const avecPgBouncer = (): boolean => spawnSync(PROGRAMME, ['--version']).status === 0

/** How many prepared statements each of its sessions finds again for its clients: 0, none. */
type Reglages = { preparees?: number }

const reglagesDe = (url: URL, port: number, dossier: string, preparees: number) => `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(dossier, 'comptes')}
pool_mode = transaction
default_pool_size = 5
max_prepared_statements = ${preparees}
`

/** Settings of before 1.21 have no word for prepared statements, which they do not lend. */
const sansPreparation = (reglages: string) => reglages.replace(/^max_prepared.*\n/m, '')

/** Whether it can find prepared statements again: from 1.21 on. */
export const connaitPreparees = (): boolean => {
  const { stdout } = spawnSync(PROGRAMME, ['--version'], { encoding: 'utf8' })
  const [, majeure = 0, mineure = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  return majeure > 1 || mineure >= 21
}

async function ecrire(url: URL, port: number, preparees: number): Promise<string> {
  const dossier = mkdtempSync(join(tmpdir(), 'releve-pgbouncer-'))
  chmodSync(dossier, 0o755)
  const reglages = reglagesDe(url, port, dossier, preparees)
  writeFileSync(join(dossier, 'comptes'), '"releve" ""\n')
  writeFileSync(
    join(dossier, 'reglages.ini'),
    connaitPreparees() ? reglages : sansPreparation(reglages),
  )
  return dossier
}

async function repondre(enfant: ChildProcess): Promise<void> {
  if (enfant.stderr === null) throw new Error('sans sortie d’erreurs')
  for await (const octets of enfant.stderr) if (String(octets).includes('process up')) return
  throw new Error('PgBouncer n’a pas démarré')
}

/** Starts one before this server: the address by which it is reached through it, and its end. */
export async function startPgBouncer(
  adresse: string,
  { preparees = 0 }: Reglages = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = new URL(adresse)
  const port = await portLibre()
  const dossier = await ecrire(url, port, preparees)
  const { uid, gid } = compte()
  const enfant = spawn(PROGRAMME, [join(dossier, 'reglages.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    uid,
    gid,
  })
  const finie = once(enfant, 'exit')
  await repondre(enfant)
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      enfant.kill('SIGTERM')
      await finie
      rmSync(dossier, { recursive: true, force: true })
    },
  }
}
