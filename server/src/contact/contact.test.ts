import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ouvrirBancSession } from '../session/session.banc.ts'

const { base, avancer, horloge, reussir, refuser, creerCompte, app } = await ouvrirBancSession()
const { db } = base
const MINUTE = 60_000
const operation = contactApi.contacter

const BON = {
  nom: 'Zoé Sarr',
  email: 'zoe.sarr@exemple.org',
  objet: 'Une question',
  message: 'Bonjour,\nComment devenir structure partenaire\u202f?',
}

await creerCompte({ identifiant: 'sans-adresse', roles: ['ROLE_ADMIN'] })
const bloque = await creerCompte({ identifiant: 'parti', roles: ['ROLE_DPPS'], statut: 'BLOQUE' })
await db
  .updateTable('utilisateur')
  .set({ email: sql<string>`identifiant || '@example.org'` })
  .where('identifiant', 'in', ['dpps', 'admin', 'cau-r01-01', 'parti'])
  .execute()

async function compter() {
  const { rows } = await sql<{ messages: number; copies: number; taches: number }>`
    select (select count(*)::int from message) as messages,
      (select count(*)::int from message_destinataire) as copies,
      (select count(*)::int from tache) as taches`.execute(db)
  return rows[0]
}

const RIEN = { messages: 0, copies: 0, taches: 0 }

afterEach(async () => {
  for (const table of ['tache', 'messageDestinataire', 'message', 'tentative'] as const) {
    await db.deleteFrom(table).execute()
  }
})

describe('un message de visiteur', () => {
  it('arrive à chaque compte central actif, et par courriel à ceux qui ont une adresse', async () => {
    const { libelle } = await reussir(operation, { body: BON })
    expect(libelle).toMatch(/^Votre message a bien été envoyé\./)
    const message = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
    expect(message).toMatchObject({
      expediteurId: null,
      visiteurNom: BON.nom,
      visiteurEmail: BON.email,
      objet: BON.objet,
      corps: BON.message,
      envoyeLe: horloge.maintenant.toISOString(),
    })
    const copies = await db
      .selectFrom('messageDestinataire')
      .innerJoin('utilisateur', 'utilisateur.id', 'utilisateurId')
      .select(['identifiant', 'utilisateur.id', 'luLe'])
      .orderBy('identifiant')
      .execute()
    expect(copies.map(({ identifiant }) => identifiant)).toEqual([
      'admin',
      'dpps',
      'dpps-adjoint',
      'sans-adresse',
    ])
    expect(copies.map(({ id }) => id)).not.toContain(bloque)
    const taches = await db.selectFrom('tache').select(['genre', 'charge', 'dueLe']).execute()
    expect(taches).toHaveLength(2)
    expect(taches[0]).toMatchObject({
      genre: 'COURRIEL',
      dueLe: horloge.maintenant.toISOString(),
      charge: {
        a: { email: 'dpps@example.org' },
        repondreA: { nom: BON.nom, email: BON.email },
        objet: '[Relevé] Contact\u00a0: Une question',
      },
    })
  })

  it('se plie sur une ligne là où il entre dans un en-tête', async () => {
    await reussir(operation, {
      body: { ...BON, nom: ' Zoé\r\nBcc: a@b.org ', objet: 'Un\nobjet\u2028plié' },
    })
    const { visiteurNom, objet } = await db
      .selectFrom('message')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([visiteurNom, objet]).toEqual(['Zoé Bcc: a@b.org', 'Un objet plié'])
  })

  it('répété mot pour mot, après une réponse perdue, ne s’écrit qu’une fois', async () => {
    await reussir(operation, { body: BON })
    const ecrit = await compter()
    await reussir(operation, { body: { ...BON, message: `  ${BON.message}\r\n` } })
    expect(await compter()).toEqual(ecrit)
    avancer(60 * MINUTE)
    await reussir(operation, { body: BON })
    expect((await compter())?.messages).toBe(2)
  })

  it.each([
    ['nom', '   ', 'Saisissez votre nom.'],
    ['nom', 'a'.repeat(121), 'Raccourcissez votre nom\u00a0: 120 caractères au plus.'],
    [
      'email',
      'zoe@exemple',
      'Saisissez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.',
    ],
    [
      'email',
      'zoe@exemple.org\r\nBcc: a@b.org',
      'Saisissez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.',
    ],
    ['objet', '', 'Saisissez l’objet de votre message.'],
    ['message', 'Bonjour', 'Saisissez votre message\u00a0: 10 caractères au moins.'],
    [
      'message',
      'a'.repeat(5001),
      'Raccourcissez votre message\u00a0: 5\u202f000 caractères au plus.',
    ],
  ])(
    'dont le champ %s est mal rempli est refusé (400), et le dit en français',
    async (champ, valeur, dit) => {
      const refus = await refuser(operation, { body: { ...BON, [champ]: valeur } })
      expect(refus).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
      expect(refus.details).toMatchObject([{ chemin: `body.${champ}`, libelle: dit }])
      expect(await compter()).toEqual(RIEN)
    },
  )

  it('dont le champ piégé est rempli reçoit les mêmes remerciements, et rien n’est écrit', async () => {
    const robot = await reussir(operation, { body: { ...BON, site: 'https://pub.example' } })
    expect(await compter()).toEqual(RIEN)
    expect(await db.selectFrom('tentative').selectAll().execute()).toEqual([])
    expect(await reussir(operation, { body: { ...BON, site: '' } })).toEqual(robot)
    expect((await compter())?.messages).toBe(1)
  })

  it('s’écrit en entier ou pas du tout', async () => {
    await sql`alter table tache add constraint panne check (genre <> 'COURRIEL')`.execute(db)
    try {
      const { statut } = await refuser(operation, { body: BON })
      expect(statut).toBe(500)
      expect(await compter()).toEqual(RIEN)
    } finally {
      await sql`alter table tache drop constraint panne`.execute(db)
    }
  })

  it('ignore un jeton, valable ou non', async () => {
    const reponse = await app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { authorization: 'Bearer inconnu' },
      payload: BON,
    })
    expect(reponse.statusCode).toBe(200)
  })
})

