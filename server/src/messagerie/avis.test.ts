import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type { FrequenceAvis } from '@releve/contract/messagerie/messagerie.schema.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { executerTaches } from '../tache/boucle.ts'
import { createEnvoiAvisMessage, createEnvoiResume, resumer } from './avis.ts'
import { ecrire, ouvrirBancMessages } from './messagerie.banc.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asStructure, asCollegue, horloge } = banc
const { db } = banc.base

const partis: Courriel[] = []
const mailer = {
  envoyer: async (courriel: Courriel) => {
    partis.push(courriel)
  },
}
const atelier = { db, mailer, url: 'https://releve.example.org' }
const handlers = {
  AVIS_MESSAGE: createEnvoiAvisMessage(atelier),
  RESUME_MESSAGES: createEnvoiResume(atelier),
}
const log = { info() {}, warn() {}, error() {} }

/** What leaves by mail, to whom and saying what. */
async function passer(): Promise<Courriel[]> {
  partis.length = 0
  const maintenant = () => new Date(horloge.maintenant.getTime() + 1000)
  while ((await executerTaches({ db, handlers, maintenant, log })) > 0);
  return [...partis]
}

const choisir = (qui: Personne, frequence: FrequenceAvis) =>
  reussi(qui.appeler(api.modifierAvis, { body: { frequence } }))
const jusqua = (instant: string) => {
  horloge.maintenant = new Date(instant)
  return resumer(db, horloge.maintenant)
}

beforeEach(async () => {
  await sql`update utilisateur set email = identifiant || '@example.org'`.execute(db)
})

describe('être prévenu par courriel', () => {
  it('n’est le choix de personne au départ, et se change', async () => {
    const avis = () => reussi(asStructure.appeler(api.lireAvis))
    expect(await avis()).toEqual({ frequence: 'JAMAIS', email: 'cau-r01-01@example.org' })
    await choisir(asStructure, 'QUOTIDIEN')
    expect((await avis()).frequence).toBe('QUOTIDIEN')
    const refus = await asStructure.brut('POST', '/api/mail/avis', { frequence: 'TOUJOURS' })
    expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
  })

  it('de chaque message : son expéditeur, son objet, où le lire, et rien de son texte', async () => {
    await choisir(asStructure, 'CHAQUE')
    const { id } = await ecrire(asDpps, [asStructure, asCollegue], {
      objet: 'Réunion',
      corps: 'Le code du coffre est 1234.',
    })
    const courriels = await passer()
    expect(courriels).toHaveLength(1)
    expect(courriels[0]).toMatchObject({
      a: { nom: 'cau-r01-01', email: 'cau-r01-01@example.org' },
      objet: 'Relevé\u00a0: un nouveau message',
      lien: { url: `https://releve.example.org/dashboard/mail?message=${id}` },
    })
    expect(courriels[0]?.texte).toContain('dpps\u00a0: Réunion')
    expect(JSON.stringify(courriels)).not.toContain('1234')
    expect(await passer()).toEqual([])
  })

  it('ne part pas d’un message lu, supprimé, ou dont on ne veut plus être prévenu', async () => {
    await choisir(asStructure, 'CHAQUE')
    const lu = await ecrire(asDpps, [asStructure])
    const supprime = await ecrire(asDpps, [asStructure])
    await asStructure.appeler(api.marquerLu, { params: { id: lu.id } })
    await asStructure.appeler(api.deleteMessages, { body: { ids: [supprime.id] } })
    expect(await passer()).toEqual([])
    await ecrire(asDpps, [asStructure])
    await choisir(asStructure, 'JAMAIS')
    expect(await passer()).toEqual([])
  })

  it('une fois par jour, à partir de sept heures, de ce qui n’est pas lu', async () => {
    await choisir(asStructure, 'QUOTIDIEN')
    await jusqua('2025-03-20T08:00:00Z')
    expect(await passer()).toEqual([])
    await ecrire(asDpps, [asStructure], { objet: 'Un' })
    await ecrire(asDpps, [asStructure], { objet: 'Deux', corps: 'Secret' })
    const lu = await ecrire(asDpps, [asStructure], { objet: 'Lu' })
    await asStructure.appeler(api.marquerLu, { params: { id: lu.id } })
    await jusqua('2025-03-20T20:00:00Z')
    await jusqua('2025-03-21T06:30:00Z')
    expect(await passer()).toEqual([])
    await Promise.all([jusqua('2025-03-21T07:30:00Z'), jusqua('2025-03-21T07:30:00Z')])
    const [resume, ...autres] = await passer()
    expect(autres).toEqual([])
    expect(resume?.texte).toMatch(/^2 nouveaux messages vous attendent/)
    expect(resume?.texte).toContain('dpps\u00a0: Deux\ndpps\u00a0: Un')
    expect(resume?.texte).not.toMatch(/Secret|Lu/)
    await jusqua('2025-03-22T07:30:00Z')
    expect(await passer()).toEqual([])
  })

  it('ne garde, une fois parti, que l’adresse et l’objet', async () => {
    await choisir(asStructure, 'CHAQUE')
    await ecrire(asDpps, [asStructure])
    await passer()
    const { charge } = await db.selectFrom('tache').select('charge').executeTakeFirstOrThrow()
    expect(Object.keys(charge).toSorted()).toEqual(['a', 'objet'])
  })
})
