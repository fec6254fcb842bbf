import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { commencer, reussi } from '../../test/formulaires.ts'
import { refuseSansEcrire } from '../../test/refus.ts'
import { CLE, ecrire, envoyer, joindre, ouvrirBancMessages, recus } from './messagerie.banc.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asStructure, asCollegue, horloge } = banc
const { db } = banc.base

const AUTRE = '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a02'
type Corps = Sent<typeof api.enregistrerBrouillon.body>
const garder = (qui: Personne, body: Corps, cle = CLE) =>
  qui.appeler(api.enregistrerBrouillon, { params: { cle }, body })
const lister = (qui: Personne) => reussi(qui.appeler(api.listBrouillons))
const lire = (qui: Personne, cle = CLE) => qui.appeler(api.lireBrouillon, { params: { cle } })

describe('un brouillon', () => {
  it('garde tout ce qui est écrit, même rien, et se relit', async () => {
    const { numero } = await commencer(asStructure)
    const { id } = await joindre(asStructure)
    const recu = await ecrire(asDpps, [asStructure])
    const { version } = await reussi(garder(asStructure, {}))
    const body = {
      version,
      destinataires: [asDpps.id, asCollegue.id],
      groupes: [{ genre: 'ROLE', code: 'ROLE_ADMIN' }],
      objet: 'Une question',
      corps: 'Deux\nlignes',
      documents: [id],
      reponseA: recu.id,
      numero,
    } as const
    const { modifieLe } = await reussi(garder(asStructure, body as unknown as Corps))
    const brouillon = await reussi(lire(asStructure))
    expect(brouillon).toMatchObject({
      cle: CLE,
      objet: 'Une question',
      corps: 'Deux\nlignes',
      reponseA: recu.id,
      formulaire: { numero, cellule: null },
      modifieLe,
    })
    expect(brouillon.destinataires.map((un) => un.id)).toEqual([asDpps.id, asCollegue.id])
    expect(brouillon.groupes).toMatchObject([{ genre: 'ROLE', code: 'ROLE_ADMIN' }])
    expect(brouillon.documents).toMatchObject([{ id }])
    expect(await recus(asDpps)).toEqual([])
  })

  it('n’est qu’à qui l’écrit', async () => {
    await reussi(garder(asStructure, { objet: 'Le mien' }))
    expect((await lister(asCollegue)).total).toBe(0)
    expect(await lire(asCollegue)).toMatchObject({ statut: 404, code: 'BROUILLON_INTROUVABLE' })
    const jeter = asCollegue.appeler(api.deleteBrouillon, { params: { cle: CLE } })
    expect(await jeter).toMatchObject({ statut: 404, code: 'BROUILLON_INTROUVABLE' })
    await reussi(garder(asCollegue, { objet: 'Le sien' }))
    expect((await reussi(lire(asStructure))).objet).toBe('Le mien')
  })

  it('se liste du dernier écrit au premier, et se cherche', async () => {
    await reussi(garder(asStructure, { objet: 'Échéance' }))
    horloge.maintenant = new Date('2025-03-20T10:05:00Z')
    await reussi(garder(asStructure, { objet: 'Autre' }, AUTRE))
    expect((await lister(asStructure)).elements.map(({ objet }) => objet)).toEqual([
      'Autre',
      'Échéance',
    ])
    const trouves = asStructure.appeler(api.listBrouillons, { query: { q: 'echeance' } })
    expect((await reussi(trouves)).total).toBe(1)
    const sien = asStructure.appeler(api.listBrouillons, { query: { cle: AUTRE } })
    expect((await reussi(sien)).elements.map(({ cle }) => cle)).toEqual([AUTRE])
  })

  it('disparaît quand le message part sous sa clé, et ne revient pas d’un enregistrement en retard', async () => {
    await reussi(garder(asStructure, { objet: 'Prêt' }))
    await ecrire(asStructure, [asDpps], { cle: CLE })
    expect((await lister(asStructure)).total).toBe(0)
    const tard = await garder(asStructure, { objet: 'Trop tard', version: 1 })
    expect([tard.statut, tard.code]).toEqual([409, 'BROUILLON_ENVOYE'])
    expect((await lire(asStructure)).statut).toBe(404)
  })

  it('se jette', async () => {
    await reussi(garder(asStructure, { objet: 'À jeter' }))
    const jeter = () => asStructure.appeler(api.deleteBrouillon, { params: { cle: CLE } })
    expect((await jeter()).statut).toBe(204)
    expect(await jeter()).toMatchObject({ statut: 404, code: 'BROUILLON_INTROUVABLE' })
  })

  it('ne nomme plus ceux à qui l’on ne peut plus écrire', async () => {
    await reussi(garder(asStructure, { destinataires: [asDpps.id, 2_000_000_000] }))
    expect((await reussi(lire(asStructure))).destinataires.map(({ id }) => id)).toEqual([asDpps.id])
  })

  it('de trop se refuse, et l’on peut encore changer les autres', async () => {
    await reussi(garder(asStructure, { objet: 'Premier' }))
    await sql`insert into message_brouillon (auteur_id, cle, modifie_le)
      select ${asStructure.id}, gen_random_uuid(), now() from generate_series(1, 99)`.execute(db)
    expect(await garder(asStructure, {}, AUTRE)).toMatchObject({
      statut: 409,
      code: 'BROUILLONS_TROP_NOMBREUX',
    })
    await reussi(garder(asStructure, { objet: 'Changé', version: 1 }))
  })

  it.each([
    ['trop long', { objet: 'a'.repeat(201) }],
    ['de 10 000 destinataires', { destinataires: Array.from({ length: 10_000 }, (_, n) => n + 1) }],
    ['de onze fichiers', { documents: Array.from({ length: 11 }, (_, n) => n + 1) }],
  ])('%s se refuse', async (_, body) => {
    expect(await garder(asStructure, body)).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
  })

  it('dont la clé n’en est pas une se refuse', async () => {
    const refus = await asStructure.brut('PUT', '/api/mail/brouillon/abc', {})
    expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
  })
})

