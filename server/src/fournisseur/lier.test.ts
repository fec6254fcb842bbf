import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { DEFAUTS_SECURITE, securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBancCompte } from '../compte/compte.banc.ts'
import { ouvrirBancOubli } from '../session/mot-de-passe-oublie.banc.ts'
import { MINUTE, MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancFournisseur } from './fournisseur.banc.ts'

const banc = await ouvrirBancFournisseur()
const { essai, aller, entrer, echouer, refuser, reussir, lireJournal, asDpps } = banc
const { db } = banc.base
const equipes = await ouvrirBancCompte(banc)

const actionsDe = async (id: number) => (await lireJournal(id)).map(({ action }) => action)

/** Links the account of whoever holds this token, as « Mon compte » does. */
async function lier(token: string, sub: string) {
  const body = { fournisseur: 'essai', password: MOT_DE_PASSE }
  const { liaison } = await reussir(api.preparerLiaison, { token, body })
  essai.personnes.push({ sub })
  const retour = { ...(await aller(sub)), liaison }
  await reussir(api.lierIdentite, { token, body: retour })
  return retour
}

/** An account that its owner has linked. */
async function creerLie(compte: Parameters<typeof banc.creerCompte>[0]) {
  const id = await banc.creerCompte(compte)
  const { token } = await banc.connecter(compte.identifiant)
  return { id, token, retour: await lier(token, `sub-${compte.identifiant}`) }
}

const imposer = (voulu: Partial<typeof DEFAUTS_SECURITE>) =>
  asDpps.appeler(securiteApi.modifierSecurite, { body: { ...DEFAUTS_SECURITE, ...voulu } })

describe('lier son compte à une identité', () => {
  it('ouvre un compte central, lié par son titulaire, et par lui seul', async () => {
    const { id } = await creerLie({ identifiant: 'awa', roles: ['ROLE_ADMIN'] })
    expect((await entrer('sub-awa')).identifiant).toBe('awa')
    expect(await actionsDe(id)).toEqual(['CONNEXION', 'IDENTITE_LIEE', 'CONNEXION'])
  })

  it('demande le mot de passe avant de partir', async () => {
    await banc.creerCompte({ identifiant: 'bineta' })
    const { token } = await banc.connecter('bineta')
    const body = { fournisseur: 'essai', password: 'un-autre' }
    const refus = await refuser(api.preparerLiaison, { token, body })
    expect(refus).toMatchObject({ code: 'ANCIEN_MOT_DE_PASSE_INCORRECT' })
  })

  it('ne vaut qu’une fois, dix minutes, pour ce compte, ce service et ce mot de passe', async () => {
    const { token, retour } = await creerLie({ identifiant: 'coumba' })
    const expiree = { statut: 422, code: 'LIAISON_EXPIREE' }
    expect(await refuser(api.lierIdentite, { token, body: retour })).toMatchObject(expiree)
    await banc.creerCompte({ identifiant: 'codou' })
    const { token: autre } = await banc.connecter('codou')
    const password = MOT_DE_PASSE
    const preparer = async (fournisseur = 'essai') =>
      (await reussir(api.preparerLiaison, { token, body: { fournisseur, password } })).liaison
    const essayer = (liaison: string, qui = token, fournisseur = 'essai') =>
      refuser(api.lierIdentite, { token: qui, body: { ...retour, fournisseur, liaison } })
    expect(await essayer(await preparer(), autre)).toMatchObject(expiree)
    expect(await essayer(await preparer('garant'))).toMatchObject(expiree)
    const tardive = await preparer()
    banc.avancer(11 * MINUTE)
    expect(await essayer(tardive)).toMatchObject(expiree)
    banc.avancer(-11 * MINUTE)
    const avant = await preparer()
    const body = { ancienMotDePasse: password, nouveauMotDePasse: 'Platane-Retrouve-27' }
    const { token: neuf } = await reussir(sessionApi.modifierMotDePasse, { token, body })
    expect(await essayer(avant, neuf)).toMatchObject(expiree)
  })

  it('ne prend pas l’identité d’un autre, ni une seconde du même service', async () => {
    await creerLie({ identifiant: 'dior' })
    await banc.creerCompte({ identifiant: 'diodio' })
    const { token } = await banc.connecter('diodio')
    const body = { fournisseur: 'essai', password: MOT_DE_PASSE }
    const essayer = async (sub: string) => {
      const { liaison } = await reussir(api.preparerLiaison, { token, body })
      return refuser(api.lierIdentite, { token, body: { ...(await aller(sub)), liaison } })
    }
    expect(await essayer('sub-dior')).toMatchObject({ statut: 409, code: 'IDENTITE_DEJA_LIEE' })
    await lier(token, 'sub-diodio')
    essai.personnes.push({ sub: 'sub-diodio-2' })
    expect(await essayer('sub-diodio-2')).toMatchObject({ code: 'IDENTITE_DEJA_LIEE' })
  })
})

