import type { Sent } from '@releve/contract/operation.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import { ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAutreDpps, asAdmin, asStructure, asDirectionRegionale, anonyme, creer } = banc
const { base } = banc
const MINUTE = 60_000

await creer('zoe', { nom: 'Élan', prenoms: 'Zoé', autreStructure: ['DR-R01'] })
await creer('a.central', { nom: 'Écume', roles: ['ROLE_ADMIN'], structure: null })
await banc.base.db
  .updateTable('utilisateur')
  .set({ statut: 'BLOQUE' })
  .where('identifiant', '=', 'a.central')
  .execute()

await banc.base.db
  .insertInto('exercice')
  .values([
    { utilisateurId: asStructure.id, faitLe: new Date('2025-03-02T10:00:00Z') },
    { utilisateurId: asAutreDpps.id, faitLe: new Date('2025-03-01T10:00:00Z') },
  ])
  .execute()
await banc.base.db
  .updateTable('utilisateur')
  .set({ derniereConnexion: new Date('2025-03-02T10:00:00Z') })
  .where('id', '=', asStructure.id)
  .execute()

type Query = Sent<typeof api.listUtilisateurs.query>

async function noms(query: Query = {}, par = asDpps): Promise<string[]> {
  const { statut, corps } = await par.appeler(api.listUtilisateurs, { query })
  expect(statut).toBe(200)
  return corps.elements.map(({ identifiant }) => identifiant)
}

describe('lister les comptes', () => {
  it('les donne tous aux comptes centraux, page par page, avec leur nombre', async () => {
    const { corps } = await asAdmin.appeler(api.listUtilisateurs, { query: { taille: 4, page: 2 } })
    expect([corps.elements.length, corps.total, corps.page]).toEqual([4, 9, 2])
    const toutes = [1, 2, 3].map((page) => noms({ taille: 4, page }))
    expect(new Set((await Promise.all(toutes)).flat()).size).toBe(9)
    const vide = await asDpps.appeler(api.listUtilisateurs, { query: { page: 40 } })
    expect([vide.corps.elements, vide.corps.total]).toEqual([[], 9])
  })

  it.each<[Query, string[]]>([
    [{ q: 'ELAN' }, ['zoe']],
    [{ q: 'zoé port-clair' }, ['zoe']],
    [{ q: 'zoe@EXAMPLE' }, ['zoe']],
    [{ q: 'polyvalent' }, ['cpoly-r02-01']],
    [{ q: '%' }, []],
    [{ role: 'ROLE_ADMIN' }, ['admin', 'a.central']],
    [{ statut: 'BLOQUE' }, ['a.central']],
    [{ structure: 'DR-R01' }, ['dr-r01', 'zoe']],
    [{ structure: 'CAU-R01-01', q: 'b' }, ['cau-r01-01-b']],
    [{ structure: 'INCONNUE' }, []],
    [{ exercice: 'FAIT' }, ['cau-r01-01', 'dpps-adjoint']],
    [{ exercice: 'SANS_OBJET' }, ['admin', 'a.central']],
    [{ exercice: 'PAS_ENCORE', role: 'ROLE_DPPS' }, ['dpps']],
    [{ connexion: 'DEJA' }, ['cau-r01-01']],
    [{ connexion: 'JAMAIS', q: 'elan' }, ['zoe']],
  ])('se restreint par %j', async (query, attendus) => {
    expect(await noms(query)).toEqual(attendus)
  })

  it('se trie par l’exercice : son jour, puis qui ne l’a pas fait, puis qui n’en a pas à faire', async () => {
    const tries = await noms({ tri: 'exercice' })
    expect(tries.slice(0, 2)).toEqual(['dpps-adjoint', 'cau-r01-01'])
    expect(new Set(tries.slice(-2))).toEqual(new Set(['admin', 'a.central']))
    expect(new Set((await noms({ tri: '-exercice' })).slice(0, 2))).toEqual(
      new Set(['admin', 'a.central']),
    )
    const { statut, code } = await asDpps.appeler(api.listUtilisateurs, {
      query: { exercice: 'PEUT_ETRE' as 'FAIT' },
    })
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
  })

  it('se trie sans égard aux accents, ce qui est vide à la fin', async () => {
    expect(await noms({ tri: 'nom', q: 'fatou' })).toEqual(['a.central'])
    expect((await noms({ tri: '-identifiant' }))[0]).toBe('zoe')
    const parStructure = await noms({ tri: 'structure' })
    expect(parStructure[0]).toMatch(/^cau-r01-01|^zoe/)
    expect((await noms({ tri: '-structure' })).slice(0, 1)).toEqual(['dr-r01'])
    expect(['dpps', 'dpps-adjoint', 'admin', 'a.central']).toContain(parStructure.at(-1))
    const { statut, details } = await asDpps.appeler(api.listUtilisateurs, {
      query: { tri: 'motDePasse' },
    })
    expect([statut, details[0]?.code]).toEqual([400, 'TRI_INCONNU'])
  })

  it('dit de chacun ce que l’on peut y faire maintenant', async () => {
    const actions = async (par: typeof asDpps) => {
      const { corps } = await par.appeler(api.listUtilisateurs, { query: { taille: 200 } })
      return Object.fromEntries(corps.elements.map((u) => [u.identifiant, u.actions]))
    }
    expect(await actions(asAdmin)).toMatchObject({
      admin: ['modifier'],
      dpps: [],
      zoe: ['modifier', 'bloquer'],
      'a.central': ['modifier', 'debloquer'],
    })
    expect(await actions(asDpps)).toMatchObject({
      dpps: ['modifier'],
      'dpps-adjoint': ['modifier', 'bloquer'],
    })
  })

  it('dit qui a un second facteur, une fois qu’il est en service', async () => {
    const creeLe = banc.horloge.maintenant
    const facteur = { secret: Buffer.alloc(20), creeLe }
    await base.db
      .insertInto('secondFacteur')
      .values([
        { ...facteur, utilisateurId: asDpps.id, activeLe: creeLe },
        { ...facteur, utilisateurId: asAdmin.id },
      ])
      .execute()
    const { corps } = await asDpps.appeler(api.listUtilisateurs, { query: { q: 'd' } })
    const avec = corps.elements.filter(({ secondFacteur }) => secondFacteur)
    expect(avec.map(({ identifiant }) => identifiant)).toEqual(['dpps'])
  })

  it('ne dit rien des mots de passe', async () => {
    const { octets } = await asDpps.appeler(api.listUtilisateurs)
    expect(octets.toString()).not.toMatch(/motDePasse|argon2/)
  })

  it.each([
    ['une structure', asStructure],
    ['une direction régionale', asDirectionRegionale],
  ])('est refusé à %s, comme lire et exporter', async (_, personne) => {
    const refus = [
      await personne.appeler(api.listUtilisateurs),
      await personne.appeler(api.lireUtilisateur, { params: { id: asDpps.id } }),
      await personne.appeler(api.lireUtilisateur, { params: { id: 999_999 } }),
      await personne.appeler(api.exporterUtilisateurs, { query: { format: 'csv' } }),
    ]
    expect(refus.map(({ code }) => code)).toEqual(Array(4).fill('DROIT_INSUFFISANT'))
  })
})

