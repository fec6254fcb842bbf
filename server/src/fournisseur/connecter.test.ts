import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { describe, expect, it } from 'vitest'
import { tirer } from '../../test/fournisseur.ts'
import { ouvrirBancCompte } from '../compte/compte.banc.ts'
import { MINUTE } from '../session/session.banc.ts'
import { ouvrirBancFournisseur, type Retour } from './fournisseur.banc.ts'

const banc = await ouvrirBancFournisseur()
const { essai, garant, aller, entrer, refuser, reussir, lireJournal } = banc
const { db } = banc.base
const equipes = await ouvrirBancCompte(banc)

const REFUSEE = { statut: 422, code: 'IDENTITE_REFUSEE' }
const SANS_COMPTE = { statut: 403, code: 'IDENTITE_SANS_COMPTE' }

/** An account with this address, and somebody of that address at the provider. */
async function inscrire(
  nom: string,
  compte: Partial<Parameters<typeof banc.creerCompte>[0]> = {},
  dits: { email_verified?: boolean } = { email_verified: true },
) {
  const id = await banc.creerCompte({ identifiant: nom, ...compte })
  const email = `${nom}@ministere.example`
  await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
  essai.personnes.push({ sub: `sub-${nom}`, email, ...dits })
  garant.personnes.push({ sub: `sub-${nom}`, email, ...dits })
  return id
}

