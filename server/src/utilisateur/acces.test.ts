import { sessionApi } from '@releve/contract/session/session.api.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../platform/base/transaction.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import { findAgent } from '../session/session.sql.ts'
import { bloquerUtilisateur, loadCible } from './acces.ts'
import { ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAutreDpps, asAdmin, asStructure, anonyme, base } = banc
const { creer, connecter, journalDe, photographier } = banc
const { db } = base

const MOT_DE_PASSE = 'Tournesol-Violet-42'
const motDePasse = await hacherMotDePasse(MOT_DE_PASSE)

/** An account that its owner has already opened. */
async function creerOuvert(identifiant: string): Promise<number> {
  const id = await creer(identifiant)
  const colonnes = { motDePasse, forceChangePassword: false }
  await db.updateTable('utilisateur').set(colonnes).where('id', '=', id).execute()
  return id
}

const bloquer = (par: typeof asDpps, id: number, version?: number) =>
  par.appeler(api.bloquerUtilisateur, { params: { id }, query: { version } })
const debloquer = (par: typeof asDpps, id: number, version?: number) =>
  par.appeler(api.debloquerUtilisateur, { params: { id }, query: { version } })

async function refuse(statut: number, code: string, appel: () => ReturnType<typeof bloquer>) {
  const avant = await photographier()
  const reponse = await appel()
  expect([reponse.statut, reponse.code]).toEqual([statut, code])
  expect(await photographier()).toEqual(avant)
}

describe('bloquer un compte', () => {
  it('ferme ses sessions à l’instant, et n’en laisse ouvrir aucune', async () => {
    const id = await creerOuvert('bloque')
    const { corps: session } = await connecter('bloque', MOT_DE_PASSE)
    const { statut, corps } = await bloquer(asAdmin, id, 1)
    expect([statut, corps.statut, corps.actions]).toEqual([
      200,
      'BLOQUE',
      ['modifier', 'debloquer'],
    ])
    const lu = await banc.app.inject({
      url: '/api/codifications/lister/SEXE',
      headers: { authorization: `Bearer ${session.token}` },
    })
    expect([lu.statusCode, lu.json().code]).toEqual([403, 'COMPTE_BLOQUE'])
    const renouvele = await anonyme.appeler(sessionApi.renouvelerJeton, {
      query: { refreshToken: session.refreshToken },
    })
    expect(renouvele.code).toBe('COMPTE_BLOQUE')
    expect((await connecter('bloque', MOT_DE_PASSE)).code).toBe('COMPTE_BLOQUE')
    expect((await journalDe('bloque')).at(-1)?.action).toBe('UTILISATEUR_BLOQUE')
  })

  it('deux fois ne s’écrit qu’une, même avec la version d’avant', async () => {
    const id = await creer('repete')
    await bloquer(asDpps, id, 1)
    const avant = await photographier()
    expect((await bloquer(asDpps, id, 1)).statut).toBe(200)
    expect(await photographier()).toEqual(avant)
  })

  it('est refusé pour soi-même, un compte inconnu, une version dépassée', async () => {
    const id = await creer('depasse')
    await refuse(409, 'SOI_MEME', () => bloquer(asDpps, asDpps.id))
    await refuse(404, 'UTILISATEUR_INTROUVABLE', () => bloquer(asDpps, 999_999))
    await refuse(409, 'VERSION_COMPTE_PERIMEE', () => bloquer(asDpps, id, 7))
  })

  it('est refusé à l’administration pour un DPPS, à une structure pour tous', async () => {
    await refuse(403, 'ROLE_INTERDIT', () => bloquer(asAdmin, asDpps.id))
    await refuse(403, 'DROIT_INSUFFISANT', () => bloquer(asStructure, asAdmin.id))
  })

  it('ne se fait pas par une demande HEAD', async () => {
    const id = await creer('entete')
    const { statut } = await asDpps.brut('HEAD', `/api/utilisateur/structure/bloquer/${id}`)
    expect(statut).toBe(404)
  })
})

