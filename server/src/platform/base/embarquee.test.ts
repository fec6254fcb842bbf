import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dossierDeTest, lancer } from '../../../test/processus.ts'
import { demanderCopie, servirCopies } from './copie.ts'
import { openEmbarquee } from './embarquee.ts'
import { codeDe } from './erreurs.ts'
import { type BaseOuverte, openBase, type Reglages } from './ouvrir.ts'
import { inTransaction } from './transaction.ts'
import { joindreTitulaire, verrouiller } from './verrou.ts'

const modele = mkdtempSync(join(tmpdir(), 'releve-modele-'))
beforeAll(async () => (await openBase({ dataDir: modele })).close())
afterAll(() => rmSync(modele, { recursive: true }))

function dossierInitialise(): string {
  const dossier = dossierDeTest()
  cpSync(modele, dossier, { recursive: true })
  return dossier
}

async function ouvrir(dataDir: string, reglages?: Partial<Reglages>): Promise<BaseOuverte> {
  const base = await openBase({ ...reglages, dataDir })
  onTestFinished(() => base.close())
  return base
}

async function ecrits(base: BaseOuverte): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from ecrit order by n`.execute(base.db)
  return rows.map((row) => row.n)
}

test('chaque écriture confirmée est synchronisée sur le disque, une lecture ne l’est pas', async () => {
  const base = await ouvrir(dossierInitialise())
  await sql`create table essai (n integer)`.execute(base.db)
  const avant = await base.compterSyncs()
  for (let n = 0; n < 20; n += 1) {
    await inTransaction(base.db, (tx) => sql`insert into essai values (${n})`.execute(tx))
  }
  const apres = await base.compterSyncs()
  expect(apres - avant).toBeGreaterThanOrEqual(20)
  await sql`select * from essai`.execute(base.db)
  expect(await base.compterSyncs()).toBe(apres)
})

test('un processus tué net ne perd aucune écriture confirmée, et le suivant reprend son verrou', async () => {
  const dossier = dossierInitialise()
  const confirmees: number[] = []
  for (let tour = 0; tour < 3; tour += 1) {
    const ecrivain = lancer('ecrivain.ts', { DATA_DIR: dossier })
    await ecrivain.attendre(40)
    await ecrivain.tuer()
    confirmees.push(...ecrivain.lignes.map(Number))
  }
  expect(confirmees.length).toBeGreaterThanOrEqual(120)
  const presentes = new Set(await ecrits(await ouvrir(dossier)))
  expect(confirmees.filter((n) => !presentes.has(n))).toEqual([])
})

test('un deuxième processus sur le même dossier est refusé par une phrase qui nomme le premier', async () => {
  const dossier = dossierInitialise()
  const premier = lancer('ecrivain.ts', { DATA_DIR: dossier })
  await premier.attendre(1)
  await expect(openBase({ dataDir: dossier })).rejects.toThrow(
    `Le dossier de données «\u00a0${dossier}\u00a0» est déjà utilisé par un autre processus (n°\u00a0${premier.enfant.pid}). Arrêtez-le, ou choisissez un autre DATA_DIR.`,
  )
  const avant = premier.lignes.length
  await premier.attendre(avant + 5)
  expect(premier.lignes.length).toBeGreaterThanOrEqual(avant + 5)
})

test('un dossier rendu se rouvre, avec ce qu’il contenait', async () => {
  const dossier = dossierInitialise()
  const premiere = await openBase({ dataDir: dossier })
  await sql`create table ecrit as select 7 as n`.execute(premiere.db)
  await premiere.close()
  expect(await ecrits(await ouvrir(dossier))).toEqual([7])
})

test('une création interrompue est reprise de zéro', async () => {
  const dossier = dossierDeTest()
  mkdirSync(join(dossier, 'base.initialisation'))
  writeFileSync(join(dossier, 'base.initialisation', 'PG_VERSION'), '18\n')
  const base = await ouvrir(dossier)
  const { rows } = await sql<{ un: number }>`select 1 as un`.execute(base.db)
  expect(rows).toEqual([{ un: 1 }])
})

test('pendant une longue requête, le processus fait autre chose', async () => {
  const dossier = dossierInitialise()
  const base = await ouvrir(dossier)
  // It says that it runs, then waits for what only this process writes; it gives up on its own.
  const longue = sql`do $$
    declare dossier text := current_setting('data_directory');
    declare fin timestamptz := clock_timestamp() + interval '20 seconds';
    begin
      execute format('copy (select 1) to %L', dossier || '/commencee');
      while pg_stat_file(dossier || '/suite', true) is null loop
        if clock_timestamp() > fin then raise exception 'personne n’a rien écrit'; end if;
      end loop;
    end $$`.execute(base.db)
  await expect.poll(() => existsSync(join(dossier, 'base', 'commencee'))).toBe(true)
  writeFileSync(join(dossier, 'base', 'suite'), '')
  await longue
})

test('la connexion unique, prise deux fois, échoue au bout du délai au lieu d’attendre toujours', async () => {
  const base = await ouvrir(dossierInitialise(), { attenteConnexionMs: 300 })
  const imbriquee = inTransaction(base.db, () => sql`select 1`.execute(base.db))
  await expect(imbriquee).rejects.toThrow('aucune connexion à la base ne s’est libérée')
  expect((await sql`select 1 as un`.execute(base.db)).rows).toEqual([{ un: 1 }])
})

test('une base qui meurt le dit, et n’accepte plus rien', async () => {
  const dossier = dossierInitialise()
  const base = await openBase({ dataDir: dossier })
  await sql`create table essai (n integer)`.execute(base.db)
  rmSync(join(dossier, 'base', 'pg_wal'), { recursive: true })
  const journal = sql`select pg_switch_wal()`.execute(base.db)
  const suite = journal.then(() => sql`insert into essai values (1)`.execute(base.db))
  await expect(suite).rejects.toThrow()
  expect((await base.perdue).message).toBe('La base embarquée s’est arrêtée.')
  await expect(sql`select 1`.execute(base.db)).rejects.toThrow('La base embarquée s’est arrêtée.')
  await base.close()
})

test('le journal est repris et les tables analysées sans qu’on le demande', async () => {
  const dossier = dossierInitialise()
  const base = await ouvrir(dossier, { entretienMs: 50 })
  const journaux = () => readdirSync(join(dossier, 'base', 'pg_wal')).length
  await sql`create table essai (n integer, texte text)`.execute(base.db)
  for (let tour = 0; tour < 12; tour += 1) {
    await sql`insert into essai
      select n, repeat('x', 1000) from generate_series(1, 15000) n`.execute(base.db)
    await new Promise((suite) => setTimeout(suite, 120))
  }
  // 200 MB were written, in files of 16 MB: without a checkpoint none would have been reused.
  expect(journaux()).toBeLessThan(12)
  const { rows } = await sql<{ analysees: number }>`
    select count(*) as analysees from pg_stat_user_tables
    where relname = 'essai' and last_analyze is not null`.execute(base.db)
  expect(rows).toEqual([{ analysees: 1 }])
})

test('l’entretien ne s’intercale pas entre les deux temps d’une requête', async () => {
  const base = await ouvrir(dossierInitialise(), { entretienMs: 1 })
  const lus: unknown[] = []
  for (let n = 0; n < 300; n += 1) {
    // A text never seen, with a value: the driver has it described, and only then run.
    const { rows } = await sql`select ${n}::int as ${sql.ref(`n${n}`)}`.execute(base.db)
    lus.push(...rows)
  }
  expect(lus).toEqual(Array.from({ length: 300 }, (_, n) => ({ [`n${n}`]: n })))
})

/** A message of the protocol: its letter, what it says, its length between both. */
function message(lettre: string, dit = ''): Buffer {
  const octets = Buffer.from(`${lettre}0000${dit}`)
  octets.writeInt32BE(octets.length - 1, 1)
  return octets
}

test('une connexion coupée au milieu d’une requête fautive n’arrête pas la suivante', async () => {
  const base = await openEmbarquee(dossierInitialise())
  onTestFinished(() => base.close())
  const flux = base.connecter()
  const recus: Buffer[] = []
  flux.on('data', (octets: Buffer) => void recus.push(octets))
  flux.write(message('Q'))
  // Described and refused; what comes before `Sync` is then ignored, and it never comes.
  flux.write(Buffer.concat([message('P', '\0selec 1\0\0\0'), message('H')]))
  await expect.poll(() => Buffer.concat(recus).toString()).toContain('syntax error')
  flux.destroy()
  const suivant = base.connecter()
  const suite: Buffer[] = []
  suivant.on('data', (octets: Buffer) => void suite.push(octets))
  suivant.write(message('Q'))
  suivant.write(message('Q', "select 'entendue'\0"))
  await expect.poll(() => Buffer.concat(suite).toString()).toContain('entendue')
})

/** A disk of this size that goes with the test, mounted on `dossier`; false where it may not be. */
function monter(dossier: string, mio: number): boolean {
  const monte = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mio}m`, 'tmpfs', dossier])
  if (monte.status === 0) onTestFinished(() => void spawnSync('umount', ['-l', dossier]))
  return monte.status === 0
}