describe('lire un compte', () => {
  it('donne ses sessions ouvertes, et rien de leurs jetons', async () => {
    const id = await creer('active')
    const motDePasse = await hacherMotDePasse('Tournesol-Violet-42')
    const colonnes = { motDePasse, forceChangePassword: false }
    await base.db.updateTable('utilisateur').set(colonnes).where('id', '=', id).execute()
    const ouvrir = (userAgent?: string) =>
      banc.app.inject({
        method: 'POST',
        url: '/api/utilisateur/connexion',
        remoteAddress: '192.0.2.9',
        headers: userAgent ? { 'user-agent': userAgent } : {},
        payload: { identifiant: 'active', password: 'Tournesol-Violet-42' },
      })
    const premiere = await ouvrir('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0')
    await ouvrir('curl/8')
    banc.horloge.maintenant = new Date(banc.horloge.maintenant.getTime() + 20 * MINUTE)
    const { refreshToken, token } = premiere.json<{ refreshToken: string; token: string }>()
    await banc.app.inject(`/api/utilisateur/refreshToken?refreshToken=${refreshToken}`)
    const { corps, octets } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps.sessions).toMatchObject([
      {
        appareil: 'Firefox sous Windows',
        adresse: '192.0.2.9',
        ouverteLe: '2025-03-20T10:00:00.000Z',
        derniereActivite: '2025-03-20T10:20:00.000Z',
        expireLe: '2025-03-20T20:00:00.000Z',
        courante: false,
      },
      { appareil: null, derniereActivite: '2025-03-20T10:00:00.000Z' },
    ])
    expect(octets.toString()).not.toContain(token)
    banc.horloge.maintenant = new Date(banc.horloge.maintenant.getTime() + 11 * MINUTE)
    const apres = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(apres.corps.sessions).toHaveLength(1)
  })

  it('refuse un compte inconnu, un identifiant qui n’en est pas un, un appel sans jeton', async () => {
    const lire = (id: number) => asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect([(await lire(999_999)).statut, (await lire(999_999)).code]).toEqual([
      404,
      'UTILISATEUR_INTROUVABLE',
    ])
    expect((await lire(0)).statut).toBe(400)
    expect((await anonyme.appeler(api.lireUtilisateur, { params: { id: 1 } })).statut).toBe(401)
    expect(
      (await asAutreDpps.appeler(api.lireUtilisateur, { params: { id: asDpps.id } })).statut,
    ).toBe(200)
  })
})
