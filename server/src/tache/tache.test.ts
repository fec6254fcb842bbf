import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { readConfig } from '../platform/config.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { createMailer } from '../platform/mailer.ts'
import { type Atelier, demarrerTaches, executerTaches } from './boucle.ts'
import { createHandlers, type Handlers } from './handlers.ts'
import { ouvrirSmtp, type Smtp } from './smtp.banc.ts'
import { ESSAIS_MAX, LOT, PAUSES } from './tache.rules.ts'
import { insertCourriel, insertTache, prendreTaches } from './tache.sql.ts'

const base = await testBase()
const { db } = base
const DEBUT = new Date('2025-03-20T10:00:00Z')
const MINUTE = 60_000
const JOUR = 24 * 60 * MINUTE
let maintenant = DEBUT
let lignes: { niveau: string; message: string }[] = []

const avancer = (ms: number) => {
  maintenant = new Date(maintenant.getTime() + ms)
}
const noter = (niveau: string) => (_: object, message: string) =>
  void lignes.push({ niveau, message })
const log = { info: noter('info'), warn: noter('warn'), error: noter('error') }

function atelierDe(handlers: Handlers): Atelier {
  return { db: db, handlers, maintenant: () => maintenant, log }
}

function vers(smtp: Smtp): Atelier {
  const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'releve@example.org' })
  return atelierDe(createHandlers(createMailer(config)))
}

const courriel = (n: number): Courriel => ({
  a: { nom: `Personne ${n}`, email: `p${n}@example.org` },
  objet: `Objet ${n}`,
  texte: `Texte secret ${n}`,
})

const enfiler = (n: number) => insertCourriel(db, `essai:${n}`, courriel(n), maintenant)

async function lireTache(cle: string) {
  return db.selectFrom('tache').selectAll().where('cle', '=', cle).executeTakeFirstOrThrow()
}

/** The leases under way run out, by the clock of the base. */
const finirBail = () =>
  sql`update tache set bail_jusqua = clock_timestamp() where bail_jusqua is not null`.execute(db)

beforeEach(() => {
  maintenant = DEBUT
  lignes = []
})
afterEach(async () => {
  await db.deleteFrom('tache').execute()
})