test('un disque plein ou en lecture seule laisse lire, refuse d’écrire, et ne perd rien', async (contexte) => {
  const disque = dossierDeTest()
  if (process.platform !== 'linux' || !monter(disque, 160)) {
    contexte.skip('monter un disque d’essai demande Linux et les droits de root')
  }
  cpSync(modele, disque, { recursive: true })
  const base = await openBase({ dataDir: disque })
  await sql`create table ecrit as select 1 as n`.execute(base.db)
  const ecrire = (n: number) =>
    sql`insert into ecrit values (${n})`.execute(base.db).then(
      () => 'écrit',
      (error: unknown) => codeDe(error),
    )
  const { bavail, bsize } = statfsSync(disque)
  writeFileSync(join(disque, 'bouchon'), Buffer.alloc(bavail * bsize - 20 * 1024 * 1024, 'x'))
  await expect.poll(() => ecrire(2)).toBe('25006')
  expect((await ecrits(base)).includes(1)).toBe(true)
  await expect(base.sonder()).rejects.toMatchObject({ code: '25006' })
  rmSync(join(disque, 'bouchon'))
  await expect.poll(() => ecrire(3)).toBe('écrit')
  expect(await ecrits(base)).toContain(3)
  await base.close()

  writeFileSync(join(disque, 'bouchon'), Buffer.alloc(bavail * bsize - 1024 * 1024, 'x'))
  await expect(openBase({ dataDir: disque })).rejects.toThrow('son disque est plein')
  rmSync(join(disque, 'bouchon'))
  spawnSync('mount', ['-o', 'remount,ro', disque])
  await expect(openBase({ dataDir: disque })).rejects.toThrow('son disque est en lecture seule')
  spawnSync('mount', ['-o', 'remount,rw', disque])
  expect(await ecrits(await ouvrir(disque))).toContain(3)
})

