import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { webhookApi as api } from '@releve/contract/webhook/webhook.api.ts'
import {
  TYPES_WEBHOOK,
  type TypeWebhook,
  WEBHOOKS_MAX,
} from '@releve/contract/webhook/webhook.champs.ts'
import { sql } from 'kysely'
import { Webhook as Verificateur } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { ouvrirBanc, SECRETS_KEY } from '../../test/banc.ts'
import { agir, amener, commencer, reussi } from '../../test/formulaires.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { readConfig } from '../platform/config.ts'
import { type Atelier, demarrerLivraisons } from '../tache/boucle.ts'
import { BAIL, PAUSES } from '../tache/tache.rules.ts'
import { deleteTachesFaites, prendreParWebhook } from '../tache/tache.sql.ts'
import { deleteLivraisonsAnciennes } from './livraison.sql.ts'
import { createLivrer } from './livrer.ts'
import { type Humeur, ouvrirRecepteur } from './recepteur.banc.ts'

const ENV = { SECRETS_KEY, WEBHOOK_NETWORKS: '127.0.0.0/8' }
const banc = await ouvrirBanc(ENV)
/** Where no private network is named. */
const ferme = await ouvrirBanc()
const { asDpps, asAdmin, asStructure, horloge } = banc
const { db } = banc.base
const config = readConfig(ENV)
const DEBUT = new Date('2025-03-20T10:00:00Z')
const JOUR = 86_400_000
const maintenant = () => horloge.maintenant
const avancer = (ms: number) => {
  horloge.maintenant = new Date(horloge.maintenant.getTime() + ms)
}
const log = { info() {}, warn() {}, error() {} }

const atelierDe = (plus: Partial<Parameters<typeof createLivrer>[0]> = {}): Atelier => ({
  db,
  maintenant,
  log,
  handlers: { WEBHOOK: createLivrer({ db, config, maintenant, ...plus }) },
})

/** Delivers all that is due, and comes back once nothing is under way. */
async function livrer(plus: Parameters<typeof atelierDe>[0] = {}): Promise<void> {
  const boucle = demarrerLivraisons(atelierDe(plus), { periode: JOUR, grace: 20_000 })
  const reste = () => sql<{ n: number }>`select count(*)::int as n from tache t
    where genre = 'WEBHOOK' and faite_le is null and abandonnee_le is null
      and (bail_jusqua is not null or due_le <= ${horloge.maintenant}::timestamptz
        and not exists (select from webhook w where w.suspendu_le is not null
          and w.id = (t.charge ->> 'webhook')::int))`
  await expect.poll(async () => (await reste().execute(db)).rows[0]?.n, { timeout: 15_000 }).toBe(0)
  await boucle.arreter()
}

type Voulu = Partial<Sent<typeof api.creerWebhook.body>>
let rang = 0
const vouloir = (voulu: Voulu = {}) => {
  rang += 1
  const types = [...TYPES_WEBHOOK]
  return { nom: `Entrepôt ${rang}`, adresse: 'https://exemple.org/recevoir', types, ...voulu }
}
const creer = (voulu: Voulu = {}) =>
  reussi(asDpps.appeler(api.creerWebhook, { body: vouloir(voulu) }))
const essayer = (id: number) => asDpps.appeler(api.essayerWebhook, { params: { id } })
const livraisons = async (query: Sent<typeof api.listLivraisons.query> = {}) =>
  (await reussi(asDpps.appeler(api.listLivraisons, { query }))).elements
const lesWebhooks = async () => (await reussi(asDpps.appeler(api.listWebhooks))).elements

/** A webhook of its own receiver. */
async function brancher(types: TypeWebhook[] = [...TYPES_WEBHOOK]) {
  const recepteur = await ouvrirRecepteur()
  const { id, secret } = await creer({ adresse: recepteur.url, types })
  const lire = (rangRecu = 0) => JSON.parse(recepteur.recus[rangRecu]?.corps ?? 'null')
  const livraison = async () => (await livraisons({ webhook: id }))[0]
  return { ...recepteur, id, secret, lire, livraison }
}
const repondre =
  (statut: number, corps = '', entetes = {}): Humeur =>
  (reponse) =>
    void reponse.writeHead(statut, entetes).end(corps)
const journal = async (action: string) =>
  (
    await sql<{ objet: string; detail: Record<string, unknown> }>`
    select objet, detail from journal where action = ${action} order by id`.execute(db)
  ).rows