describe('trop de messages', () => {
  const autre = (n: number) => ({ ...BON, objet: `Question ${n}` })

  it('d’une adresse sont refusés au sixième de l’heure, puis elle peut de nouveau écrire', async () => {
    for (let n = 0; n < 5; n += 1) {
      await reussir(operation, { body: autre(n) })
      avancer(MINUTE)
    }
    expect(await refuser(operation, { body: autre(6) })).toMatchObject({
      statut: 429,
      code: 'TROP_DE_DEMANDES',
      attente: 55 * 60,
      libelle: 'Trop de demandes en peu de temps. Réessayez dans 55 minutes.',
    })
    await reussir(operation, { body: autre(7), adresse: '198.51.100.7' })
    avancer(54 * MINUTE + 59_500)
    expect(await refuser(operation, { body: autre(6) })).toMatchObject({
      attente: 1,
      libelle: 'Trop de demandes en peu de temps. Réessayez dans 1 minute.',
    })
    avancer(500)
    await reussir(operation, { body: autre(6) })
  })

  it('lancés tous à la fois n’ont pas plus de chances', async () => {
    const envois = Array.from({ length: 12 }, (_, n) =>
      app.inject({ method: 'POST', url: '/api/contact', payload: autre(n) }),
    )
    const statuts = (await Promise.all(envois)).map(({ statusCode }) => statusCode)
    expect(statuts.filter((statut) => statut === 200)).toHaveLength(5)
    expect(statuts.filter((statut) => statut === 429)).toHaveLength(7)
    expect((await compter())?.messages).toBe(5)
  })

  it('d’un réseau IPv6 entier ne font taire que lui', async () => {
    const depuis = (adresse: string, n: number) =>
      app.inject({
        method: 'POST',
        url: '/api/contact',
        remoteAddress: adresse,
        payload: autre(n),
      })
    const statuts: number[] = []
    for (let n = 0; n < 24; n += 1) {
      statuts.push((await depuis(`2001:db8:7:${n.toString(16)}::1`, n)).statusCode)
    }
    expect(statuts.filter((statut) => statut === 200)).toHaveLength(20)
    expect(statuts.slice(20)).toEqual([429, 429, 429, 429])
    expect((await depuis('2001:db8:8::1', 30)).statusCode).toBe(200)
    expect((await depuis('198.51.100.7', 31)).statusCode).toBe(200)
  })

  const remplir = (nom: string, echecs: number) =>
    db.updateTable('tentative').set({ echecs }).where('cle', '=', `demande:${nom}`).execute()

  it('toutes adresses confondues restent gardés au-delà de 200, et annoncés par un seul courriel', async () => {
    await reussir(operation, { body: BON })
    await remplir('contact-courriel', 200)
    const avant = await compter()
    for (let n = 1; n <= 3; n += 1) {
      await reussir(operation, { body: autre(n), adresse: `198.51.100.${n}` })
    }
    const apres = await compter()
    expect(apres?.messages).toBe((avant?.messages ?? 0) + 3)
    // One for each of the two central accounts that have an address.
    expect(apres?.taches).toBe((avant?.taches ?? 0) + 2)
    const { charge } = await db
      .selectFrom('tache')
      .select('charge')
      .where('cle', 'like', 'contact-nombre:%')
      .executeTakeFirstOrThrow()
    expect(charge).toMatchObject({ objet: '[Relevé] Contact\u00a0: de nombreux messages' })
    avancer(60 * MINUTE)
    await reussir(operation, { body: autre(4), adresse: '198.51.100.4' })
    expect((await compter())?.taches).toBe((apres?.taches ?? 0) + 2)
  })

  it('toutes adresses confondues sont refusés au-delà de 5 000 dans la journée', async () => {
    await reussir(operation, { body: BON })
    await remplir('contact', 4999)
    await reussir(operation, { body: autre(1), adresse: '198.51.100.1' })
    expect(await refuser(operation, { body: autre(2), adresse: '198.51.100.2' })).toMatchObject({
      statut: 429,
      code: 'TROP_DE_DEMANDES',
      attente: 24 * 3600,
    })
  })

  it('refusés pour leurs champs ne comptent pas', async () => {
    for (let n = 0; n < 8; n += 1) await refuser(operation, { body: { ...BON, email: 'x' } })
    await reussir(operation, { body: BON })
  })
})