test('un dossier qui disparaît pendant la création le dit, et rien d’autre', async () => {
  const dossier = join(dossierDeTest(), 'donnees')
  const ouverture = openBase({ dataDir: dossier }).then(
    () => 'ouverte',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
  await expect.poll(() => existsSync(join(dossier, 'base.initialisation'))).toBe(true)
  rmSync(dossier, { recursive: true })
  expect(await ouverture).toBe(
    `Le dossier de données «\u00a0${dossier}\u00a0» ne peut pas être écrit\u00a0: il a disparu. Rétablissez-le, ou choisissez un autre DATA_DIR, puis relancez.`,
  )
})

describe('une copie, pendant que la base sert', () => {
  const copies = (dossier: string) => readdirSync(dossier).filter((nom) => nom.startsWith('copie-'))

  /** A base that lends copies, and what it was told of their backups. */
  async function servie() {
    const dossier = dossierInitialise()
    const base = await ouvrir(dossier)
    const notees: number[] = []
    base.preterCopies(async (lignes) => {
      notees.push(lignes)
      return true
    })
    await sql`create table ecrit (n integer)`.execute(base.db)
    return { dossier, base, notees }
  }

  const demandee = async (dossier: string) => {
    const copie = await demanderCopie(dossier)
    if (copie === null) throw new Error('sans copie')
    onTestFinished(() => copie.finir())
    return copie
  }

  test('tient ce qui était confirmé, et rien d’une transaction en cours ; la base continue', async () => {
    const { dossier, base, notees } = await servie()
    for (let n = 0; n < 200; n += 1) await sql`insert into ecrit values (${n})`.execute(base.db)
    const { dataDir, noter } = await inTransaction(base.db, async (tx) => {
      await sql`insert into ecrit values (200)`.execute(tx)
      const copie = await demandee(dossier)
      await sql`insert into ecrit values (201)`.execute(tx)
      return copie
    })
    const lue = await openBase({ dataDir })
    expect(await ecrits(lue)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    await lue.close()
    expect(await ecrits(base)).toHaveLength(202)
    expect([await noter(1234), notees]).toEqual([true, [1234]])
  })

  test('une seule à la fois, et elle s’efface quand on n’en veut plus', async () => {
    const { dossier } = await servie()
    const premiere = await demandee(dossier)
    await expect(demanderCopie(dossier)).rejects.toThrow('Une copie de la base est déjà en cours')
    expect(copies(dossier)).toHaveLength(1)
    premiere.finir()
    await expect.poll(() => copies(dossier)).toEqual([])
    const seconde = await demandee(dossier)
    seconde.finir()
    await expect.poll(() => copies(dossier)).toEqual([])
  })

  test('ce qu’un processus tué a laissé s’efface à l’ouverture suivante', async () => {
    const dossier = dossierInitialise()
    mkdirSync(join(dossier, 'copie-abandon', 'base'), { recursive: true })
    await ouvrir(dossier)
    expect(copies(dossier)).toEqual([])
  })

  test('n’est pas prêtée par qui ne sert pas la plateforme, ni quand personne ne la tient', async () => {
    const dossier = dossierInitialise()
    expect(await demanderCopie(dossier)).toBeNull()
    const base = await openBase({ dataDir: dossier })
    expect(await demanderCopie(dossier)).toBeNull()
    await base.close()
    expect(await demanderCopie(dossier)).toBeNull()
    expect(await demanderCopie(join(dossier, 'nulle-part'))).toBeNull()
  })

  test('se dit quand le disque n’a pas la place, et rien ne reste', async () => {
    const dossier = dossierDeTest()
    const copier = () => Promise.reject(new Error('ENOSPC'))
    const noter = async () => true
    const recevoir = servirCopies({ donnees: dossier, copier, noter })
    const verrou = await verrouiller(dossier, join(dossier, 'verrou'), recevoir)
    onTestFinished(() => verrou.liberer())
    for (let essai = 0; essai < 2; essai += 1) {
      await expect(demanderCopie(dossier)).rejects.toThrow('autant de place libre')
      await expect.poll(() => copies(dossier)).toEqual([])
    }
  })

  test.each(['\n', 'bonjour\n', '{"copier":"/etc"}\n', `${'9'.repeat(100_000)}\n`])(
    'ne répond pas à ce qui n’est pas une demande',
    async (mots) => {
      const { dossier, base } = await servie()
      const visite = await joindreTitulaire(join(dossier, 'verrou'))
      if (visite === null) throw new Error('sans titulaire')
      const recus: Buffer[] = []
      visite.on('data', (octets: Buffer) => recus.push(octets))
      visite.on('error', () => {})
      visite.write(mots)
      await once(visite, 'close')
      expect(recus).toEqual([])
      expect(await ecrits(base)).toEqual([])
    },
  )
})