afterEach(async () => {
  horloge.maintenant = DEBUT
  await db.deleteFrom('webhook').execute()
  await db.deleteFrom('tache').execute()
})

describe('ce qui est dit à un programme', () => {
  it('est signé selon Standard Webhooks, ce que vérifie une bibliothèque qui n’est pas d’ici', async () => {
    horloge.maintenant = new Date()
    const { recus, secret, lire, id } = await brancher()
    await essayer(id)
    await livrer()
    const { entetes, corps } = recus[0] ?? { entetes: {}, corps: '' }
    const dits = Object.fromEntries(
      Object.entries(entetes).map(([nom, valeur]) => [nom, String(valeur)]),
    )
    expect(new Verificateur(secret).verify(corps, dits)).toEqual(lire())
    expect(() => new Verificateur(secret).verify(`${corps} `, dits)).toThrow()
    expect(() => new Verificateur('whsec_AAAA').verify(corps, dits)).toThrow()
    expect(lire()).toMatchObject({ type: 'essai', data: {} })
    expect(entetes['content-type']).toBe('application/json')
  })

  it('suit un rapport d’état en état, par des noms et des numéros, sans un chiffre', async () => {
    const { recus, lire } = await brancher()
    const { numero } = await amener(banc, 'DIFFUSE', { mois: 'JANUARY' })
    await livrer()
    expect(recus.map((_, n) => lire(n).type)).toEqual([
      'rapport.soumis',
      'rapport.valide',
      'rapport.approuve',
      'rapport.diffuse',
    ])
    expect(lire(3)).toEqual({
      type: 'rapport.diffuse',
      timestamp: '2025-03-20T10:00:00.000Z',
      data: {
        numero,
        modele: 'RMA',
        structure: 'CAU-R01-01',
        annee: 2025,
        mois: 1,
        etat: 'DIFFUSE',
        etatPrecedent: 'APPROUVE',
        version: 5,
        versionDiffusee: 1,
        force: false,
      },
    })
  })

  it('dit ce qui est renvoyé, et ce qui est fait d’autorité', async () => {
    const { recus, lire } = await brancher([
      'rapport.renvoye',
      'rapport.rouvert',
      'rapport.annule',
      'rapport.valide',
    ])
    let { numero, version } = await amener(banc, 'RENVOYE', { modele: 'EPM', mois: 'FEBRUARY' })
    const motif = { motif: 'INCOHERENCE', texte: 'Par autorité.' }
    for (const etat of ['VALIDE', 'BROUILLON', 'ANNULE'] as const) {
      const query = { ...motif, version }
      const change = asDpps.appeler(formulaireApi.changerEtatFormulaire, {
        params: { numero, etat },
        query,
      })
      ;({ numero, version } = await reussi(change))
    }
    await livrer()
    expect(recus.map((_, n) => [lire(n).type, lire(n).data.force])).toEqual([
      ['rapport.renvoye', false],
      ['rapport.valide', true],
      ['rapport.rouvert', true],
      ['rapport.annule', true],
    ])
  })

  it('dit l’annuaire et le modèle publiés', async () => {
    const { recus, lire } = await brancher(['annuaire.publie', 'modele.publie'])
    await sql`insert into annuaire (annee, titre, etat) values (2020, 'Annuaire', 'ARRETE')`.execute(
      db,
    )
    await sql`update annuaire set etat = 'PUBLIE', publie_le = ${DEBUT} where annee = 2020`.execute(
      db,
    )
    await sql`insert into modele (code, version, libelle, definition, en_vigueur_du, publie_le)
      select 'NEUF', 3, libelle, definition, 2025 * 12 + 3, ${DEBUT} from modele limit 1`.execute(
      db,
    )
    await livrer()
    expect(recus.map((_, n) => [lire(n).type, lire(n).data])).toEqual([
      ['annuaire.publie', { annee: 2020, edition: 1 }],
      ['modele.publie', { modele: 'NEUF', version: 3, annee: 2025, mois: 4 }],
    ])
  })

  it('ne part pas d’un acte qui n’a pas abouti, ni à qui ne le suit pas, ni d’un simple enregistrement', async () => {
    const { recus } = await brancher(['rapport.soumis'])
    const autre = await brancher(['rapport.annule'])
    const brouillon = await commencer(asStructure, { mois: 'JANUARY', modele: 'EPM' })
    const perdu = inTransaction(db, async (tx) => {
      await sql`insert into formulaire_historique
          (formulaire_id, version, agent_id, action, de, vers, le)
        select id, version + 1, modifie_par, 'soumettre', 'BROUILLON', 'SOUMIS', ${DEBUT}
        from formulaire where id = ${brouillon.id}`.execute(tx)
      expect((await sql`select from livraison`.execute(tx)).rows).toHaveLength(1)
      throw new Error('acte défait')
    })
    await expect(perdu).rejects.toThrow('acte défait')
    expect(await livraisons()).toEqual([])
    await reussi(agir(asStructure, 'soumettre', brouillon))
    await livrer()
    expect([recus.length, autre.recus.length]).toEqual([1, 0])
  })
})

