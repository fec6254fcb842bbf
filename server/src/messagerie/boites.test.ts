import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import { rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { deletePiecesOrphelines } from '../document/jointe.sql.ts'
import { ecrire, joindre, nonLus, ouvrirBancMessages, recus } from './messagerie.banc.ts'
import { deleteMessagesAnciens } from './purge.sql.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asAdmin, asStructure, asCollegue, asAutreStructure, horloge } = banc
const { db } = banc.base

const PERDU = 2_000_000_000
const marquer = (qui: Personne, id: number, lu = true) =>
  qui.appeler(api.marquerLu, { params: { id }, query: { lu: lu ? 'true' : 'false' } })
const etoiler = (qui: Personne, id: number, important: boolean) =>
  qui.appeler(api.marquerImportant, { params: { id, important: important ? 'true' : 'false' } })
const objets = (messages: { objet: string }[]) => messages.map(({ objet }) => objet)

describe('les messages d’une personne', () => {
  it('se lisent du plus récent au plus ancien, page par page, reçus et envoyés à part', async () => {
    for (const n of [1, 2, 3]) await ecrire(asDpps, [asStructure], { objet: `Message ${n}` })
    await ecrire(asStructure, [asDpps], { objet: 'Réponse' })
    const query = { page: 1, taille: 2 }
    const recu = await reussi(asStructure.appeler(api.listRecus, { query }))
    expect(objets(recu.elements)).toEqual(['Message 3', 'Message 2'])
    expect(recu).toMatchObject({ total: 3, page: 1, taille: 2 })
    const suite = await reussi(
      asStructure.appeler(api.listRecus, { query: { page: 2, taille: 2 } }),
    )
    expect(objets(suite.elements)).toEqual(['Message 1'])
    const envoyes = await reussi(asStructure.appeler(api.listEnvoyes))
    expect(objets(envoyes.elements)).toEqual(['Réponse'])
    expect((await reussi(asCollegue.appeler(api.listRecus))).total).toBe(0)
  })

  it('se cherchent par leurs mots, leur expéditeur, sa structure, et ceux qu’ils nomment', async () => {
    await ecrire(asStructure, [asDpps], {
      objet: 'Échéance de mars',
      corps: 'Un délai, s’il vous plaît',
    })
    await ecrire(asCollegue, [asDpps], { objet: 'Autre chose' })
    const trouver = async (q: string) => objets(await recus(asDpps, q))
    expect(await trouver('ECHEANCE delai')).toEqual(['Échéance de mars'])
    expect(await trouver('cau-r01-01-b')).toEqual(['Autre chose'])
    expect(await trouver('port-clair échéance')).toEqual(['Échéance de mars'])
    expect(await trouver('échéance introuvable')).toEqual([])
    const query = { q: 'dpps' }
    expect((await reussi(asStructure.appeler(api.listEnvoyes, { query }))).total).toBe(1)
  })

  it('se donnent entiers, ou par leur début quand on ne demande que lui', async () => {
    const corps = 'x'.repeat(1000)
    await ecrire(asDpps, [asStructure], { corps })
    expect((await recus(asStructure))[0]?.corps).toHaveLength(1000)
    const query = { extrait: 'true' } as const
    const { elements } = await reussi(asStructure.appeler(api.listRecus, { query }))
    expect(elements[0]?.corps).toHaveLength(200)
  })
})

describe('un message lu', () => {
  it('l’est de sa seule copie, à sa première lecture, et peut ne plus l’être', async () => {
    const { id } = await ecrire(asDpps, [asStructure, asCollegue])
    await ecrire(asDpps, [asStructure])
    expect(await nonLus(asStructure)).toBe(2)
    expect(await reussi(marquer(asStructure, id))).toMatchObject({
      luLe: '2025-03-20T10:00:00.000Z',
    })
    horloge.maintenant = new Date('2025-03-20T11:00:00Z')
    expect((await reussi(marquer(asStructure, id))).luLe).toBe('2025-03-20T10:00:00.000Z')
    expect([await nonLus(asStructure), await nonLus(asCollegue)]).toEqual([1, 1])
    const ouvert = await reussi(asDpps.appeler(api.lireMessage, { params: { id } }))
    expect(ouvert.lus).toBe(1)
    expect((await reussi(marquer(asStructure, id, false))).luLe).toBeNull()
    expect(await nonLus(asStructure)).toBe(2)
  })

  it('ne l’est pas d’avoir été ouvert, ni par HEAD', async () => {
    const { id } = await ecrire(asDpps, [asStructure])
    await reussi(asStructure.appeler(api.lireMessage, { params: { id } }))
    expect((await asStructure.brut('HEAD', `/api/mail/lu/${id}`)).statut).toBe(404)
    expect(await nonLus(asStructure)).toBe(1)
    const { entetes } = await marquer(asStructure, id)
    expect(entetes['cache-control']).toBe('no-store')
  })

  it('à une seule personne, dit à qui l’a envoyé quand elle l’a lu', async () => {
    const { id } = await ecrire(asDpps, [asStructure])
    await marquer(asStructure, id)
    const { elements } = await reussi(asDpps.appeler(api.listEnvoyes))
    expect(elements[0]?.luLe).toBe('2025-03-20T10:00:00.000Z')
  })

  it('se compte à part : la liste ne montre que ceux qui ne le sont pas', async () => {
    const { id } = await ecrire(asDpps, [asStructure], { objet: 'Lu' })
    await ecrire(asDpps, [asStructure], { objet: 'Non lu' })
    await marquer(asStructure, id)
    const query = { nonLus: 'true' } as const
    const { elements } = await reussi(asStructure.appeler(api.listRecus, { query }))
    expect(objets(elements)).toEqual(['Non lu'])
  })
})

describe('un message important', () => {
  it('l’est de sa seule copie, reçue ou envoyée', async () => {
    const { id } = await ecrire(asDpps, [asStructure, asCollegue])
    for (const qui of [asStructure, asDpps]) {
      expect((await reussi(etoiler(qui, id, true))).important).toBe(true)
      expect((await reussi(qui.appeler(api.listImportants))).total).toBe(1)
    }
    expect((await reussi(asCollegue.appeler(api.listImportants))).total).toBe(0)
    await etoiler(asStructure, id, false)
    expect((await reussi(asStructure.appeler(api.listImportants))).total).toBe(0)
  })
})

describe('un message supprimé', () => {
  const supprimer = (qui: Personne, ...ids: number[]) =>
    qui.appeler(api.deleteMessages, { body: { ids } })
  const restent = async () => (await db.selectFrom('message').select('id').execute()).length

  it('ne l’est que de sa copie, et s’efface quand personne n’en garde', async () => {
    const { id } = await ecrire(asDpps, [asStructure, asCollegue])
    expect((await supprimer(asStructure, id, id)).statut).toBe(204)
    expect(await recus(asStructure)).toEqual([])
    expect(await recus(asCollegue)).toHaveLength(1)
    await supprimer(asCollegue, id)
    expect((await reussi(asDpps.appeler(api.listEnvoyes))).total).toBe(1)
    await supprimer(asDpps, id)
    expect(await restent()).toBe(0)
  })

  it('laisse sa réponse, et la conversation de ceux qui le gardent', async () => {
    const premier = await ecrire(asDpps, [asStructure])
    const reponse = await ecrire(asStructure, [asDpps], { reponseA: premier.id })
    for (const qui of [asDpps, asStructure]) await supprimer(qui, premier.id)
    const ouvert = await reussi(asDpps.appeler(api.lireMessage, { params: { id: reponse.id } }))
    expect(ouvert.message).toMatchObject({ reponseA: null, filId: premier.id })
    expect(ouvert.fil).toHaveLength(1)
  })

  it('avec un autre qui n’est pas à soi, ou inconnu, se refuse : rien ne se supprime', async () => {
    const { id } = await ecrire(asDpps, [asStructure])
    const { id: autre } = await ecrire(asDpps, [asCollegue])
    for (const etranger of [autre, PERDU]) {
      const refus = await supprimer(asStructure, id, etranger)
      expect([refus.statut, refus.code]).toEqual([404, 'MESSAGE_INTROUVABLE'])
    }
    expect(await recus(asStructure)).toHaveLength(1)
  })
})

describe('le message d’un autre', () => {
  it('n’existe pas pour soi : ni lu, ni marqué, ni ouvert, fût-on la direction centrale', async () => {
    const { id } = await ecrire(asStructure, [asCollegue])
    for (const [qui, lequel] of [
      [asDpps, id],
      [asAutreStructure, id],
      [asStructure, PERDU],
    ] as const) {
      const params = { id: lequel }
      const refus = [
        await marquer(qui, lequel),
        await etoiler(qui, lequel, true),
        await qui.appeler(api.lireMessage, { params }),
      ]
      for (const { statut, code } of refus) {
        expect([statut, code]).toEqual([404, 'MESSAGE_INTROUVABLE'])
      }
    }
  })
})

describe('la recherche de partout', () => {
  it('trouve les messages reçus, sans égard aux accents', async () => {
    await ecrire(asStructure, [asAdmin], { objet: 'Échéance', corps: 'Étrangement tôt' })
    const chercher = async (qui: Personne) =>
      (await reussi(qui.appeler(rechercheApi.rechercher, { query: { q: 'etrangement ECHE' } })))
        .messages.length
    expect([await chercher(asAdmin), await chercher(asStructure)]).toEqual([1, 0])
  })
})

describe('l’entretien', () => {
  it('retire les messages de plus de vingt-quatre mois, leurs copies et leurs fichiers', async () => {
    const { id } = await joindre(asStructure)
    await ecrire(asStructure, [asDpps], { objet: 'Ancien', documents: [id] })
    horloge.maintenant = new Date('2025-03-21T10:00:00Z')
    await ecrire(asStructure, [asDpps], { objet: 'Récent' })
    expect(await deleteMessagesAnciens(db, new Date('2027-03-20T23:00:00Z'))).toBe(0)
    const plusTard = new Date('2027-03-21T01:00:00Z')
    expect(await deleteMessagesAnciens(db, plusTard)).toBe(1)
    await deletePiecesOrphelines(db, plusTard)
    expect(objets(await recus(asDpps))).toEqual(['Récent'])
    expect(await db.selectFrom('piece').select('id').execute()).toEqual([])
  })

  it('les retire par lots, jusqu’au dernier', async () => {
    await sql`insert into message (visiteur_nom, visiteur_email, objet, corps, envoye_le)
      select 'Zoé', 'z@example.org', 'Objet', 'Corps', '2020-01-01'
      from generate_series(1, 1203)`.execute(db)
    expect(await deleteMessagesAnciens(db, horloge.maintenant)).toBe(1203)
  })

  it('suit le réglage de la durée', async () => {
    await ecrire(asStructure, [asDpps])
    const dansSeptMois = new Date('2025-10-21T00:00:00Z')
    expect(await deleteMessagesAnciens(db, dansSeptMois)).toBe(0)
    await db
      .insertInto('parametre')
      .values({ cle: 'conservationMessagesMois', valeur: '6' })
      .execute()
    expect(await deleteMessagesAnciens(db, dansSeptMois)).toBe(1)
  })

  it('garde les fichiers d’un brouillon, et retire le lendemain ceux qui ne servent à rien', async () => {
    const { id } = await joindre(asStructure)
    await joindre(asStructure)
    const params = { cle: '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a02' }
    await reussi(
      asStructure.appeler(api.enregistrerBrouillon, { params, body: { documents: [id] } }),
    )
    await deletePiecesOrphelines(db, horloge.maintenant)
    expect(await db.selectFrom('piece').select('id').execute()).toHaveLength(2)
    await deletePiecesOrphelines(db, new Date('2025-03-22T10:00:00Z'))
    expect(await db.selectFrom('piece').select('id').execute()).toEqual([{ id }])
  })
})