describe('débloquer un compte', () => {
  it('le rend, et lève l’attente après trop d’échecs', async () => {
    const id = await creerOuvert('frein')
    await connecter('frein', 'faux')
    const bloque = { echecs: 10, bloqueJusqua: '9999-12-31T00:00:00Z' }
    await db.updateTable('tentative').set(bloque).where('cle', 'like', 'compte:%').execute()
    expect((await connecter('frein', MOT_DE_PASSE)).code).toBe('TROP_DE_TENTATIVES')
    const { corps: vu } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect([vu.statut, vu.actions]).toEqual(['ACTIF', ['modifier', 'bloquer', 'debloquer']])
    await bloquer(asDpps, id)
    expect((await debloquer(asAdmin, id)).corps).toMatchObject({ statut: 'ACTIF' })
    expect((await connecter('frein', MOT_DE_PASSE)).statut).toBe(200)
    expect((await journalDe('frein')).map(({ action }) => action)).toEqual([
      'UTILISATEUR_CREE',
      'UTILISATEUR_BLOQUE',
      'UTILISATEUR_DEBLOQUE',
    ])
  })

  it('n’écrit rien pour un compte que rien ne bloque', async () => {
    const id = await creer('libre')
    const avant = await photographier()
    expect((await debloquer(asDpps, id)).statut).toBe(200)
    expect(await photographier()).toEqual(avant)
  })

  it('est refusé à l’administration pour un DPPS, et pour une version dépassée', async () => {
    const dpps = await creer('dpps-bloque', { roles: ['ROLE_DPPS'], structure: null })
    await bloquer(asDpps, dpps)
    await refuse(403, 'ROLE_INTERDIT', () => debloquer(asAdmin, dpps))
    await refuse(409, 'VERSION_COMPTE_PERIMEE', () => debloquer(asDpps, dpps, 1))
    await refuse(404, 'UTILISATEUR_INTROUVABLE', () => debloquer(asDpps, 999_999))
  })
})

describe('le dernier DPPS', () => {
  it('reste, quand deux DPPS se bloquent ou se rétrogradent au même instant', async () => {
    const enlever = async (par: typeof asDpps, autre: typeof asDpps, bloque: boolean) => {
      if (bloque) return bloquer(par, autre.id)
      const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id: autre.id } })
      return par.appeler(api.modifierUtilisateur, {
        body: {
          ...banc.ficheDe(autre.identifiant, { structure: null, roles: ['ROLE_ADMIN'] }),
          id: autre.id,
          version: corps.version,
        },
      })
    }
    for (const bloque of [true, false, true, false]) {
      const deux = await Promise.all([
        enlever(asDpps, asAutreDpps, bloque),
        enlever(asAutreDpps, asDpps, bloque),
      ])
      expect(deux.filter(({ statut }) => statut === 200)).toHaveLength(1)
      const perdant = deux.find(({ statut }) => statut !== 200)
      expect(['DERNIER_DPPS', 'COMPTE_BLOQUE', 'DROIT_INSUFFISANT', 'ROLE_INTERDIT']).toContain(
        perdant?.code,
      )
      const restants = await db
        .selectFrom('utilisateur')
        .select(['id', 'roles', 'statut'])
        .where('id', 'in', [asDpps.id, asAutreDpps.id])
        .execute()
      const actifs = restants.filter((u) => u.statut === 'ACTIF' && u.roles.includes('ROLE_DPPS'))
      expect(actifs).toHaveLength(1)
      const ids = [asDpps.id, asAutreDpps.id]
      const remis = { statut: 'ACTIF', roles: ['ROLE_DPPS'] } as const
      await db
        .updateTable('utilisateur')
        .set({ ...remis, roles: [...remis.roles] })
        .where('id', 'in', ids)
        .execute()
      await db
        .updateTable('session')
        .set({ fermeeLe: null, motifFermeture: null })
        .where('utilisateurId', 'in', ids)
        .execute()
    }
  })

  it('n’a pas « bloquer » parmi ses actions, et perdre ce rôle lui est refusé', async () => {
    await db
      .updateTable('utilisateur')
      .set({ statut: 'BLOQUE' })
      .where('id', '=', asAutreDpps.id)
      .execute()
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id: asDpps.id } })
    expect(corps.actions).toEqual(['modifier'])
    // Somebody whose token was read just before he was himself blocked.
    const agent = await findAgent(db, asDpps.jeton, banc.horloge.maintenant)
    if (!agent) throw new Error('agent absent')
    const acte = { db: db, agent: { ...agent, id: asAutreDpps.id }, maintenant: new Date() }
    await expect(
      inTransaction(db, async (tx) => {
        const tenue = await loadCible({ ...acte, db: tx }, asDpps.id)
        if (tenue) await bloquerUtilisateur({ ...acte, db: tx }, tenue, {})
      }),
    ).rejects.toMatchObject({ code: 'DERNIER_DPPS', statut: 409 })
  })
})
