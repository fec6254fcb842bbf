import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { installerReglages } from '../src/parametre/parametre.sql.ts'
import { estConflitDeSerialisation } from '../src/platform/base/erreurs.ts'
import {
  type BaseOuverte,
  type Maison,
  openBase,
  openBaseEnMemoire,
} from '../src/platform/base/ouvrir.ts'
import type { Db } from '../src/platform/route.ts'
import { demanderA } from './client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which home this run of the tests is about. */
    maison: Maison
    /** The prepared base to copy: an archive's path, or the address of a template. */
    modele: string
  }
}

/**
 * Two long acts side by side share the one connection of the embedded base: on a busy machine, the
 * second waits for longer than a person would. So does a statement on a server: what it does when
 * one is too long is tried by those who set the limit (`platform/base/serveur.test.ts`).
 */
const PATIENCE = { attenteConnexionMs: 120_000, dureeMaxMs: 120_000 }

async function administrer(url: string, ordre: string): Promise<void> {
  const adresse = new URL(url)
  adresse.pathname = '/postgres'
  await demanderA(adresse.href, ordre)
}

async function copierSurServeur(modele: string): Promise<BaseOuverte> {
  const adresse = new URL(modele)
  const nom = `essai_${randomUUID().replaceAll('-', '')}`
  await administrer(
    modele,
    `create database ${nom} template ${adresse.pathname.slice(1)} strategy file_copy`,
  )
  adresse.pathname = `/${nom}`
  // Left there: its server ends with the run, and dropping it has everybody wait for the disk.
  return openBase({ databaseUrl: adresse.href, dataDir: '', ...PATIENCE })
}

/**
 * A base of this file's own, migrated and prepared, in the home under test; closed after the
 * file's last test. Call it once, at the top: `const base = await testBase()`.
 */
export async function testBase(): Promise<BaseOuverte> {
  const modele = inject('modele')
  const base =
    inject('maison') === 'serveur'
      ? await copierSurServeur(modele)
      : await openBaseEnMemoire(modele, PATIENCE)
  afterAll(() => base.close())
  return base
}

/** What stands in the base is no longer what a process may have read: as a replica, nothing says so. */
export const RESTAMP = `update tampon
  set n = nextval(pg_get_serial_sequence('tampon', 'n')), le = clock_timestamp()`

/** How many of the statements that the test before left behind may come in between. */
const ESSAIS = 10

/**
 * Empties tables, and those that refer to them, as only a test may: as a replica, so that the
 * guards of what is never emptied do not stand in the way; every stamp then changes, as theirs
 * would have. It wants all of them, and what a process still reads or writes for the test before
 * holds some: where each waits for the other, PostgreSQL stops one, and this begins again. Names in
 * snake_case.
 */
export async function viderTables<Base>(db: Kysely<Base>, ...noms: string[]): Promise<void> {
  const vider = sql.raw(
    `do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      truncate ${noms.join(', ')} cascade;
      ${RESTAMP};
    end $$`,
  )
  for (let essai = 1; ; essai += 1) {
    try {
      await vider.execute(db)
      return
    } catch (echec) {
      if (essai === ESSAIS || !estConflitDeSerialisation(echec)) throw echec
    }
  }
}

/**
 * What a base that has collected for long has: a start before all that the tests tell, and its
 * reminders open. One that is only installed has neither.
 */
const COLLECTE = { debutCollecte: '2000-01', relancesOuvertes: true }

export const ouvrirCollecte = (db: Db): Promise<void> => installerReglages(db, COLLECTE)

/** Takes every setting away, but what says that reports are collected. */
export async function viderReglages(db: Db): Promise<void> {
  await sql`delete from parametre`.execute(db)
  await ouvrirCollecte(db)
}
