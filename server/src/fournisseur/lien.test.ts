import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBancCompte } from '../compte/compte.banc.ts'
import { readConfig } from '../platform/config.ts'
import { createMailer } from '../platform/mailer.ts'
import { pendant } from '../session/course.banc.ts'
import { MINUTE, MOT_DE_PASSE } from '../session/session.banc.ts'
import { executerTaches } from '../tache/boucle.ts'
import { createHandlers } from '../tache/handlers.ts'
import { ouvrirSmtp } from '../tache/smtp.banc.ts'
import { ouvrirBancFournisseur } from './fournisseur.banc.ts'

const banc = await ouvrirBancFournisseur()
const { essai, aller, entrer, refuser, reussir, lireJournal, asDpps } = banc
const { db } = banc.base
const equipes = await ouvrirBancCompte(banc)

const EXPIREE = { statut: 401, code: 'VERIFICATION_EXPIREE' }

/** Somebody of the provider who has the address of this account. */
async function donnerAdresse(nom: string, roles: ['ROLE_STRUCTURE'] = ['ROLE_STRUCTURE']) {
  const email = `${nom}@ministere.example`
  const { id } = await db
    .updateTable('utilisateur')
    .set({ email, roles })
    .where('identifiant', '=', nom)
    .returning('id')
    .executeTakeFirstOrThrow()
  essai.personnes.push({ sub: `sub-${nom}`, email, email_verified: true })
  return id
}

async function inscrire(nom: string) {
  await banc.creerCompte({ identifiant: nom, structure: 'CAU-R01-01' })
  return donnerAdresse(nom)
}

/** The same, with a second factor of ours. */
async function inscrireEquipe(nom: string) {
  const { secret, token } = await equipes.creerEquipe({ identifiant: nom })
  return { id: await donnerAdresse(nom), secret, token }
}

/** Comes back from the provider, which attests one factor: the challenge. */
async function defier(nom: string): Promise<string> {
  const refus = await refuser(api.connecterParFournisseur, { body: await aller(`sub-${nom}`) })
  expect(refus).toMatchObject({ statut: 401, code: 'VERIFICATION_REQUISE' })
  return refus.details?.[0]?.code ?? ''
}

const liensDe = (id: number) =>
  db.selectFrom('identite').select('sujet').where('utilisateurId', '=', id).execute()

/** What is left of a link: in the base, in the journal, in the mails. */
async function tracesDe(id: number) {
  const journal = (await lireJournal(id)).map(({ action }) => action)
  const courriels = await db
    .selectFrom('tache')
    .select('cle')
    .where('cle', 'like', `titulaire:${id}:IDENTITE%`)
    .execute()
  return {
    liens: (await liensDe(id)).length,
    lignes: journal.filter((action) => action === 'IDENTITE_LIEE').length,
    courriels: courriels.length,
  }
}
const RIEN = { liens: 0, lignes: 0, courriels: 0 }
const UN = { liens: 1, lignes: 1, courriels: 1 }