const connecter = (body: Retour) => reussir(api.connecterParFournisseur, { body })
const refuserRetour = (body: Retour) => refuser(api.connecterParFournisseur, { body })
const actionsDe = async (id: number) => (await lireJournal(id)).map(({ action }) => action)
/** The last line of the journal that is nobody's. */
async function derniereRaison(): Promise<unknown> {
  const ligne = await db
    .selectFrom('journal')
    .select(['action', 'detail'])
    .where('utilisateurId', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { action: ligne.action, raison: (ligne.detail as { raison?: unknown }).raison }
}

describe('se connecter par un service d’identité', () => {
  it('ouvre la session ordinaire d’un compte qui existe, lié la première fois par son adresse', async () => {
    const id = await inscrire('awa', { structure: 'CAU-R01-01' })
    const session = await entrer('sub-awa')
    expect(session).toMatchObject({
      identifiant: 'awa',
      fournisseur: 'essai',
      structure: { code: 'CAU-R01-01' },
      token: expect.stringMatching(/^[\w-]{43}$/),
      jetonAppareil: expect.any(String),
    })
    const parMotDePasse = await banc.connecter('awa')
    const { fournisseur: _, ...reste } = session
    expect(Object.keys(reste).toSorted()).toEqual(Object.keys(parMotDePasse).toSorted())
    expect(await actionsDe(id)).toEqual(['IDENTITE_LIEE', 'CONNEXION', 'CONNEXION'])
  })

  it('reconnaît ensuite la personne par son nom là-bas, quelle que soit son adresse', async () => {
    const id = await inscrire('bineta')
    await entrer('sub-bineta')
    const elle = essai.personnes.find(({ sub }) => sub === 'sub-bineta')
    Object.assign(elle ?? {}, { email: 'autre@ministere.example', email_verified: false })
    expect((await entrer('sub-bineta')).identifiant).toBe('bineta')
    // Whoever has her address now there is not she.
    const email = 'bineta@ministere.example'
    essai.personnes.push({ sub: 'sub-remplacante', email, email_verified: true })
    expect(await refuserRetour(await aller('sub-remplacante'))).toMatchObject(SANS_COMPTE)
    expect(await actionsDe(id)).toEqual(['IDENTITE_LIEE', 'CONNEXION', 'CONNEXION'])
  })

  it('garde le service au renouvellement, et donne l’adresse où s’en déconnecter', async () => {
    await inscrire('coumba')
    const { refreshToken } = await entrer('sub-coumba')
    const suite = await reussir(sessionApi.renouvelerJeton, { query: { refreshToken } })
    expect(suite).toMatchObject({ identifiant: 'coumba', fournisseur: 'essai' })
    const body = { refreshToken: suite.refreshToken }
    const { adresse } = await reussir(api.lireSortie, { token: suite.token, body })
    const url = new URL(adresse ?? '')
    expect(`${url.origin}${url.pathname}`).toBe(`${essai.emetteur}/session/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toMatch(/\/auth\/login$/)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const reponse = await fetch(url)
    expect([reponse.status, await reponse.text()]).toEqual([200, expect.stringContaining('logout')])
  })

  it('ne dit rien de la sortie à une session ouverte par un mot de passe, ni à celle d’un autre', async () => {
    await inscrire('dieynaba')
    const sienne = await entrer('sub-dieynaba')
    const { token, refreshToken } = await banc.connecter('dieynaba')
    for (const jeton of [refreshToken, sienne.refreshToken, 'un-autre']) {
      const sortie = await reussir(api.lireSortie, { token, body: { refreshToken: jeton } })
      expect(sortie).toEqual({ adresse: null })
    }
  })

  it('ne garde du jeton d’identité que ce que le jeton de la session sait lire', async () => {
    await inscrire('elimane')
    const { refreshToken } = await entrer('sub-elimane')
    const gardes = await db.selectFrom('jetonRenouvellement').select('jetonIdentite').execute()
    const textes = gardes.map(({ jetonIdentite }) => jetonIdentite?.toString('latin1') ?? '')
    expect(textes.some((texte) => texte.length > 200)).toBe(true)
    expect(textes.filter((texte) => texte.includes('eyJ'))).toEqual([])
    expect(refreshToken).toHaveLength(43)
  })

  it('n’exige pas de changer un mot de passe qui n’a pas servi', async () => {
    await inscrire('fama', { forceChangePassword: true })
    const { token, forceChangePassword } = await entrer('sub-fama')
    expect(forceChangePassword).toBe(false)
    expect(await reussir(api.listIdentites, { token })).toMatchObject([
      { fournisseur: 'Identité d’essai', email: 'fama@ministere.example' },
    ])
    expect((await banc.connecter('fama')).forceChangePassword).toBe(true)
  })
})

describe('un compte ne s’ouvre pas à qui n’en a pas la preuve', () => {
  it('refuse une adresse que le service dit ne pas avoir vérifiée, même s’il est dit garant', async () => {
    await inscrire('gora', {}, { email_verified: false })
    expect(await refuserRetour(await aller('sub-gora'))).toMatchObject(SANS_COMPTE)
    const chezLui = await aller('sub-gora', { chez: garant, cle: 'garant' })
    expect(await refuserRetour(chezLui)).toMatchObject(SANS_COMPTE)
    expect(await derniereRaison()).toEqual({
      action: 'IDENTITE_SANS_COMPTE',
      raison: 'adresse absente, ou non vérifiée par ce service',
    })
  })

  it('croit une adresse dont le service ne dit rien, s’il en est le garant, et lui seul', async () => {
    await inscrire('hawa', {}, {})
    expect(await refuserRetour(await aller('sub-hawa'))).toMatchObject(SANS_COMPTE)
    expect((await entrer('sub-hawa', garant, 'garant')).identifiant).toBe('hawa')
  })

  it('ne choisit pas entre deux comptes de la même adresse', async () => {
    await inscrire('ibou')
    const autre = await banc.creerCompte({ identifiant: 'ibou-bis', statut: 'BLOQUE' })
    const email = 'IBOU@ministere.example '
    await db.updateTable('utilisateur').set({ email }).where('id', '=', autre).execute()
    expect(await refuserRetour(await aller('sub-ibou'))).toMatchObject(SANS_COMPTE)
    expect(await derniereRaison()).toMatchObject({ raison: 'plusieurs comptes à cette adresse' })
  })

  it.each(['ROLE_DPPS', 'ROLE_ADMIN'] as const)(
    'ne lie jamais par son adresse un compte %s',
    async (role) => {
      const nom = `central-${role.slice(5).toLowerCase()}`
      const id = await inscrire(nom, { roles: ['ROLE_STRUCTURE', role], structure: 'CAU-R01-01' })
      expect(await refuserRetour(await aller(`sub-${nom}`))).toMatchObject(SANS_COMPTE)
      expect(await actionsDe(id)).toEqual([])
    },
  )

  it('ne crée aucun compte', async () => {
    essai.personnes.push({
      sub: 'passant',
      email: 'passant@ailleurs.example',
      email_verified: true,
    })
    const compter = () => db.selectFrom('utilisateur').select('id').execute()
    const avant = await compter()
    expect(await refuserRetour(await aller('passant'))).toMatchObject(SANS_COMPTE)
    expect(await compter()).toEqual(avant)
  })

  it('dit au titulaire d’un compte bloqué qu’il l’est, sans le lier ni l’ouvrir', async () => {
    const id = await inscrire('khady', { statut: 'BLOQUE' })
    const refus = await refuserRetour(await aller('sub-khady'))
    expect(refus).toMatchObject({ statut: 403, code: 'COMPTE_BLOQUE' })
    expect(await actionsDe(id)).toEqual(['CONNEXION_BLOQUEE'])
    expect(
      await db.selectFrom('identite').select('id').where('utilisateurId', '=', id).execute(),
    ).toEqual([])
  })
})

describe('ce que le service répond est éprouvé', () => {
  it('refuse un code qui a servi', async () => {
    await inscrire('lamine')
    const retour = await aller('sub-lamine')
    await connecter(retour)
    expect(await refuserRetour(retour)).toMatchObject(REFUSEE)
    expect(await derniereRaison()).toEqual({ action: 'IDENTITE_REFUSEE', raison: 'invalid_grant' })
  })

  it.each(['state', 'nonce', 'codeVerifier'] as const)('refuse un autre %s', async (champ) => {
    await inscrire(`moussa-${champ.toLowerCase()}`)
    const retour = await aller(`sub-moussa-${champ.toLowerCase()}`)
    expect(await refuserRetour({ ...retour, [champ]: tirer()[champ] })).toMatchObject(REFUSEE)
  })

  it('refuse ce qui vient d’un autre service que celui que l’on est allé voir', async () => {
    await inscrire('ndeye')
    const retour = await aller('sub-ndeye')
    const avant = garant.appels.length
    expect(await refuserRetour({ ...retour, fournisseur: 'garant' })).toMatchObject(REFUSEE)
    // Its code was given to nobody else.
    expect(garant.appels.slice(avant)).not.toContain('POST /token')
    const { iss: _, ...sansEmetteur } = retour
    expect(await refuserRetour({ ...sansEmetteur, fournisseur: 'garant' })).toMatchObject(REFUSEE)
  })

  const JETONS = [
    ['pour un autre destinataire', { aud: 'un-autre' }],
    ['d’un autre émetteur', { iss: 'https://identite.example' }],
    ['d’un autre tirage', { nonce: 'x'.repeat(43) }],
    ['d’il y a une heure', { iat: 1_700_000_000, exp: 1_700_003_600 }],
  ] as const
  it.each(JETONS)('refuse un jeton %s, signé par le service', async (cas, autre) => {
    const nom = `jeton-${JETONS.findIndex(([un]) => un === cas)}`
    await inscrire(nom)
    const retour = await aller(`sub-${nom}`)
    essai.faute = { dit: (dits) => ({ ...dits, ...autre }) }
    expect(await refuserRetour(retour)).toMatchObject(REFUSEE)
  })

  it('refuse un jeton dont la signature n’est pas d’une clé que le service publie', async () => {
    await inscrire('oumar')
    const retour = await aller('sub-oumar')
    essai.faute = { cle: 'inconnue' }
    expect(await refuserRetour(retour)).toMatchObject(REFUSEE)
  })

  it('suit un service qui vient de changer de clé', async () => {
    await inscrire('penda')
    await entrer('sub-penda')
    essai.faute = { cle: 'tournée' }
    expect((await entrer('sub-penda')).identifiant).toBe('penda')
  })

  it('supporte trente secondes d’écart entre les horloges, pas deux heures', async () => {
    await inscrire('rokhaya')
    const juste = banc.horloge.maintenant
    try {
      banc.avancer(-MINUTE / 3)
      expect((await entrer('sub-rokhaya')).identifiant).toBe('rokhaya')
      const retour = await aller('sub-rokhaya')
      banc.avancer(120 * MINUTE)
      expect(await refuserRetour(retour)).toMatchObject(REFUSEE)
    } finally {
      banc.horloge.maintenant = juste
    }
  })
})

describe('un service qui ne va pas', () => {
  const PANNES = ['muette', 'lourde', 'erreur', 'illisible'] as const
  it.each(PANNES)(
    'est dit en français, sans fermer l’autre voie ni rien garder (panne %s)',
    async (genre) => {
      const id = await inscrire(`panne-${genre}`)
      const retour = await aller(`sub-panne-${genre}`)
      essai.faute = { panne: { genre, chemins: /^\/(token|jwks|me)/ } }
      const refus = refuserRetour(retour)
      // Meanwhile, others are served: the call holds no transaction.
      expect((await banc.connecter(`panne-${genre}`)).identifiant).toBe(`panne-${genre}`)
      expect(await refus).toMatchObject({
        statut: 502,
        code: 'FOURNISSEUR_INJOIGNABLE',
        libelle: expect.stringMatching(/Identité d’essai.*mot de passe/),
      })
      expect(await actionsDe(id)).toEqual(['CONNEXION'])
    },
    20_000,
  )

  it('est dit de même quand sa description manque, ou n’est pas la sienne', async () => {
    banc.avancer(11 * MINUTE)
    const { codeEmpreinte, state, nonce } = tirer()
    const body = { fournisseur: 'essai', state, nonce, codeEmpreinte }
    for (const genre of ['lourde', 'erreur'] as const) {
      essai.faute = { panne: { genre, chemins: /openid-configuration/ } }
      const refus = await refuser(api.lireAdresseFournisseur, { body })
      expect(refus).toMatchObject({ statut: 502, code: 'FOURNISSEUR_INJOIGNABLE' })
    }
    essai.faute = { emetteur: garant.emetteur }
    const autre = await refuser(api.lireAdresseFournisseur, { body })
    expect(autre).toMatchObject({ statut: 502, code: 'FOURNISSEUR_INJOIGNABLE' })
    essai.faute = {}
    banc.horloge.maintenant = new Date()
    expect((await reussir(api.lireAdresseFournisseur, { body })).adresse).toContain(essai.emetteur)
  })

  it('n’est pas interrogé sans fin par une même adresse', async () => {
    const { codeEmpreinte, state, nonce } = tirer()
    const body = { fournisseur: 'essai', state, nonce, codeEmpreinte }
    const adresse = '192.0.2.200'
    for (let n = 0; n < 100; n += 1) await reussir(api.lireAdresseFournisseur, { body, adresse })
    const refus = await refuser(api.lireAdresseFournisseur, { body, adresse })
    expect(refus).toMatchObject({
      statut: 429,
      code: 'TROP_DE_DEMANDES',
      attente: expect.any(Number),
    })
  })

  it('inconnu d’ici est introuvable', async () => {
    const body = { fournisseur: 'autre', ...tirer() }
    expect(await refuser(api.lireAdresseFournisseur, { body })).toMatchObject({
      statut: 404,
      code: 'FOURNISSEUR_INTROUVABLE',
    })
  })
})

describe('deux facteurs', () => {
  const exiger = (valeur: boolean) =>
    db
      .insertInto('parametre')
      .values({ cle: 'secondFacteurCentral', valeur: JSON.stringify(valeur) })
      .onConflict((oc) => oc.column('cle').doUpdateSet({ valeur: JSON.stringify(valeur) }))
      .execute()
  /** A central account, linked. */
  async function lier(nom: string) {
    const id = await inscrire(nom, { roles: ['ROLE_ADMIN'] })
    const lien = { utilisateurId: id, emetteur: essai.emetteur, sujet: `sub-${nom}`, email: null }
    await db
      .insertInto('identite')
      .values({ ...lien, lieeLe: new Date() })
      .execute()
    return essai.personnes.find(({ sub }) => sub === `sub-${nom}`)
  }

  it('attestés par le service, valent ceux que la plateforme exige', async () => {
    const elle = await lier('sokhna')
    await exiger(true)
    const refus = await refuserRetour(await aller('sub-sokhna'))
    expect(refus).toMatchObject({ statut: 403, code: 'SECOND_FACTEUR_DU_FOURNISSEUR' })
    for (const facteurs of [{ acr: 'deux' }, { amr: ['pwd', 'mfa'] }]) {
      Object.assign(elle ?? {}, { facteurs })
      const retour = await aller('sub-sokhna', { deuxFacteurs: true })
      const session = await connecter(retour)
      expect(session).toMatchObject({ secondFacteurAActiver: false, secondFacteurLe: null })
      const { token, refreshToken } = session
      // All is open to it, now and once renewed; by a password, the factor is asked for.
      expect(await reussir(api.listIdentites, { token })).toHaveLength(1)
      const suite = await reussir(sessionApi.renouvelerJeton, { query: { refreshToken } })
      expect(suite.secondFacteurAActiver).toBe(false)
      expect(await reussir(api.listIdentites, { token: suite.token })).toHaveLength(1)
    }
    expect((await banc.connecter('sokhna')).secondFacteurAActiver).toBe(true)
    await exiger(false)
  })

  it('non attestés, laissent demander le code de qui en a un ici', async () => {
    const { secret } = await equipes.creerEquipe({ identifiant: 'tening' })
    const email = 'tening@ministere.example'
    await db.updateTable('utilisateur').set({ email }).where('identifiant', '=', 'tening').execute()
    essai.personnes.push({ sub: 'sub-tening', email, email_verified: true })
    const refus = await refuserRetour(await aller('sub-tening'))
    expect(refus).toMatchObject({ statut: 401, code: 'VERIFICATION_REQUISE' })
    const body = { defi: refus.details?.[0]?.code ?? '', code: equipes.code(secret) }
    const session = await reussir(verificationApi.verifier, { body })
    expect(session).toMatchObject({ identifiant: 'tening', fournisseur: 'essai' })
    const sortie = await reussir(api.lireSortie, {
      token: session.token,
      body: { refreshToken: session.refreshToken },
    })
    expect(sortie.adresse).toContain('id_token_hint=')
  })
})