describe('un courriel dans la boîte d’envoi', () => {
  it('part une fois, puis n’en garde rien', async () => {
    const smtp = await ouvrirSmtp()
    await enfiler(1)
    await enfiler(1)
    expect(await executerTaches(vers(smtp))).toBe(1)
    expect(await executerTaches(vers(smtp))).toBe(0)
    expect(smtp.recus.map(({ a }) => a)).toEqual([['p1@example.org']])
    expect(await lireTache('essai:1')).toMatchObject({
      charge: {},
      faiteLe: DEBUT.toISOString(),
      bailJusqua: null,
      essais: 1,
      derniereErreur: null,
    })
  })

  it('ne part pas si son acte n’a pas abouti', async () => {
    const smtp = await ouvrirSmtp()
    const acte = inTransaction(db, async (tx) => {
      await insertCourriel(tx, 'essai:1', courriel(1), maintenant)
      throw new Error('acte refusé')
    })
    await expect(acte).rejects.toThrow('acte refusé')
    expect(await executerTaches(vers(smtp))).toBe(0)
    expect(smtp.recus).toEqual([])
  })

  it('attend tant que personne ne sait l’envoyer, comme les autres genres', async () => {
    await enfiler(1)
    await insertTache(db, { genre: 'NOTIFICATION', cle: 'avis', charge: {}, dueLe: DEBUT })
    expect(await executerTaches(atelierDe(createHandlers(null)))).toBe(0)
    const smtp = await ouvrirSmtp()
    expect(await executerTaches(vers(smtp))).toBe(1)
    expect(await lireTache('avis')).toMatchObject({ essais: 0, bailJusqua: null, faiteLe: null })
  })

  it('est retenté de plus en plus tard sous la même référence, puis abandonné', async () => {
    const smtp = await ouvrirSmtp()
    smtp.humeur.rcpt = () => ({ code: 451, dit: 'Revenez plus tard' })
    await enfiler(1)
    for (const pause of PAUSES) {
      expect(await executerTaches(vers(smtp))).toBe(1)
      avancer(pause - 1)
      expect(await executerTaches(vers(smtp))).toBe(0)
      avancer(1)
    }
    expect(await executerTaches(vers(smtp))).toBe(1)
    const tache = await lireTache('essai:1')
    expect(tache).toMatchObject({ essais: PAUSES.length + 1, faiteLe: null })
    expect(tache.abandonneeLe).toBe(maintenant.toISOString())
    expect(tache.derniereErreur).toContain('451 Revenez plus tard')
    expect(lignes.filter(({ niveau }) => niveau === 'error')).toHaveLength(1)
    avancer(30 * JOUR)
    expect(await executerTaches(vers(smtp))).toBe(0)
  })

  it('part quand le serveur SMTP revient', async () => {
    const absent = await ouvrirSmtp()
    await absent.fermer()
    await enfiler(1)
    await executerTaches(vers(absent))
    expect((await lireTache('essai:1')).derniereErreur).toContain('ECONNREFUSED')
    const revenu = await ouvrirSmtp({}, absent.port)
    avancer(MINUTE)
    await executerTaches(vers(revenu))
    expect(revenu.recus).toHaveLength(1)
    expect(await lireTache('essai:1')).toMatchObject({ essais: 2, derniereErreur: null })
  })

  it('refusé pour de bon est abandonné aussitôt ; les autres partent', async () => {
    const smtp = await ouvrirSmtp()
    smtp.humeur.rcpt = (a) => (a.startsWith('p1@') ? { code: 550, dit: '5.1.1 Inconnu' } : null)
    await enfiler(1)
    await enfiler(2)
    await executerTaches(vers(smtp))
    const tache = await lireTache('essai:1')
    expect(tache).toMatchObject({ essais: 1, abandonneeLe: DEBUT.toISOString() })
    expect(tache.derniereErreur).toContain('550')
    expect(tache.derniereErreur).not.toContain('secret')
    expect(smtp.recus.map(({ a }) => a)).toEqual([['p2@example.org']])
  })

  it('illisible est abandonné aussitôt', async () => {
    const smtp = await ouvrirSmtp()
    await insertTache(db, { genre: 'COURRIEL', cle: 'x', charge: { a: 1 }, dueLe: DEBUT })
    await executerTaches(vers(smtp))
    expect(await lireTache('x')).toMatchObject({
      abandonneeLe: DEBUT.toISOString(),
      derniereErreur: 'charge illisible',
    })
  })
})

describe('plusieurs processus', () => {
  it('se partagent les courriels : chacun part une seule fois', async () => {
    const smtp = await ouvrirSmtp()
    const attendus = Array.from({ length: 40 }, (_, n) => `p${n}@example.org`)
    for (let n = 0; n < attendus.length; n += 1) await enfiler(n)
    const processus = Array.from({ length: 5 }, () => vers(smtp))
    await Promise.all(
      processus.map(async (atelier) => {
        while ((await executerTaches(atelier)) > 0);
      }),
    )
    expect(smtp.recus.flatMap(({ a }) => a).toSorted()).toEqual(attendus.toSorted())
  })

  it('reprennent ce qu’un processus tué avait pris, à la fin de son bail, pas avant', async () => {
    const smtp = await ouvrirSmtp()
    await enfiler(1)
    expect(await prendreTaches(db, ['COURRIEL'], { maintenant, lot: LOT })).toHaveLength(1)
    expect(await executerTaches(vers(smtp))).toBe(0)
    await finirBail()
    expect(await executerTaches(vers(smtp))).toBe(1)
    expect(smtp.recus).toHaveLength(1)
    expect(await lireTache('essai:1')).toMatchObject({ essais: 2 })
  })

  it('ne se défont pas : celui qui a perdu son bail ne note plus rien', async () => {
    await enfiler(1)
    const lent = Promise.withResolvers<'FAITE'>()
    const envoi = executerTaches(atelierDe({ COURRIEL: () => lent.promise }))
    await expect.poll(async () => (await lireTache('essai:1')).bailJusqua).not.toBeNull()
    await finirBail()
    const smtp = await ouvrirSmtp()
    await executerTaches(vers(smtp))
    const faite = await lireTache('essai:1')
    lent.reject(new Error('trop tard'))
    await envoi
    expect(await lireTache('essai:1')).toEqual(faite)
  })
})

