import { inscriptionApi as api } from '@releve/contract/inscription/inscription.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ouvrirBancFournisseur } from '../fournisseur/fournisseur.banc.ts'
import { readConfig } from '../platform/config.ts'
import { createMailer } from '../platform/mailer.ts'
import { ouvrirBancOubli } from '../session/mot-de-passe-oublie.banc.ts'
import { executerTaches } from '../tache/boucle.ts'
import { ouvrirSmtp } from '../tache/smtp.banc.ts'
import { createEnvoiInvitation } from './envoi.ts'
import { AWA, HEURE, jetonDe, NOUVELLE } from './inscription.banc.ts'

const banc = await ouvrirBancFournisseur()
const { essai, aller, entrer, refuser, reussir, lireJournal, asDpps } = banc
const { db } = banc.base
const oubli = await ouvrirBancOubli(banc)

let rang = 0
/** A structure more, invited: the token that its mail brought. */
async function recevoir(): Promise<{ jeton: string; code: string; email: string }> {
  rang += 1
  const code = `CAU-R02-${70 + rang}`
  const email = `accueil-${rang}@example.org`
  const body = { ...NOUVELLE, code, email }
  await reussi(asDpps.appeler(api.inviterStructure, { body }))
  const smtp = await ouvrirSmtp()
  const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'releve@example.org' })
  const mailer = createMailer(config)
  if (!mailer) throw new Error('un serveur SMTP est donné')
  const maintenant = () => banc.horloge.maintenant
  const taire = () => {}
  const log = { info: taire, warn: taire, error: taire }
  const url = 'https://releve.example.org'
  const handlers = { INVITATION: createEnvoiInvitation({ db, mailer, maintenant, url }) }
  while ((await executerTaches({ db, handlers, maintenant, log })) > 0);
  return { jeton: jetonDe(smtp), code, email }
}

const { password: _, ...PERSONNE } = AWA
/** Somebody whom the provider knows, and what she brings back from there. */
async function revenir(identifiant: string) {
  const sub = `sub-${identifiant}`
  essai.personnes.push({ sub })
  return { ...PERSONNE, identifiant, ...(await aller(sub)) }
}
const compter = async () => {
  const { rows } = await sql<{ comptes: number; identites: number; acceptees: number }>`
    select (select count(*)::int from utilisateur) as comptes,
      (select count(*)::int from identite) as identites,
      (select count(*)::int from invitation where acceptee_le is not null) as acceptees`.execute(db)
  return rows[0]
}

