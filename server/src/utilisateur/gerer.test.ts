import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAutreDpps, asAdmin, asStructure, asDirectionRegionale, anonyme } = banc
const { ficheDe, creer, journalDe, photographier, structures } = banc

const creerPar = (personne: Personne, body: FicheUtilisateur) =>
  personne.appeler(api.creerUtilisateur, { body })

async function lire(id: number, par = asDpps) {
  const { corps, statut } = await par.appeler(api.lireUtilisateur, { params: { id } })
  expect(statut).toBe(200)
  return corps
}

/** Modifies an account as it is now, but for these fields. */
async function modifier(personne: Personne, id: number, champs: Partial<FicheUtilisateur>) {
  const { identifiant, nom, prenoms, email, telephone, fonction, roles, version, ...lu } =
    await lire(id)
  return personne.appeler(api.modifierUtilisateur, {
    body: {
      id,
      version,
      identifiant,
      nom,
      prenoms,
      telephone,
      fonction,
      roles,
      email: email ?? 'sans@example.org',
      structure: lu.structure?.code ?? null,
      autreStructure: lu.autreStructure.map(({ code }) => code),
      ...champs,
    },
  })
}

/** A call that must be refused, and must have written nothing. */
async function refuse(statut: number, code: string, appel: () => Promise<Reponse<unknown>>) {
  const avant = await photographier()
  const reponse = await appel()
  expect([reponse.statut, reponse.code]).toEqual([statut, code])
  expect(await photographier()).toEqual(avant)
  return reponse
}