describe('une horloge déréglée', () => {
  it('ne fait pas partir deux fois ce qu’un autre processus envoie', async () => {
    const smtp = await ouvrirSmtp()
    await enfiler(1)
    expect(await prendreTaches(db, ['COURRIEL'], { maintenant, lot: LOT })).toHaveLength(1)
    avancer(30 * JOUR)
    expect(await executerTaches(vers(smtp))).toBe(0)
  })

  it('ne retient pas pour toujours ce qui a été pris pendant qu’elle avançait', async () => {
    const smtp = await ouvrirSmtp()
    await enfiler(1)
    await sql`update tache set bail_jusqua = clock_timestamp() + interval '10 years'`.execute(db)
    expect(await executerTaches(vers(smtp))).toBe(1)
  })
})

describe('un courriel dont l’envoi arrête la plateforme', () => {
  it('est abandonné quand il a eu tous ses essais, sans être essayé encore', async () => {
    const smtp = await ouvrirSmtp()
    await enfiler(1)
    for (let essai = 0; essai < ESSAIS_MAX; essai += 1) {
      expect(await prendreTaches(db, ['COURRIEL'], { maintenant, lot: LOT })).toHaveLength(1)
      await finirBail()
    }
    expect(await executerTaches(vers(smtp))).toBe(1)
    expect(smtp.recus).toEqual([])
    const { abandonneeLe, derniereErreur } = await lireTache('essai:1')
    expect(abandonneeLe).toBe(DEBUT.toISOString())
    expect(derniereErreur).toContain('essais interrompus')
  })
})

describe('la boucle', () => {
  it('envoie d’elle-même ce qui vient d’être écrit, bien avant son tour', async () => {
    const smtp = await ouvrirSmtp()
    const boucle = demarrerTaches(vers(smtp), { periode: JOUR })
    await new Promise((suite) => setTimeout(suite, 100))
    for (let n = 0; n < 2 * LOT + 1; n += 1) await enfiler(n)
    await expect.poll(() => smtp.recus.length).toBe(2 * LOT + 1)
    await boucle.arreter()
  })

  it('regarde aussi à intervalles réguliers ce que d’autres ont écrit', async () => {
    const smtp = await ouvrirSmtp()
    const boucle = demarrerTaches(vers(smtp), { periode: 50 })
    await new Promise((suite) => setTimeout(suite, 100))
    await db
      .insertInto('tache')
      .values({ genre: 'COURRIEL', charge: JSON.stringify(courriel(1)), dueLe: DEBUT })
      .execute()
    await expect.poll(() => smtp.recus.length).toBe(1)
    await boucle.arreter()
  })

  it('s’arrête vite, en laissant finir ce qui est en cours, et ne prend plus rien', async () => {
    const smtp = await ouvrirSmtp()
    smtp.humeur.attente = () => new Promise((suite) => setTimeout(suite, 300))
    await enfiler(1)
    const boucle = demarrerTaches(vers(smtp), { periode: JOUR })
    await expect.poll(async () => (await lireTache('essai:1')).bailJusqua).not.toBeNull()
    await boucle.arreter()
    expect(await lireTache('essai:1')).toMatchObject({ faiteLe: DEBUT.toISOString() })
    await enfiler(2)
    await new Promise((suite) => setTimeout(suite, 400))
    expect(smtp.recus).toHaveLength(1)
  })

  it('n’attend pas sans fin un serveur SMTP muet', async () => {
    await enfiler(1)
    const muet = atelierDe({ COURRIEL: () => new Promise(() => {}) })
    const boucle = demarrerTaches(muet, { periode: JOUR, grace: 200 })
    await expect.poll(async () => (await lireTache('essai:1')).bailJusqua).not.toBeNull()
    // Waited for without end, this would never come back.
    await boucle.arreter()
    expect(await lireTache('essai:1')).toMatchObject({ faiteLe: null })
  })
})