describe('répondre à une invitation par un service d’identité', () => {
  it('ouvre le compte sans mot de passe, lié, sa structure active, et le dit', async () => {
    const { jeton, code, email } = await recevoir()
    const body = await revenir('awa')
    const session = await reussir(api.repondreParFournisseur, {
      body: { ...body, invitation: jeton },
    })
    expect(session).toMatchObject({
      identifiant: 'awa',
      fournisseur: 'essai',
      structure: { code },
      forceChangePassword: false,
    })
    const compte = await db
      .selectFrom('utilisateur')
      .select(['id', 'email', 'motDePasse', 'statut', 'roles'])
      .where('identifiant', '=', 'awa')
      .executeTakeFirstOrThrow()
    expect(compte).toMatchObject({
      email,
      motDePasse: '!',
      statut: 'ACTIF',
      roles: ['ROLE_STRUCTURE'],
    })
    expect(await lireJournal(compte.id)).toMatchObject([
      { action: 'UTILISATEUR_CREE' },
      { action: 'IDENTITE_LIEE', detail: { raison: 'invitation' } },
      { action: 'INVITATION_ACCEPTEE' },
      { action: 'STRUCTURE_MODIFIEE' },
      { action: 'CONNEXION', detail: { fournisseur: 'essai' } },
    ])
    const { rows } = await sql<{ texte: string }>`select charge ->> 'texte' as texte from tache
      where cle like ${`titulaire:${compte.id}:IDENTITE_LIEE:%`}`.execute(db)
    expect(rows.map(({ texte }) => texte)).toEqual([expect.stringContaining('Identité d’essai')])
    expect((await entrer('sub-awa')).identifiant).toBe('awa')
  })

  it('n’ouvre par aucun mot de passe, jusqu’à ce que son titulaire en demande un', async () => {
    const { jeton } = await recevoir()
    const body = await revenir('bineta')
    await reussir(api.repondreParFournisseur, { body: { ...body, invitation: jeton } })
    for (const motDePasse of ['!', AWA.password]) {
      expect(await banc.echouer('bineta', motDePasse)).toMatchObject({
        code: 'IDENTIFIANTS_INVALIDES',
      })
    }
    const provisoire = await oubli.recevoir('bineta')
    expect(await banc.connecter('bineta', provisoire)).toMatchObject({ forceChangePassword: true })
  })

  it('refuse une identité déjà liée, un identifiant pris, un code qui a servi, et ne garde rien', async () => {
    const premiere = await recevoir()
    const sien = await revenir('coumba')
    await reussir(api.repondreParFournisseur, { body: { ...sien, invitation: premiere.jeton } })
    const { jeton } = await recevoir()
    const avant = await compter()
    const essayer = (body: typeof sien) =>
      refuser(api.repondreParFournisseur, { body: { ...body, invitation: jeton } })
    const liee = { ...(await revenir('coumba')), identifiant: 'codou' }
    expect(await essayer(liee)).toMatchObject({ statut: 409, code: 'IDENTITE_DEJA_LIEE' })
    const prise = { ...(await revenir('dior')), identifiant: 'COUMBA' }
    expect(await essayer(prise)).toMatchObject({
      statut: 409,
      code: 'IDENTIFIANT_EXISTANT',
      details: [{ chemin: 'body.identifiant' }],
    })
    expect(await essayer({ ...prise, identifiant: 'dior' })).toMatchObject({
      statut: 422,
      code: 'IDENTITE_REFUSEE',
    })
    expect(await compter()).toEqual(avant)
    // The invitation is still there for who tries again.
    await reussir(api.repondreParFournisseur, {
      body: { ...(await revenir('dior')), invitation: jeton },
    })
  })

  it('de deux réponses à la fois, une seule ouvre un compte', async () => {
    const { jeton } = await recevoir()
    const avant = await compter()
    const venues = [await revenir('elimane'), await revenir('elhadj')]
    const reponses = await Promise.allSettled(
      venues.map((body) =>
        reussir(api.repondreParFournisseur, { body: { ...body, invitation: jeton } }),
      ),
    )
    expect(reponses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const un = (valeur = 0) => valeur + 1
    expect(await compter()).toEqual({
      comptes: un(avant?.comptes),
      identites: un(avant?.identites),
      acceptees: un(avant?.acceptees),
    })
  })

  it('n’interroge personne pour un lien inconnu, expiré, ou qui a servi', async () => {
    const { jeton } = await recevoir()
    const body = await revenir('fatou')
    const avant = essai.appels.length
    const essayer = (lien: string) =>
      refuser(api.repondreParFournisseur, { body: { ...body, invitation: lien } })
    expect(await essayer('a'.repeat(43))).toMatchObject({ code: 'INVITATION_INTROUVABLE' })
    banc.avancer(73 * HEURE)
    expect(await essayer(jeton)).toMatchObject({ code: 'INVITATION_EXPIREE' })
    banc.avancer(-73 * HEURE)
    expect(essai.appels.length).toBe(avant)
    await reussir(api.repondreParFournisseur, { body: { ...body, invitation: jeton } })
    const apres = essai.appels.length
    expect(await essayer(jeton)).toMatchObject({ code: 'INVITATION_UTILISEE' })
    expect(essai.appels.length).toBe(apres)
  })
})