describe('une livraison', () => {
  it('qui échoue est reprise de plus en plus tard, sous la même référence, puis reçue', async () => {
    const { recus, ensuite, id, livraison } = await brancher()
    ensuite(repondre(500, 'Panne de l’entrepôt\nla suite'), repondre(500, 'encore'))
    await essayer(id)
    await livrer()
    expect(await livraison()).toMatchObject({
      etat: 'REPORTEE',
      statut: 500,
      reponse: 'Panne de l’entrepôt',
      erreur: '500 Panne de l’entrepôt',
      essais: 1,
      prochainEssai: new Date(DEBUT.getTime() + (PAUSES[0] ?? 0)).toISOString(),
    })
    expect((await lesWebhooks())[0]).toMatchObject({ etat: 'EN_ECHEC', enAttente: 1 })
    avancer((PAUSES[0] ?? 0) - 1)
    await livrer()
    expect(recus).toHaveLength(1)
    avancer(1)
    await livrer()
    avancer(PAUSES[1] ?? 0)
    await livrer()
    expect(recus).toHaveLength(3)
    expect(new Set(recus.map(({ entetes }) => entetes['webhook-id'])).size).toBe(1)
    expect(new Set(recus.map(({ entetes }) => entetes['webhook-timestamp'])).size).toBe(3)
    expect(new Set(recus.map(({ corps }) => corps)).size).toBe(1)
    expect(await livraison()).toMatchObject({
      etat: 'LIVREE',
      essais: 3,
      statut: 204,
      erreur: null,
    })
    expect((await lesWebhooks())[0]).toMatchObject({ etat: 'ACTIF', echecDepuis: null })
  })

  it('prise par un processus tué repart à la fin de son bail, sous la même référence', async () => {
    const { recus, id, livraison } = await brancher()
    await essayer(id)
    const prise = { maintenant: DEBUT, lot: 3, sauf: [] }
    expect(await prendreParWebhook(db, prise)).toHaveLength(1)
    expect(await prendreParWebhook(db, prise)).toEqual([])
    expect(BAIL).toBeGreaterThan(10_000)
    await sql`update tache set bail_jusqua = clock_timestamp() where genre = 'WEBHOOK'`.execute(db)
    await livrer()
    expect(recus[0]?.entetes['webhook-id']).toBe((await livraison())?.reference)
    expect(await livraison()).toMatchObject({ essais: 2, etat: 'LIVREE' })
  })

  it('dont le receveur meurt en lisant, puis revient, arrive', async () => {
    const { ensuite, recus, id, livraison } = await brancher()
    ensuite((reponse) => void reponse.socket?.destroy())
    await essayer(id)
    await livrer()
    expect(await livraison()).toMatchObject({
      etat: 'REPORTEE',
      statut: null,
      erreur: 'la connexion a été coupée',
    })
    avancer(PAUSES[0] ?? 0)
    await livrer()
    expect(recus).toHaveLength(2)
    expect(await livraison()).toMatchObject({ etat: 'LIVREE' })
  })

  it('à qui ne répond jamais, ou sans fin, ou 5 Mo, ne retient que ce qu’il faut', async () => {
    const muet = await brancher()
    muet.etat.humeur = () => {}
    await essayer(muet.id)
    await livrer({ delai: 200 })
    expect(await muet.livraison()).toMatchObject({ erreur: 'rien n’a répondu en 0.2\u00a0s' })
    const gros = await brancher()
    let ecrit = true
    gros.etat.humeur = (reponse) => {
      reponse.on('close', () => {
        ecrit = reponse.writableFinished
      })
      reponse.writeHead(200).write('x'.repeat(5_000_000))
      const suite = setInterval(() => reponse.write('x'.repeat(1_000_000)), 5)
      reponse.on('close', () => clearInterval(suite))
    }
    await essayer(gros.id)
    await livrer()
    const { etat, reponse } = (await gros.livraison()) ?? {}
    expect(etat).toBe('LIVREE')
    expect(reponse).toBe('x'.repeat(200))
    await expect.poll(() => ecrit).toBe(false)
  })

  it('ne suit pas une redirection', async () => {
    const { ensuite, id, livraison } = await brancher()
    const ailleurs = await ouvrirRecepteur()
    ensuite(repondre(302, '', { location: ailleurs.url }))
    await essayer(id)
    await livrer()
    expect(ailleurs.recus).toEqual([])
    expect((await livraison())?.erreur).toContain('302\u00a0: une redirection n’est pas suivie')
  })

  it('se renvoie, même reçue, et s’abandonne ; le journal le dit', async () => {
    const { recus, etat, id, livraison } = await brancher()
    await essayer(id)
    await livrer()
    const { id: recue = 0, reference } = (await livraison()) ?? {}
    expect((await asDpps.appeler(api.renvoyerLivraison, { params: { id: recue } })).statut).toBe(
      204,
    )
    await livrer()
    expect(recus.map(({ entetes }) => entetes['webhook-id'])).toEqual([reference, reference])
    etat.humeur = repondre(503)
    await reussi204(asDpps.appeler(api.renvoyerLivraison, { params: { id: recue } }))
    await livrer()
    await reussi204(asDpps.appeler(api.abandonnerLivraison, { params: { id: recue } }))
    expect(await livraison()).toMatchObject({ etat: 'ABANDONNEE', actions: ['renvoyer'] })
    const { code } = await asDpps.appeler(api.abandonnerLivraison, { params: { id: recue } })
    expect(code).toBe('LIVRAISON_NON_MODIFIABLE')
    avancer(JOUR)
    await livrer()
    expect(recus).toHaveLength(3)
    expect((await journal('LIVRAISON_ABANDONNEE')).at(-1)?.detail).toEqual({ reference })
    expect(await journal('LIVRAISON_RENVOYEE')).toHaveLength(2)
  })

  it('en cours ne se renvoie pas', async () => {
    const { id, livraison } = await brancher()
    await essayer(id)
    await prendreParWebhook(db, { maintenant: DEBUT, lot: 3, sauf: [] })
    const { id: prise = 0, actions } = (await livraison()) ?? {}
    expect(actions).toEqual([])
    const { code } = await asDpps.appeler(api.renvoyerLivraison, { params: { id: prise } })
    expect(code).toBe('LIVRAISON_NON_MODIFIABLE')
  })

  it('finie depuis 90 jours s’efface', async () => {
    const { id } = await brancher()
    await essayer(id)
    await livrer()
    await deleteTachesFaites(db, new Date(DEBUT.getTime() + 90 * JOUR))
    await deleteLivraisonsAnciennes(db)
    expect(await livraisons()).toHaveLength(1)
    await deleteTachesFaites(db, new Date(DEBUT.getTime() + 91 * JOUR))
    await deleteLivraisonsAnciennes(db)
    expect(await livraisons()).toEqual([])
  })
})