describe('le lien par l’adresse ne se garde qu’une fois la connexion finie', () => {
  it('rien tant que le code n’est pas donné, ni s’il est faux, ni si le temps passe', async () => {
    const { id } = await inscrireEquipe('awa')
    const defi = await defier('awa')
    expect(await tracesDe(id)).toEqual(RIEN)
    const faux = await refuser(verificationApi.verifier, { body: { defi, code: '000000' } })
    expect(faux.code).toBe('CODE_INCORRECT')
    expect(await tracesDe(id)).toEqual(RIEN)
    banc.avancer(6 * MINUTE)
    const refus = await refuser(verificationApi.verifier, { body: { defi, code: '000000' } })
    expect(refus).toMatchObject(EXPIREE)
    banc.avancer(-6 * MINUTE)
    expect(await tracesDe(id)).toEqual(RIEN)
  })

  it('un lien, sa ligne et son courriel, avec la session, quand le code est juste', async () => {
    const { id, secret } = await inscrireEquipe('bineta')
    const defi = await defier('bineta')
    const body = { defi, code: equipes.code(secret) }
    const session = await reussir(verificationApi.verifier, { body })
    expect(session).toMatchObject({ identifiant: 'bineta', fournisseur: 'essai' })
    expect(await tracesDe(id)).toEqual(UN)
    const actions = (await lireJournal(id)).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['VERIFICATION_DEMANDEE', 'IDENTITE_LIEE', 'CONNEXION'])
    const gardee = await db
      .selectFrom('session')
      .select('identiteId')
      .where('utilisateurId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(gardee.identiteId).not.toBeNull()
  })

  it('de deux connexions à la fois, un seul lien, et les deux s’ouvrent', async () => {
    const { id, secret } = await inscrireEquipe('coumba')
    const defis = [await defier('coumba'), await defier('coumba')]
    const verifier = (defi: string) => {
      const body = { defi, code: equipes.code(secret) }
      return reussir(verificationApi.verifier, { body })
    }
    await verifier(defis[0] ?? '')
    banc.avancer(MINUTE)
    expect((await verifier(defis[1] ?? '')).identifiant).toBe('coumba')
    banc.avancer(-MINUTE)
    expect(await tracesDe(id)).toEqual(UN)
  })

  it('deux retours du service au même instant aussi', async () => {
    const id = await inscrire('dior')
    const retours = [await aller('sub-dior'), await aller('sub-dior')]
    const venues = await Promise.all(
      retours.map((body) => reussir(api.connecterParFournisseur, { body })),
    )
    expect(venues.map(({ identifiant }) => identifiant)).toEqual(['dior', 'dior'])
    expect(await tracesDe(id)).toEqual(UN)
  })

  const CHANGEMENTS: [string, { email?: string; roles?: Role[] }][] = [
    ['n’a plus cette adresse', { email: 'ailleurs@ministere.example' }],
    ['est devenu central', { roles: ['ROLE_STRUCTURE', 'ROLE_ADMIN'] }],
  ]
  it.each(CHANGEMENTS)('rien pour un compte qui, depuis, %s', async (cas, change) => {
    const nom = `elimane-${CHANGEMENTS.findIndex(([un]) => un === cas)}`
    const { id, secret } = await inscrireEquipe(nom)
    const defi = await defier(nom)
    await db.updateTable('utilisateur').set(change).where('id', '=', id).execute()
    const body = { defi, code: equipes.code(secret) }
    expect(await refuser(verificationApi.verifier, { body })).toMatchObject(EXPIREE)
    expect(await tracesDe(id)).toEqual(RIEN)
  })

  it('rien pour une adresse qu’un autre compte a reçue depuis', async () => {
    const { id, secret } = await inscrireEquipe('fatou')
    const defi = await defier('fatou')
    const autre = await banc.creerCompte({ identifiant: 'fatou-bis' })
    const email = ' FATOU@ministere.example'
    await db.updateTable('utilisateur').set({ email }).where('id', '=', autre).execute()
    const body = { defi, code: equipes.code(secret) }
    expect(await refuser(verificationApi.verifier, { body })).toMatchObject(EXPIREE)
    expect(await tracesDe(id)).toEqual(RIEN)
  })

  it('ce que l’on délie pendant que le code est attendu n’ouvre plus, et ne se relie pas', async () => {
    const { id, secret } = await inscrireEquipe('gora')
    const lien = { utilisateurId: id, emetteur: essai.emetteur, sujet: 'sub-gora', email: null }
    await db
      .insertInto('identite')
      .values({ ...lien, lieeLe: new Date() })
      .execute()
    const defi = await defier('gora')
    await asDpps.appeler(utilisateurApi.delierUtilisateur, { body: { id } })
    const body = { defi, code: equipes.code(secret) }
    expect(await refuser(verificationApi.verifier, { body })).toMatchObject(EXPIREE)
    expect(await liensDe(id)).toEqual([])
  })
})