describe('créer un compte', () => {
  it('le donne actif, à ouvrir par le mot de passe qu’un courriel apportera', async () => {
    const body = ficheDe('A.Ndiaye', { autreStructure: ['DR-R01', 'CAU-R01-01', 'DR-R01'] })
    const { statut, corps } = await creerPar(asAdmin, body)
    expect(statut).toBe(200)
    expect(corps).toMatchObject({
      identifiant: 'A.Ndiaye',
      nomAffichable: 'Fatou Ndiaye',
      email: 'A.Ndiaye@example.org',
      roles: ['ROLE_STRUCTURE'],
      structure: { id: structures.get('CAU-R01-01'), code: 'CAU-R01-01' },
      autreStructure: [{ code: 'DR-R01' }],
      statut: 'ACTIF',
      derniereConnexion: null,
      exerciceLe: null,
      secondFacteur: false,
      actions: ['modifier', 'bloquer'],
      envoi: 'AUCUN',
    })
    expect(await journalDe('A.Ndiaye')).toMatchObject([
      {
        action: 'UTILISATEUR_CREE',
        detail: { roles: ['ROLE_STRUCTURE'], structure: 'CAU-R01-01' },
      },
    ])
  })

  it.each(['A.NDIAYE', ' a.ndiaye ', 'a.Ndiaye'])(
    'refuse l’identifiant « %s », déjà pris',
    async (identifiant) => {
      const { details, libelle } = await refuse(409, 'IDENTIFIANT_EXISTANT', () =>
        creerPar(asDpps, ficheDe(identifiant)),
      )
      expect(libelle).toContain('est déjà pris')
      expect(details).toMatchObject([{ chemin: 'body.identifiant' }])
    },
  )

  it.each<[string, Partial<FicheUtilisateur>, string, string]>([
    ['sans sa structure', { structure: null }, 'STRUCTURE_REQUISE', 'body.structure'],
    ['d’une structure vide', { structure: '' }, 'STRUCTURE_REQUISE', 'body.structure'],
    ['d’une structure inconnue', { structure: 'X-1' }, 'STRUCTURE_INCONNUE', 'body.structure'],
    [
      'd’une autre structure inconnue',
      { autreStructure: ['X-2'] },
      'STRUCTURE_INCONNUE',
      'body.autreStructure',
    ],
  ])('refuse un compte %s', async (_, champs, code, chemin) => {
    const { details } = await refuse(422, code, () => creerPar(asDpps, ficheDe('vide', champs)))
    expect(details).toMatchObject([{ chemin, code }])
  })

  it.each<[keyof FicheUtilisateur, unknown]>([
    ['identifiant', 'é b'],
    ['identifiant', 'ab'],
    ['nom', '  '],
    ['email', 'pas-une-adresse'],
    ['email', 'a@b.org\r\nBcc: c@d.org'],
    ['roles', []],
    ['roles', ['ROLE_ROI']],
    ['structure', 5],
  ])('refuse un champ %s mal rempli (%s)', async (champ, valeur) => {
    const avant = await photographier()
    const reponse = await asDpps.brut('POST', '/api/utilisateur/creer', {
      ...ficheDe('vide'),
      [champ]: valeur,
    })
    expect([reponse.statut, reponse.code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(reponse.details[0]?.chemin).toMatch(`body.${champ}`)
    expect(await photographier()).toEqual(avant)
  })

  it('deux fois au même instant n’en crée qu’un', async () => {
    const deux = await Promise.all(
      ['jumeau', 'JUMEAU'].map((identifiant) => creerPar(asDpps, ficheDe(identifiant))),
    )
    expect(new Set(deux.map(({ statut }) => statut))).toEqual(new Set([200, 409]))
  })

  it.each([
    ['une structure', asStructure],
    ['une direction régionale', asDirectionRegionale],
  ])('est refusé à %s', async (_, personne) => {
    await refuse(403, 'DROIT_INSUFFISANT', () => creerPar(personne, ficheDe('vide')))
  })

  it('est refusé sans jeton', async () => {
    expect((await anonyme.brut('POST', '/api/utilisateur/creer', {})).code).toBe('JETON_ABSENT')
  })
})

describe('modifier un compte', () => {
  it('écrit ce qui change, l’ancien et le nouveau, et avance sa version', async () => {
    const id = await creer('modifie')
    const { statut, corps } = await modifier(asAdmin, id, {
      nom: 'Sarr',
      telephone: '+221 77 000',
      autreStructure: ['DR-R01'],
    })
    expect(statut).toBe(200)
    expect(corps).toMatchObject({ nomAffichable: 'Fatou Sarr', version: 2 })
    expect((await journalDe('modifie')).at(-1)).toEqual({
      action: 'UTILISATEUR_MODIFIE',
      objet: 'modifie',
      detail: {
        changements: {
          nom: { avant: 'Ndiaye', apres: 'Sarr' },
          telephone: { avant: null, apres: '+221 77 000' },
          autreStructure: { avant: [], apres: ['DR-R01'] },
        },
      },
    })
  })

  it('sans rien changer n’écrit rien', async () => {
    const id = await creer('inchange')
    const avant = await photographier()
    expect((await modifier(asDpps, id, {})).statut).toBe(200)
    expect(await photographier()).toEqual(avant)
  })

  it('garde le nom affiché d’un compte dont le nom ne change pas', async () => {
    const { corps } = await modifier(asDpps, asStructure.id, { fonction: 'Directrice' })
    expect(corps).toMatchObject({ nomAffichable: 'cau-r01-01', fonction: 'Directrice' })
  })

  it('est refusé quand une autre personne l’a modifié entre-temps', async () => {
    const id = await creer('perime')
    const body = { ...ficheDe('perime'), id, version: 1, nom: 'Diop' }
    expect((await asAdmin.appeler(api.modifierUtilisateur, { body })).statut).toBe(200)
    const { statut, code } = await asDpps.appeler(api.modifierUtilisateur, { body })
    expect([statut, code]).toEqual([409, 'VERSION_COMPTE_PERIMEE'])
  })

  it('à deux au même instant ne laisse gagner qu’un', async () => {
    const id = await creer('course')
    const essai = (par: Personne, nom: string) =>
      par.appeler(api.modifierUtilisateur, { body: { ...ficheDe('course'), id, version: 1, nom } })
    const deux = await Promise.all([essai(asDpps, 'Un'), essai(asAutreDpps, 'Deux')])
    expect(new Set(deux.map(({ statut }) => statut))).toEqual(new Set([200, 409]))
  })

  it('est refusé pour un compte inconnu, ou un identifiant déjà pris', async () => {
    const body = { ...ficheDe('personne'), id: 999_999, version: 1 }
    await refuse(404, 'UTILISATEUR_INTROUVABLE', () =>
      asDpps.appeler(api.modifierUtilisateur, { body }),
    )
    const id = await creer('renomme')
    await refuse(409, 'IDENTIFIANT_EXISTANT', () => modifier(asDpps, id, { identifiant: 'DPPS' }))
  })

  it('change ses droits dès sa prochaine demande, sans qu’il se reconnecte', async () => {
    const { asAutreStructure: elle } = banc
    const lister = () => elle.appeler(api.listUtilisateurs)
    expect((await lister()).code).toBe('DROIT_INSUFFISANT')
    await modifier(asDpps, elle.id, { roles: ['ROLE_STRUCTURE', 'ROLE_ADMIN'] })
    // A longer password is asked of whoever becomes a central user.
    expect((await lister()).code).toBe('MOT_DE_PASSE_A_CHANGER')
    await banc.base.db.updateTable('utilisateur').set({ forceChangePassword: false }).execute()
    expect((await lister()).statut).toBe(200)
    await modifier(asDpps, elle.id, { roles: ['ROLE_STRUCTURE'] })
    expect((await lister()).code).toBe('DROIT_INSUFFISANT')
  })
})

type Cas = [string, Personne, Role[] | 'soi', Partial<FicheUtilisateur>, number, string]
const CENTRALE: Partial<FicheUtilisateur> = { structure: null }

describe('les droits ne s’élèvent pas', () => {
  const admin = (roles: Role[]) => ({ ...CENTRALE, roles })
  it.each<Cas>([
    ['l’administration crée un DPPS', asAdmin, [], admin(['ROLE_DPPS']), 403, 'ROLE_INTERDIT'],
    [
      'l’administration crée un DPPS parmi d’autres rôles',
      asAdmin,
      [],
      admin(['ROLE_ADMIN', 'ROLE_DPPS']),
      403,
      'ROLE_INTERDIT',
    ],
    [
      'l’administration donne ce rôle à une autre',
      asAdmin,
      ['ROLE_ADMIN'],
      admin(['ROLE_ADMIN', 'ROLE_DPPS']),
      403,
      'ROLE_INTERDIT',
    ],
    [
      'l’administration se donne ce rôle',
      asAdmin,
      'soi',
      admin(['ROLE_ADMIN', 'ROLE_DPPS']),
      403,
      'ROLE_INTERDIT',
    ],
    [
      'l’administration touche à un DPPS',
      asAdmin,
      ['ROLE_DPPS'],
      { nom: 'X' },
      403,
      'ROLE_INTERDIT',
    ],
    [
      'l’administration retire ce rôle',
      asAdmin,
      ['ROLE_DPPS'],
      admin(['ROLE_ADMIN']),
      403,
      'ROLE_INTERDIT',
    ],
    ['un DPPS réduit ses droits', asDpps, 'soi', admin(['ROLE_ADMIN']), 409, 'SOI_MEME'],
    [
      'une administratrice quitte ce rôle',
      asAdmin,
      'soi',
      { roles: ['ROLE_STRUCTURE'], structure: 'DR-R01' },
      409,
      'SOI_MEME',
    ],
    [
      'une structure se donne un rôle',
      asStructure,
      'soi',
      { roles: ['ROLE_STRUCTURE', 'ROLE_DPPS'] },
      403,
      'DROIT_INSUFFISANT',
    ],
  ])('%s : refusé', async (titre, personne, cible, champs, statut, code) => {
    if (Array.isArray(cible) && cible.length === 0) {
      await refuse(statut, code, () => creerPar(personne, ficheDe('escalade', champs)))
      return
    }
    const identifiant = `cible-${titre.length}-${champs.roles?.length ?? 0}`
    const id =
      cible === 'soi' ? personne.id : await creer(identifiant, { ...CENTRALE, roles: [...cible] })
    await refuse(statut, code, () => modifier(personne, id, champs))
  })

  it('la direction centrale, elle, donne et retire ce rôle', async () => {
    const id = await creer('promu', { ...CENTRALE, roles: ['ROLE_ADMIN'] })
    const promu = await modifier(asDpps, id, { roles: ['ROLE_ADMIN', 'ROLE_DPPS'] })
    expect([promu.statut, promu.corps.roles]).toEqual([200, ['ROLE_ADMIN', 'ROLE_DPPS']])
    expect((await modifier(asDpps, id, { roles: ['ROLE_ADMIN'] })).statut).toBe(200)
  })
})