const reussi204 = async (reponse: Promise<{ statut: number; corps: unknown }>) => {
  const { statut, corps } = await reponse
  expect(statut, JSON.stringify(corps)).toBe(204)
}

describe('un receveur lent', () => {
  it('ne retient ni les autres, ni plus d’une place', async () => {
    const lent = await brancher()
    const vif = await brancher()
    lent.etat.humeur = () => {}
    for (let n = 0; n < 5; n += 1) await essayer(lent.id)
    for (let n = 0; n < 5; n += 1) await essayer(vif.id)
    const boucle = demarrerLivraisons(atelierDe({ delai: 60_000 }), { periode: JOUR, grace: 0 })
    await expect.poll(() => vif.recus.length).toBe(5)
    expect(lent.recus).toHaveLength(1)
    await lent.fermer()
    await boucle.arreter()
  })

  it('muet une fois, fait patienter ce qui l’attend, sans compter un essai', async () => {
    const { fermer, id } = await brancher()
    await fermer()
    await essayer(id)
    await essayer(id)
    await livrer()
    const toutes = await livraisons({ webhook: id, tri: 'creeLe' })
    expect(toutes.map(({ essais, etat }) => `${etat} ${essais}`).toSorted()).toEqual([
      'EN_ATTENTE 0',
      'REPORTEE 1',
    ])
  })
})

