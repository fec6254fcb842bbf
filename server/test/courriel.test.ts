import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'
import { ouvrirSmtp, type Smtp } from '../src/tache/smtp.banc.ts'
import { type PostgresDeTest, startPostgres } from './postgres.ts'
import { lancer, type Processus } from './processus.ts'

let postgres: PostgresDeTest
let base: BaseOuverte

beforeAll(async () => {
  postgres = await startPostgres()
  base = await openBase({ databaseUrl: postgres.url, dataDir: '' })
})
afterAll(async () => {
  await base.close()
  await postgres.stop()
})

/** Starts the platform; returns it with the address at which it says that it is ready. */
async function demarrer(env: Record<string, string>, ...mots: string[]) {
  const processus = lancer('../src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', ...env }, mots)
  const adresse = () => /est prêt\u00a0: (http\S+)/.exec(processus.lignes.join('\n'))?.[1]
  await expect.poll(adresse).toBeDefined()
  return { processus, adresse: adresse() ?? '' }
}

function avecSmtp(smtp: Smtp) {
  return demarrer({
    DATABASE_URL: postgres.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Relevé <releve@example.org>',
  })
}

async function ecrire(adresse: string, objet: string): Promise<void> {
  const reponse = await fetch(`${adresse}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      nom: 'Zoé Sarr',
      email: 'zoe@exemple.org',
      objet,
      message: 'Bonjour, une question.',
    }),
  })
  expect(reponse.status).toBe(200)
}

async function arreter({ enfant }: Processus): Promise<unknown> {
  const fin = once(enfant, 'exit')
  enfant.kill('SIGTERM')
  const [code] = await fin
  return code
}

/** The first account has no address of its own: it is given one. */
const donnerAdresse = () => sql`update utilisateur set email = 'dpps@example.org'`.execute(base.db)

/** A mail that the server took is done once its sender has written so. */
async function compterFaites(): Promise<number> {
  const { rows } =
    await sql`select from tache where genre = 'COURRIEL' and faite_le is not null`.execute(base.db)
  return rows.length
}

/** From now on a message is never answered; the promise tells that one has begun. */
function suspendre({ humeur }: Smtp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  humeur.attente = async () => {
    resolve()
    await new Promise(() => {})
  }
  return promise
}

describe('un message de visiteur, jusqu’au serveur SMTP', () => {
  it('repart d’un autre processus quand le premier est tué pendant l’envoi', async () => {
    const smtp = await ouvrirSmtp()
    const commence = suspendre(smtp)
    const premier = await avecSmtp(smtp)
    await donnerAdresse()
    await ecrire(premier.adresse, 'Une question')
    await commence
    await premier.processus.tuer()
    delete smtp.humeur.attente

    const second = await avecSmtp(smtp)
    // Who signs is who it is when a mail leaves.
    await sql`insert into parametre (cle, valeur) values
      ('organisation', '"Direction <des> services"'), ('pays', '"Pays"')`.execute(base.db)
    await ecrire(second.adresse, 'Une autre')
    await expect.poll(() => smtp.recus.length).toBe(1)
    // The lease of the dead one still holds; then it runs out.
    expect(smtp.recus[0]?.courriel.subject).toBe('[Relevé] Contact\u00a0: Une autre')
    await expect.poll(compterFaites).toBe(1)
    await sql`update tache set bail_jusqua = now() where faite_le is null`.execute(base.db)
    await expect.poll(() => smtp.recus.length).toBe(2)
    expect(smtp.recus[1]).toMatchObject({
      a: ['dpps@example.org'],
      courriel: {
        subject: '[Relevé] Contact\u00a0: Une question',
        replyTo: [{ name: 'Zoé Sarr', address: 'zoe@exemple.org' }],
        text: expect.stringMatching(/\n\nDirection <des> services, Pays\n*$/),
        html: expect.stringContaining('<p>Direction &lt;des&gt; services, Pays</p>'),
      },
    })
    expect(await arreter(second.processus)).toBe(0)
  })

  it('n’empêche pas l’arrêt, même si le serveur SMTP ne répond plus', async () => {
    const smtp = await ouvrirSmtp()
    const commence = suspendre(smtp)
    const { processus, adresse } = await avecSmtp(smtp)
    await donnerAdresse()
    await ecrire(adresse, 'Sans réponse')
    await commence
    expect(await arreter(processus)).toBe(0)
  })

  it('attend dans la boîte d’envoi sans SMTP_URL, et le démarrage le dit', async () => {
    const { processus, adresse } = await demarrer({ DATABASE_URL: postgres.url })
    await donnerAdresse()
    await ecrire(adresse, 'Patience')
    await expect
      .poll(() => processus.lignes.join('\n'))
      .toContain('les courriels attendent dans la boîte d’envoi')
    const { rows } = await sql<{ essais: number }>`
        select essais from tache where charge ->> 'objet' like '%Patience'`.execute(base.db)
    expect(rows).toEqual([{ essais: 0 }])
    expect(await arreter(processus)).toBe(0)
  })

  it('se montre dans la démonstration, qui n’envoie rien', async () => {
    // Where there is a structure, the demonstration adds nothing to the base: it is what sends.
    await sql`with neuve as (
        insert into structure (code, libelle, date_ouverture) values ('S-1', 'Une', '2020-01-01')
        returning id)
      insert into structure_periode (structure_id, du, type_structure, region)
      select id, 0, 'CAU', 'R01' from neuve`.execute(base.db)
    const env = { DATABASE_URL: postgres.url }
    const { processus, adresse } = await demarrer(env, '--demonstration')
    await donnerAdresse()
    await ecrire(adresse, 'Pour voir')
    const dit = () => processus.lignes.join('\n')
    await expect.poll(dit).toContain('Objet\u00a0: [Relevé] Contact\u00a0: Pour voir')
    expect(dit()).toContain('dpps@example.org')
    expect(await arreter(processus)).toBe(0)
  })
})
