import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { STRUCTURES } from '../seed/structures.ts'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'
import { insertStructure } from '../src/structure/structure.sql.ts'
import { insertUtilisateur } from '../src/utilisateur/utilisateur.sql.ts'
import { startPostgres } from './postgres.ts'
import { preparer } from './preparation.ts'
import { lancer } from './processus.ts'

/** The day after the due date of March 2025. */
const MATIN = '2025-04-08T10:00:00Z'
const NOMBRE = 60

/** So many structures, each with a person, that have not reported March. */
async function peupler(base: BaseOuverte): Promise<void> {
  const { db } = base
  await preparer(base)
  const modele = STRUCTURES.find(({ code }) => code === 'CAU-R01-01')
  if (!modele) throw new Error('no such structure')
  const { parent: _, ...fiche } = modele
  for (let n = 0; n < NOMBRE; n += 1) {
    const code = `CAU-${n}`
    const neuve = { ...fiche, code, modeles: ['RMA', 'EPM'], dateOuverture: '2025-03-01' }
    const structureId = await insertStructure(db, { ...neuve, parentId: null })
    await insertUtilisateur(db, {
      identifiant: code,
      nom: code,
      nomAffichable: code,
      email: `${code}@exemple.org`,
      roles: ['ROLE_STRUCTURE'],
      structureId,
      motDePasse: '!',
    })
  }
}

async function ouvrir() {
  const serveur = await startPostgres()
  onTestFinished(() => serveur.stop())
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  onTestFinished(() => base.close())
  await peupler(base)
  const relanceur = () => lancer('relanceur.ts', { DATABASE_URL: serveur.url }, [MATIN])
  return { serveur, db: base.db, relanceur }
}

/** What is written: reports noted as reminded, messages, copies of them, mails that wait. */
async function compter({ db }: BaseOuverte | { db: BaseOuverte['db'] }) {
  const { rows } = await sql<Record<'notes' | 'messages' | 'copies' | 'mails' | 'gens', number>>`
    select (select count(*)::int from relance) as notes,
      (select count(*)::int from message) as messages,
      (select count(*)::int from message_destinataire) as copies,
      (select count(distinct utilisateur_id)::int from message_destinataire) as gens,
      (select count(*)::int from tache where genre = 'COURRIEL') as mails`.execute(db)
  return rows[0]
}

/** The sessions whose statement writes a message: all of those at work, or those that wait so. */
async function ecrivent({ db }: Pick<BaseOuverte, 'db'>, attente?: string) {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where query like '%insert into message (%' and state <> 'idle' and pid <> pg_backend_pid()
      and (${attente ?? null}::text is null or wait_event_type = ${attente ?? null})`.execute(db)
  return rows
}

/** How many sessions but this one are at work, or in a transaction. */
async function sontOccupees({ db }: Pick<BaseOuverte, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
      and datname = current_database()`.execute(db)
  return rows[0]?.n ?? 0
}

/** Two reports a structure, one message a person, one mail a message: all of it, or nothing. */
const entier = (structures: number) => ({
  notes: 2 * structures,
  messages: structures,
  copies: structures,
  mails: structures,
  gens: structures,
})

test('deux processus, dont un tué en chemin, n’écrivent qu’une fois à chacun', async () => {
  const { db, relanceur } = await ouvrir()
  const tue = relanceur()
  await tue.attendre(1)
  await expect.poll(async () => (await compter({ db }))?.notes).toBeGreaterThan(4)
  await tue.tuer()
  // What it had sent is still done, or undone, after it.
  await expect.poll(() => sontOccupees({ db })).toBe(0)
  const faites = (await compter({ db }))?.messages ?? 0
  expect(await compter({ db })).toEqual(entier(faites))

  const [un, deux] = [relanceur(), relanceur()]
  await Promise.all([un.attendre(2), deux.attendre(2)])
  expect(await compter({ db })).toEqual(entier(NOMBRE))
  const reste = Number(un.lignes[1]) + Number(deux.lignes[1])
  expect(reste).toBe(2 * (NOMBRE - faites))
})

test('tué entre la trace et le message, un processus ne laisse ni l’une ni l’autre', async () => {
  const { db, relanceur } = await ouvrir()
  const tue = relanceur()
  await db.transaction().execute(async (tx) => {
    // Whoever writes a message waits; what it noted before is not committed.
    await sql`lock table message in exclusive mode`.execute(tx)
    await tue.attendre(1)
    await expect.poll(async () => (await ecrivent({ db }, 'Lock')).length).toBe(1)
    await tue.tuer()
  })
  await expect.poll(async () => (await ecrivent({ db })).length).toBe(0)
  expect(await compter({ db })).toEqual(entier(0))
  const autre = relanceur()
  await autre.attendre(2)
  expect(autre.lignes[1]).toBe(String(2 * NOMBRE))
  expect(await compter({ db })).toEqual(entier(NOMBRE))
})