describe('un webhook qui échoue', () => {
  it('depuis des jours est suspendu ; son gardien reçoit un courriel, le journal une ligne', async () => {
    await sql`update utilisateur set email = 'dpps@exemple.org' where id = ${asDpps.id}`.execute(db)
    const { etat, recus, id } = await brancher()
    etat.humeur = repondre(500, 'Panne')
    await essayer(id)
    for (const pause of PAUSES) {
      await livrer()
      avancer(pause)
    }
    await livrer()
    const [suspendu] = await lesWebhooks()
    expect(suspendu).toMatchObject({ etat: 'SUSPENDU', motifSuspension: 'ECHECS' })
    const lignes = await journal('WEBHOOK_ARRETE')
    expect(lignes).toHaveLength(1)
    expect(lignes[0]).toMatchObject({ objet: suspendu?.nom })
    const courriels = await sql<{ charge: { a: object; texte: string } }>`
      select charge from tache where genre = 'COURRIEL'`.execute(db)
    expect(courriels.rows).toHaveLength(1)
    expect(courriels.rows[0]?.charge).toMatchObject({ a: { email: 'dpps@exemple.org' } })
    expect(courriels.rows[0]?.charge.texte).toContain('500 Panne')
    const nombre = recus.length
    expect((await essayer(id)).code).toBe('WEBHOOK_SUSPENDU')
    await sql`select dire_aux_webhooks('rapport.soumis', 'X', ${DEBUT}, '{}')`.execute(db)
    await livrer()
    expect([recus.length, (await livraisons()).length]).toEqual([nombre, 1])
  })

  it('et qui répond 410 est suspendu aussitôt ; repris, ce qui attendait part', async () => {
    const { etat, ensuite, recus, id, livraison } = await brancher()
    ensuite(repondre(410))
    await essayer(id)
    await livrer()
    expect((await lesWebhooks())[0]).toMatchObject({ etat: 'SUSPENDU', motifSuspension: 'PARTI' })
    etat.humeur = repondre(200, 'merci')
    await reussi204(asDpps.appeler(api.reprendreWebhook, { params: { id } }))
    await livrer()
    expect(recus).toHaveLength(2)
    expect(await livraison()).toMatchObject({ etat: 'LIVREE', reponse: 'merci' })
  })
})

