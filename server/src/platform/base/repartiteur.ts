// What a pooler (PgBouncer and its like) changes: it may hand the sessions of PostgreSQL to its
// clients in turn, so that nothing told to a session holds for the statement that follows.
import type { Connexion } from './connexion.ts'
import { codeDe, estConnexionPerdue } from './erreurs.ts'

const SESSION = 'select pg_backend_pid() as pid'
const INSUFFICIENT_PRIVILEGE = '42501'
/** A prepared statement that is not there, or that another client has made. */
const PREPARATION_PERDUE = new Set(['26000', '42P05'])

async function sessionDe(connexion: Connexion, facon = {}): Promise<unknown> {
  const { rows } = await connexion.demander(SESSION, [], facon)
  return rows[0]?.['pid']
}

/** Whether what greeted us is not PostgreSQL itself: a pooler makes up the session it announces. */
export async function estRepartie(connexion: Connexion): Promise<boolean> {
  return (await sessionDe(connexion)) !== connexion.pid
}

/** What was seen of a pooler. */
export type Repartition = {
  /** Whether sessions are handed to clients in turn (« transaction mode »). */
  partagees: boolean
  /** Whether what a client has prepared is found again in another session. */
  prepare: boolean
}

/** Has another client take the session that the first has just left, and looks at what it is given. */
export async function eprouver(
  [une, autre]: readonly [Connexion, Connexion],
  facon: { preparer: boolean; silenceMs: number },
): Promise<Repartition> {
  const avant = await sessionDe(une, facon)
  await autre.demander('begin')
  await sessionDe(autre)
  try {
    // Within a transaction the driver does not prepare anew by itself what it no longer finds.
    await une.demander('begin')
    return { partagees: (await sessionDe(une, facon)) !== avant, prepare: true }
  } catch (error) {
    if (!PREPARATION_PERDUE.has(codeDe(error) ?? '') && !estConnexionPerdue(error)) throw error
    return { partagees: true, prepare: false }
  }
}

const citer = (nom: string) => `"${nom.replaceAll('"', '""')}"`

const DEJA = `
  select unnest(s.setconfig) as reglage from pg_db_role_setting s
  join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
  where d.datname = current_database() and r.rolname = $1`

/** One process at a time: two that change an account at once fail (« tuple concurrently updated »). */
const VERROU = "select pg_advisory_xact_lock(hashtext('releve.preparerRole'))"

type Compte = { user: string; database: string }

async function donnerReglages(
  connexion: Connexion,
  { user, database }: Compte,
  reglages: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await connexion.demander(DEJA, [user])
  const deja = new Set(rows.map(({ reglage }) => reglage))
  const role = `alter role ${citer(user)} in database ${citer(database)} set`
  for (const [nom, valeur] of Object.entries(reglages)) {
    if (!deja.has(`${nom}=${valeur}`)) await connexion.demander(`${role} ${nom} = '${valeur}'`)
  }
}

/**
 * Has PostgreSQL give these settings to each new session of an account on this base. An account may
 * do it for itself; where it may not, nothing changes.
 */
export async function preparerRole(
  connexion: Connexion,
  compte: Compte,
  reglages: Readonly<Record<string, string>>,
): Promise<void> {
  await connexion.demander('begin')
  try {
    await connexion.demander(VERROU)
    await donnerReglages(connexion, compte, reglages)
    await connexion.demander('commit')
  } catch (error) {
    if (!connexion.perdue) await connexion.demander('rollback')
    if (codeDe(error) !== INSUFFICIENT_PRIVILEGE) throw error
  }
}

/** Which of these settings do not hold in this session. */
export async function manquantsDe(
  connexion: Connexion,
  reglages: Readonly<Record<string, string>>,
): Promise<string[]> {
  const noms = Object.keys(reglages)
  const { rows } = await connexion.demander(
    'select nom, current_setting(nom) as valeur from unnest($1::text[]) as nom',
    [noms],
  )
  const tenus = new Map(rows.map(({ nom, valeur }) => [nom, valeur]))
  return noms.filter((nom) => tenus.get(nom) !== reglages[nom])
}