describe('délier un compte', () => {
  it('par son titulaire, ferme les sessions que l’identité a ouvertes, et elle n’ouvre plus rien', async () => {
    const { id, token } = await creerLie({ identifiant: 'elimane' })
    const ailleurs = await entrer('sub-elimane')
    const [identite] = await reussir(api.listIdentites, { token })
    const body = { id: identite?.id ?? 0, password: MOT_DE_PASSE }
    await reussir(api.delierIdentite, { token, body })
    expect(await refuser(api.listIdentites, { token: ailleurs.token })).toMatchObject({
      code: 'JETON_EXPIRE',
    })
    expect(await reussir(api.listIdentites, { token })).toEqual([])
    const retour = await aller('sub-elimane')
    expect(await refuser(api.connecterParFournisseur, { body: retour })).toMatchObject({
      code: 'IDENTITE_SANS_COMPTE',
    })
    expect((await actionsDe(id)).at(-1)).toBe('IDENTITE_DELIEE')
  })

  it('par la direction, qui voit, trie et cherche qui est lié', async () => {
    const { id } = await creerLie({ identifiant: 'fatim' })
    const ailleurs = await entrer('sub-fatim')
    const { corps } = await asDpps.appeler(utilisateurApi.listUtilisateurs, {
      query: { liaison: 'LIEE', q: 'fatim' },
    })
    expect(corps.elements).toMatchObject([{ id, identiteLiee: true }])
    const tries = await asDpps.appeler(utilisateurApi.listUtilisateurs, {
      query: { tri: 'liaison' },
    })
    const lies = tries.corps.elements.map(({ identiteLiee }) => identiteLiee)
    expect(lies).toEqual(lies.toSorted((a, b) => Number(b) - Number(a)))
    expect(lies).toContain(true)
    expect(lies).toContain(false)
    const delier = () => asDpps.appeler(utilisateurApi.delierUtilisateur, { body: { id } })
    expect((await delier()).statut).toBe(204)
    expect(await refuser(api.listIdentites, { token: ailleurs.token })).toMatchObject({
      code: 'JETON_EXPIRE',
    })
    expect(await delier()).toMatchObject({ statut: 404, code: 'IDENTITE_INTROUVABLE' })
  })
})

describe('le service d’identité imposé', () => {
  it('n’ouvre plus par son mot de passe un compte lié de ce rôle, et le dit à lui seul', async () => {
    const { id, token } = await creerLie({ identifiant: 'gora', structure: 'CAU-R01-01' })
    await imposer({ fournisseurStructure: true })
    try {
      const refus = await echouer('gora', MOT_DE_PASSE)
      expect(refus).toMatchObject({ statut: 403, code: 'FOURNISSEUR_IMPOSE' })
      expect(refus.libelle).toContain('Identité d’essai')
      expect(await echouer('gora', 'un-autre')).toMatchObject({ code: 'IDENTIFIANTS_INVALIDES' })
      expect((await entrer('sub-gora')).identifiant).toBe('gora')
      expect(await actionsDe(id)).toContain('MOT_DE_PASSE_ECARTE')
      // Its owner does not leave it by himself.
      const [identite] = await reussir(api.listIdentites, { token })
      const body = { id: identite?.id ?? 0, password: MOT_DE_PASSE }
      const delier = await refuser(api.delierIdentite, { token, body })
      expect(delier).toMatchObject({ statut: 403, code: 'FOURNISSEUR_IMPOSE' })
      await asDpps.appeler(utilisateurApi.delierUtilisateur, { body: { id } })
      expect((await banc.connecter('gora')).identifiant).toBe('gora')
    } finally {
      await imposer({})
    }
  })

  it('laisse leur mot de passe aux comptes qui ne sont pas liés, et à ceux d’un autre rôle', async () => {
    await banc.creerCompte({ identifiant: 'hawa' })
    await creerLie({ identifiant: 'habib', roles: ['ROLE_ADMIN'] })
    await imposer({ fournisseurStructure: true })
    try {
      expect((await banc.connecter('hawa')).identifiant).toBe('hawa')
      expect((await banc.connecter('habib')).identifiant).toBe('habib')
    } finally {
      await imposer({})
    }
  })

  it('le dit par courriel à qui a oublié son mot de passe, sous la même réponse', async () => {
    const oubli = await ouvrirBancOubli(banc)
    const { id } = await creerLie({ identifiant: 'ibra' })
    const email = 'ibra@example.org'
    await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
    await imposer({ fournisseurStructure: true })
    try {
      expect(await oubli.demander('ibra')).toEqual(await oubli.demander('personne'))
      await oubli.envoyer()
      const [{ courriel } = { courriel: undefined }] = oubli.courriels
      expect(courriel?.texte).toContain('«\u00a0Identité d’essai\u00a0»')
      expect(courriel?.texte).not.toContain('Mot de passe provisoire')
      const tires = await db.selectFrom('motDePasseProvisoire').select('utilisateurId').execute()
      expect(tires.map(({ utilisateurId }) => utilisateurId)).not.toContain(id)
    } finally {
      await imposer({})
    }
  })

  it('ne s’impose à la direction que si un compte y garde mot de passe et second facteur', async () => {
    expect(await imposer({ fournisseurDpps: true })).toMatchObject({
      statut: 409,
      code: 'DERNIER_RECOURS_ABSENT',
    })
    const { token } = await equipes.creerEquipe({ identifiant: 'kine', roles: ['ROLE_DPPS'] })
    await lier(token, 'sub-kine')
    await creerLie({ identifiant: 'khoudia', roles: ['ROLE_DPPS'] })
    expect((await imposer({ fournisseurDpps: true })).statut).toBe(200)
    try {
      // The last resort: its password opens, its code asked for.
      expect(await echouer('kine', MOT_DE_PASSE)).toMatchObject({ code: 'VERIFICATION_REQUISE' })
      expect(await echouer('khoudia', MOT_DE_PASSE)).toMatchObject({ code: 'FOURNISSEUR_IMPOSE' })
      // It is gone since: all keep their password, rather than none.
      const bloquer = { statut: 'BLOQUE' } as const
      await db.updateTable('utilisateur').set(bloquer).where('identifiant', '=', 'kine').execute()
      expect((await banc.connecter('khoudia')).identifiant).toBe('khoudia')
    } finally {
      await imposer({})
    }
  })
})