// The embedded base has one connection: nobody comes between.
describe.runIf(banc.base.maison === 'serveur')('pendant qu’une autre connexion le lie', () => {
  it('attend, puis s’ouvre par ce lien', async () => {
    const id = await inscrire('hawa')
    const body = await aller('sub-hawa')
    const lien = { utilisateurId: id, emetteur: essai.emetteur, sujet: 'sub-hawa', email: null }
    const { appel } = await pendant(
      banc.base,
      (tx) =>
        tx
          .insertInto('identite')
          .values({ ...lien, lieeLe: new Date() })
          .execute(),
      () => reussir(api.connecterParFournisseur, { body }),
    )
    expect((await appel).identifiant).toBe('hawa')
    expect(await tracesDe(id)).toEqual({ liens: 1, lignes: 0, courriels: 0 })
  })
})

describe('le titulaire est prévenu par courriel', () => {
  /** Sends what waits by a real server, and gives what came to this address. */
  async function recevoir(email: string) {
    const smtp = await ouvrirSmtp()
    const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'releve@example.org' })
    const noter = () => {}
    const log = { info: noter, warn: noter, error: noter }
    const handlers = createHandlers(createMailer(config))
    const maintenant = () => banc.horloge.maintenant
    while ((await executerTaches({ db, handlers, maintenant, log })) > 0);
    return smtp.recus
      .filter(({ a }) => a.includes(email))
      .map(({ courriel }) => ({ objet: courriel.subject, texte: courriel.text ?? '' }))
  }
  const LIE = 'Relevé\u00a0: votre compte s’ouvre aussi par un service d’identité'
  const DELIE = 'Relevé\u00a0: votre compte ne s’ouvre plus par un service d’identité'

  it('quand son adresse le lie, une fois, puis quand il délie', async () => {
    await inscrire('ibou')
    await entrer('sub-ibou')
    await entrer('sub-ibou')
    const [lie, ...autres] = await recevoir('ibou@ministere.example')
    expect(autres).toEqual([])
    expect(lie?.objet).toBe(LIE)
    expect(lie?.texte).toContain('Votre compte «\u00a0ibou\u00a0»')
    expect(lie?.texte).toContain('«\u00a0Identité d’essai\u00a0»')
    expect(lie?.texte).toContain('La demande est venue de l’adresse réseau 192.0.2.1')
    expect(lie?.texte).toContain('https://releve.example.org/dashboard/compte')
    const { token } = await banc.connecter('ibou')
    const [identite] = await reussir(api.listIdentites, { token })
    const body = { id: identite?.id ?? 0, password: MOT_DE_PASSE }
    await reussir(api.delierIdentite, { token, body })
    const [delie, ...reste] = await recevoir('ibou@ministere.example')
    expect(reste).toEqual([])
    expect(delie?.objet).toBe(DELIE)
    expect(delie?.texte).toContain('«\u00a0Identité d’essai\u00a0»')
    expect(delie?.texte).toContain('192.0.2.1')
  })

  it('quand il lie lui-même, et quand la direction délie, sans dire d’où elle agit', async () => {
    const id = await inscrire('khady')
    const { token } = await banc.connecter('khady')
    const demande = { fournisseur: 'essai', password: MOT_DE_PASSE }
    const { liaison } = await reussir(api.preparerLiaison, { token, body: demande })
    const body = { ...(await aller('sub-khady')), liaison }
    await reussir(api.lierIdentite, { token, body })
    const venus = await recevoir('khady@ministere.example')
    expect(venus.map(({ objet }) => objet)).toEqual([LIE])
    await asDpps.appeler(utilisateurApi.delierUtilisateur, { body: { id } })
    const [retire] = await recevoir('khady@ministere.example')
    expect(retire?.objet).toBe(DELIE)
    expect(retire?.texte).toContain('Un administrateur a délié votre compte «\u00a0khady\u00a0»')
    expect(retire?.texte).not.toContain('adresse réseau')
  })
})