describe('gérer les webhooks', () => {
  it('le secret n’est donné qu’une fois, et scellé', async () => {
    const { secret, id } = await creer()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { rows } = await sql<{ secret: Buffer }>`select * from webhook`.execute(db)
    expect(rows[0]?.secret.toString('latin1')).not.toContain(secret.slice(6, 40))
    const dit = JSON.stringify([await lesWebhooks(), await journal('WEBHOOK_CREE')])
    expect(dit).not.toContain(secret.slice(6, 40))
    const neuf = await reussi(asDpps.appeler(api.renouvelerSecretWebhook, { params: { id } }))
    expect(neuf.secret).not.toBe(secret)
  })

  it.each([
    'https://127.0.0.2/',
    'https://2130706435/',
    'https://0177.0.0.2/',
    'https://0x7f.1.1.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'http://93.184.216.34/',
  ])('refuse %s, que rien ne nomme', async (adresse) => {
    const { code } = await ferme.asDpps.appeler(api.creerWebhook, { body: vouloir({ adresse }) })
    expect(code).toBe('ADRESSE_INTERDITE')
    expect((await reussi(ferme.asDpps.appeler(api.listWebhooks))).total).toBe(0)
  })

  it('refuse la plateforme elle-même, un nom pris, une adresse illisible, rien de coché', async () => {
    for (const adresse of ['http://127.0.0.1:3000/api', 'http://localhost:3000/']) {
      const { code } = await asDpps.appeler(api.creerWebhook, { body: vouloir({ adresse }) })
      expect([adresse, code]).toEqual([adresse, 'WEBHOOK_SOI'])
    }
    await creer({ nom: 'Entrepôt' })
    const pris = { body: vouloir({ nom: 'Entrepôt' }) }
    expect((await asDpps.appeler(api.creerWebhook, pris)).code).toBe('WEBHOOK_EXISTANT')
    for (const voulu of [
      { adresse: 'ftp://exemple.org' },
      { adresse: 'https://nom:secret@exemple.org/' },
      { adresse: '' },
      { types: [] },
      { nom: ' ' },
    ]) {
      const { statut } = await asDpps.appeler(api.creerWebhook, { body: vouloir(voulu) })
      expect([voulu, statut]).toEqual([voulu, 400])
    }
    expect(await lesWebhooks()).toHaveLength(1)
  })

  it('refuse le vingt-et-unième, comme le millième, et n’en garde rien', async () => {
    const demandes = Array.from({ length: WEBHOOKS_MAX + 30 }, () =>
      asDpps.appeler(api.creerWebhook, { body: vouloir() }),
    )
    const codes = (await Promise.all(demandes)).map(({ statut, code }) => code || statut)
    expect(codes.filter((code) => code === 200)).toHaveLength(WEBHOOKS_MAX)
    expect(new Set(codes.filter((code) => code !== 200))).toEqual(new Set(['QUOTA_WEBHOOKS']))
    expect((await reussi(asDpps.appeler(api.listWebhooks))).total).toBe(WEBHOOKS_MAX)
  })

  it('se modifie, se suspend, se supprime ; le journal le dit, et les livraisons s’en vont', async () => {
    const { id, recus } = await brancher()
    await essayer(id)
    const body = vouloir({ nom: 'Autre nom', types: ['rapport.soumis'] })
    await reussi204(asAdmin.appeler(api.modifierWebhook, { params: { id }, body }))
    await reussi204(asDpps.appeler(api.suspendreWebhook, { params: { id } }))
    await livrer()
    expect((await lesWebhooks())[0]).toMatchObject({ nom: 'Autre nom', etat: 'SUSPENDU' })
    await reussi204(asDpps.appeler(api.supprimerWebhook, { params: { id } }))
    await livrer()
    expect([recus.length, await livraisons()]).toEqual([0, []])
    for (const action of ['WEBHOOK_MODIFIE', 'WEBHOOK_SUSPENDU', 'WEBHOOK_SUPPRIME']) {
      expect([action, (await journal(action)).length]).not.toEqual([action, 0])
    }
    expect((await journal('WEBHOOK_SUPPRIME')).at(-1)?.objet).toBe('Autre nom')
  })

  it('suspendu, rien ne lui part, et les autres sont servis', async () => {
    const suspendu = await brancher()
    const autre = await brancher()
    await essayer(suspendu.id)
    await reussi204(asDpps.appeler(api.suspendreWebhook, { params: { id: suspendu.id } }))
    await essayer(autre.id)
    await livrer()
    expect([suspendu.recus.length, autre.recus.length]).toEqual([0, 1])
  })

  it('au secret qu’une autre clé a scellé, ne se reprend qu’avec un autre secret', async () => {
    const { id } = await creer()
    await reussi204(asDpps.appeler(api.suspendreWebhook, { params: { id } }))
    await sql`update webhook set secret = ${Buffer.alloc(80, 7)} where id = ${id}`.execute(db)
    const { statut, code } = await asDpps.appeler(api.reprendreWebhook, { params: { id } })
    expect([statut, code]).toEqual([409, 'SECRET_ILLISIBLE'])
    expect((await lesWebhooks())[0]).toMatchObject({ etat: 'SUSPENDU' })
    await reussi(asDpps.appeler(api.renouvelerSecretWebhook, { params: { id } }))
    await reussi204(asDpps.appeler(api.reprendreWebhook, { params: { id } }))
    expect((await lesWebhooks())[0]).toMatchObject({ etat: 'ACTIF' })
  })

  it('d’une base venue d’ailleurs, rien ne part qu’on ne lui ait donné un autre secret', async () => {
    const { id, recus, livraison } = await brancher()
    await essayer(id)
    const cle = Buffer.alloc(32, 9).toString('base64')
    const ailleurs = readConfig({ ...ENV, SECRETS_KEY: cle })
    await livrer({ config: ailleurs })
    expect(recus).toEqual([])
    expect((await livraison())?.erreur).toBe('secret scellé par une autre clé')
  })
})
