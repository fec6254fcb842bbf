import { courrielApi as api } from '@releve/contract/courriel/courriel.api.ts'
import type { EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import { executerTaches } from '../tache/boucle.ts'
import type { Handlers } from '../tache/handlers.ts'
import { insertCourriel, insertTache, prendreTaches, updateSansObjet } from '../tache/tache.sql.ts'

const banc = await ouvrirBanc()
const { db } = banc.base
const { asDpps, asAdmin, asStructure, horloge, anonyme } = banc
const DEPART = new Date('2025-03-20T10:00:00Z')
const log = { info() {}, warn() {}, error() {} }

const enfiler = (n: number, objet = `Objet ${n}`) =>
  insertCourriel(
    db,
    `essai:${n}`,
    { a: { nom: `Zoé ${n}`, email: `zoe${n}@exemple.org` }, objet, texte: 'Mot de passe : s3cret' },
    new Date(DEPART.getTime() + n),
  )

/** One pass of the worker, a second later, with what it may do. */
async function passer(handlers: Handlers): Promise<void> {
  const maintenant = () => new Date(horloge.maintenant.getTime() + 1000)
  await executerTaches({ db: db, handlers, maintenant, log })
}

const reussite: Handlers = { COURRIEL: async () => 'FAITE' }
const rienAEnvoyer: Handlers = { COURRIEL: async () => 'SANS_OBJET' }
const echec = (definitif: boolean): Handlers => ({
  COURRIEL: async () => {
    throw new EnvoiRefuse('EENVELOPE RCPT TO 550 inconnu', definitif)
  },
})

const lister = (query: { etat?: EtatCourriel[]; q?: string } = {}) =>
  reussi(asDpps.appeler(api.listCourriels, { query }))

const actions = async () =>
  (
    await db
      .selectFrom('journal')
      .select(['action', 'objet', 'utilisateurId'])
      .where('action', 'like', 'COURRIEL%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

beforeEach(async () => {
  horloge.maintenant = DEPART
  await db.deleteFrom('tache').execute()
})

it('lister les courriels n’est qu’à la direction centrale', async () => {
  const refuse = await asAdmin.appeler(api.listCourriels)
  expect([refuse.statut, refuse.code]).toEqual([403, 'DROIT_INSUFFISANT'])
})

describe('les courriels', () => {
  it('se lisent du plus récent au plus ancien, avec leur état, jamais leur texte', async () => {
    await enfiler(1)
    await passer(reussite)
    await enfiler(2)
    await passer(echec(true))
    await enfiler(3)
    await passer(echec(false))
    await enfiler(4)
    await insertTache(db, { genre: 'NOTIFICATION', cle: 'avis', charge: {} })
    const liste = await lister()
    expect(liste).toMatchObject({ total: 4, envoi: 'AUCUN', enAttente: 2, abandonnes: 1 })
    expect(
      liste.elements.map(({ etat, destinataire, objet, essais }) => [
        etat,
        destinataire?.email,
        objet,
        essais,
      ]),
    ).toEqual([
      ['EN_ATTENTE', 'zoe4@exemple.org', 'Objet 4', 0],
      ['REPORTE', 'zoe3@exemple.org', 'Objet 3', 1],
      ['ABANDONNE', 'zoe2@exemple.org', 'Objet 2', 1],
      ['ENVOYE', 'zoe1@exemple.org', 'Objet 1', 1],
    ])
    expect(liste.elements[1]).toMatchObject({
      prochainEssai: '2025-03-20T10:01:01.000Z',
      erreur: 'EENVELOPE RCPT TO 550 inconnu',
    })
    expect(JSON.stringify(liste)).not.toContain('s3cret')
  })

  it('se filtrent par état, et se cherchent par personne, adresse et objet', async () => {
    await enfiler(1, 'Invitation')
    await passer(echec(true))
    await enfiler(2, 'Rappel')
    expect((await lister({ etat: ['ABANDONNE'] })).elements.map(({ objet }) => objet)).toEqual([
      'Invitation',
    ])
    expect((await lister({ q: 'zoe 2' })).total).toBe(1)
    expect((await lister({ q: 'invit' })).total).toBe(1)
    expect((await lister({ q: 's3cret' })).total).toBe(0)
  })

  it('un courriel parti ne garde que son destinataire et son objet', async () => {
    await enfiler(1)
    await passer(reussite)
    const { charge } = await db.selectFrom('tache').select('charge').executeTakeFirstOrThrow()
    expect(charge).toEqual({ a: { nom: 'Zoé 1', email: 'zoe1@exemple.org' }, objet: 'Objet 1' })
  })
})

describe('un courriel sans objet', () => {
  it('n’est dit ni envoyé ni abandonné quand il n’y avait plus rien à envoyer', async () => {
    await enfiler(1)
    await passer(rienAEnvoyer)
    await enfiler(2)
    await passer(reussite)
    const liste = await lister()
    expect(liste).toMatchObject({ enAttente: 0, abandonnes: 0 })
    expect(liste.elements).toMatchObject([
      { etat: 'ENVOYE', envoyeLe: '2025-03-20T10:00:01.000Z', sansObjetLe: null },
      {
        etat: 'SANS_OBJET',
        envoyeLe: null,
        abandonneLe: null,
        sansObjetLe: '2025-03-20T10:00:01.000Z',
        prochainEssai: null,
        actions: [],
      },
    ])
    for (const [etat, objet] of [
      ['SANS_OBJET', 'Objet 1'],
      ['ENVOYE', 'Objet 2'],
    ] as const) {
      const { elements } = await lister({ etat: [etat] })
      expect(elements.map((courriel) => courriel.objet)).toEqual([objet])
    }
  })

  it('l’est aussi celui, en attente ou échoué, que l’acte suivant rend inutile', async () => {
    await enfiler(1)
    await passer(echec(true))
    await enfiler(2)
    await updateSansObjet(db, 'essai:1', DEPART)
    await updateSansObjet(db, 'essai:2', DEPART)
    const liste = await lister()
    expect(liste).toMatchObject({ enAttente: 0, abandonnes: 0 })
    expect(liste.elements.map(({ etat }) => etat)).toEqual(['SANS_OBJET', 'SANS_OBJET'])
    expect(JSON.stringify(await db.selectFrom('tache').select('charge').execute())).not.toContain(
      's3cret',
    )
  })

  it('ne l’est jamais celui qui est parti, ni celui qu’une personne a abandonné', async () => {
    await enfiler(1)
    await passer(reussite)
    await enfiler(2)
    const [attente] = (await lister()).elements
    await reussi(asDpps.appeler(api.abandonnerCourriel, { params: { id: attente?.id ?? 0 } }))
    await updateSansObjet(db, 'essai:1', DEPART)
    await updateSansObjet(db, 'essai:2', DEPART)
    expect((await lister()).elements.map(({ etat }) => etat)).toEqual(['ABANDONNE', 'ENVOYE'])
  })
})

describe('réessayer un courriel', () => {
  it('le remet dans la file, où il part aussitôt', async () => {
    await enfiler(1)
    await passer(echec(true))
    const [abandonne] = (await lister()).elements
    expect(abandonne?.actions).toEqual(['reessayer'])
    const params = { id: abandonne?.id ?? 0 }
    const repris = await reussi(asDpps.appeler(api.reessayerCourriel, { params }))
    expect(repris).toMatchObject({ etat: 'REPORTE', essais: 0, abandonneLe: null })
    await passer(reussite)
    expect((await lister()).elements[0]?.etat).toBe('ENVOYE')
    expect((await actions()).at(-1)).toBe('COURRIEL_REESSAYE')
  })

  it('fait partir celui qu’une horloge déréglée avait daté d’un autre siècle', async () => {
    await enfiler(1)
    await db.updateTable('tache').set({ dueLe: '2099-01-01T00:00:00Z' }).execute()
    await passer(reussite)
    const [attente] = (await lister()).elements
    expect(attente).toMatchObject({ etat: 'EN_ATTENTE', actions: ['reessayer', 'abandonner'] })
    await reussi(asDpps.appeler(api.reessayerCourriel, { params: { id: attente?.id ?? 0 } }))
    await passer(reussite)
    expect((await lister()).elements[0]?.etat).toBe('ENVOYE')
  })

  it('refuse un courriel parti : COURRIEL_NON_MODIFIABLE, et rien n’est écrit', async () => {
    await enfiler(1)
    await passer(reussite)
    const [parti] = (await lister()).elements
    const avant = await db.selectFrom('tache').selectAll().execute()
    const lignes = (await actions()).length
    for (const operation of [api.reessayerCourriel, api.abandonnerCourriel]) {
      const reponse = await asDpps.appeler(operation, { params: { id: parti?.id ?? 0 } })
      expect([reponse.statut, reponse.code]).toEqual([409, 'COURRIEL_NON_MODIFIABLE'])
    }
    expect(await db.selectFrom('tache').selectAll().execute()).toEqual(avant)
    expect((await actions()).length).toBe(lignes)
  })
})

describe('abandonner un courriel', () => {
  it('l’empêche de partir, et efface son texte pour toujours', async () => {
    await enfiler(1)
    const [attente] = (await lister()).elements
    const params = { id: attente?.id ?? 0 }
    const abandonne = await reussi(asDpps.appeler(api.abandonnerCourriel, { params }))
    expect(abandonne).toMatchObject({ etat: 'ABANDONNE', objet: 'Objet 1', actions: [] })
    const [tache] = await db.selectFrom('tache').select('charge').execute()
    expect(JSON.stringify(tache)).not.toContain('s3cret')
    expect((await asDpps.appeler(api.reessayerCourriel, { params })).code).toBe(
      'COURRIEL_NON_MODIFIABLE',
    )
    let partis = 0
    await passer({
      COURRIEL: async () => {
        partis += 1
        return 'FAITE'
      },
    })
    expect(partis).toBe(0)
    expect((await actions()).at(-1)).toBe('COURRIEL_ABANDONNE')
  })

  it('refuse celui qu’un processus est en train d’envoyer', async () => {
    await enfiler(1)
    const maintenant = new Date(DEPART.getTime() + 1000)
    const [prise] = await prendreTaches(db, ['COURRIEL'], { maintenant, lot: 1 })
    const reponse = await asDpps.appeler(api.abandonnerCourriel, { params: { id: prise?.id ?? 0 } })
    expect([reponse.statut, reponse.code]).toEqual([409, 'COURRIEL_NON_MODIFIABLE'])
  })
})

const OPERATIONS = [api.reessayerCourriel, api.abandonnerCourriel]

describe('le droit', () => {
  it.each(OPERATIONS)('$path n’est qu’à la direction centrale', async (operation) => {
    await enfiler(1)
    const { id } = await db.selectFrom('tache').select('id').executeTakeFirstOrThrow()
    const envoi = ('params' in operation ? { params: { id } } : {}) as never
    for (const qui of [asAdmin, asStructure]) {
      expect((await qui.appeler(operation, envoi)).code).toBe('DROIT_INSUFFISANT')
    }
    expect((await anonyme.appeler(operation, envoi)).code).toBe('JETON_ABSENT')
  })

  it.each([api.reessayerCourriel, api.abandonnerCourriel])(
    '$path d’un courriel inconnu répond 404',
    async (operation) => {
      const reponse = await asDpps.appeler(operation, { params: { id: 999_999 } })
      expect([reponse.statut, reponse.code]).toEqual([404, 'COURRIEL_INTROUVABLE'])
    },
  )
})