const photo = () =>
  db.selectFrom('messageBrouillon').select(['cle', 'objet', 'version', 'modifieLe']).execute()

describe('un brouillon ouvert dans deux fenêtres', () => {
  it('ne s’écrit que par-dessus la version que l’on a lue', async () => {
    const premier = await reussi(garder(asStructure, { objet: 'Ici' }))
    expect(premier.version).toBe(1)
    const second = await reussi(garder(asStructure, { objet: 'Là', version: 1 }))
    expect(second.version).toBe(2)
    for (const version of [0, 1, 3]) {
      await refuseSansEcrire(photo, 'BROUILLON_PERIME', () =>
        garder(asStructure, { objet: 'Encore ici', version }),
      )
    }
    expect(await reussi(lire(asStructure))).toMatchObject({ objet: 'Là', version: 2 })
  })

  it('répété après une réponse perdue n’est pas un conflit', async () => {
    const body = { objet: 'Le même', corps: 'x', destinataires: [asDpps.id] }
    await reussi(garder(asStructure, body))
    const { version } = await reussi(garder(asStructure, body))
    await reussi(garder(asStructure, { ...body, corps: 'xy', version }))
    expect((await reussi(lire(asStructure))).corps).toBe('xy')
  })

  it('commencé des deux côtés à la fois, se garde d’un seul', async () => {
    const issues = await Promise.all(
      ['Un', 'Deux', 'Trois'].map((objet) => garder(asStructure, { objet })),
    )
    expect(issues.map(({ code }) => code ?? '').toSorted()).toEqual([
      '',
      'BROUILLON_PERIME',
      'BROUILLON_PERIME',
    ])
    expect((await lister(asStructure)).total).toBe(1)
  })

  it('jeté de l’autre, ne renaît pas', async () => {
    await reussi(garder(asStructure, { objet: 'Ici' }))
    await asStructure.appeler(api.deleteBrouillon, { params: { cle: CLE } })
    await refuseSansEcrire(photo, 'BROUILLON_INTROUVABLE', () =>
      garder(asStructure, { objet: 'Encore', version: 1 }),
    )
  })

  it('ne part pas comme l’autre ne le connaît plus', async () => {
    await reussi(garder(asStructure, { objet: 'Ici' }))
    await reussi(garder(asStructure, { objet: 'Là', version: 1 }))
    const partir = (version: number) => envoyer(asStructure, [asDpps], { cle: CLE, version })
    await refuseSansEcrire(photo, 'BROUILLON_PERIME', () => partir(1))
    expect(await recus(asDpps)).toEqual([])
    await reussi(partir(2))
    expect((await lister(asStructure)).total).toBe(0)
  })

  it('parti de l’une, ne se dit pas parti de l’autre avec un autre contenu', async () => {
    await ecrire(asStructure, [asDpps], { cle: CLE, corps: 'Parti' })
    const autres = [{ corps: 'Autre' }, { objet: 'Autre' }, { destinataires: [asCollegue.id] }]
    for (const autre of autres) {
      await refuseSansEcrire(
        () => db.selectFrom('messageDestinataire').selectAll().execute(),
        'BROUILLON_ENVOYE',
        () => envoyer(asStructure, [asDpps], { cle: CLE, corps: 'Parti', ...autre }),
      )
    }
    await ecrire(asStructure, [asDpps], { cle: CLE, corps: 'Parti' })
    expect(await recus(asDpps)).toHaveLength(1)
  })
})
