import { sessionApi } from '@releve/contract/session/session.api.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { motDe, ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAdmin, anonyme, base, horloge, creer, ficheDe, envoyer, connecter } = banc
const HEURE = 3_600_000

beforeEach(async () => {
  await base.db.deleteFrom('tache').execute()
})

const avancer = (ms: number) => {
  horloge.maintenant = new Date(horloge.maintenant.getTime() + ms)
}

describe('le courriel d’un compte créé', () => {
  it('apporte de quoi se connecter aussitôt, tant qu’un mot de passe n’est pas choisi', async () => {
    await creer('nouvelle', {}, asAdmin)
    const [courriel, ...autres] = await envoyer()
    expect(autres).toEqual([])
    expect(courriel).toMatchObject({
      a: { nom: 'Fatou Ndiaye', email: 'nouvelle@example.org' },
      objet: 'Relevé\u00a0: votre compte',
      lien: { libelle: 'Se connecter', url: 'https://releve.example.org/auth/login' },
    })
    expect(courriel?.texte).toContain('Identifiant\u00a0: nouvelle')
    const mot = motDe(courriel)
    expect((await connecter('Nouvelle', mot)).statut).toBe(200)
    // The page was closed before another was chosen.
    const { statut, corps } = await connecter('nouvelle', mot)
    expect([statut, corps.forceChangePassword]).toEqual([200, true])
    const change = await banc.app.inject({
      method: 'POST',
      url: `/api${sessionApi.modifierMotDePasse.path}`,
      headers: { authorization: `Bearer ${corps.token}` },
      payload: { ancienMotDePasse: mot, nouveauMotDePasse: 'Pivoine-Orange-77' },
    })
    expect(change.statusCode).toBe(200)
    expect((await connecter('nouvelle', mot)).code).toBe('IDENTIFIANTS_INVALIDES')
    const suite = await connecter('nouvelle', 'Pivoine-Orange-77')
    expect([suite.statut, suite.corps.forceChangePassword]).toEqual([200, false])
  })

  it('ne laisse son mot de passe ni dans la boîte d’envoi, ni dans le journal', async () => {
    await creer('discrete')
    const chercher = async (mot: string) => {
      const { rows } = await sql<{ n: number }>`select (
        select count(*) from tache where charge::text like ${`%${mot}%`}) + (
        select count(*) from journal where detail::text like ${`%${mot}%`}) as n`.execute(base.db)
      return rows[0]?.n
    }
    const { charge } = await base.db.selectFrom('tache').select('charge').executeTakeFirstOrThrow()
    expect(JSON.stringify(charge)).not.toMatch(/[a-z2-9]{4}(-[a-z2-9]{4}){4}/)
    const [courriel] = await envoyer()
    expect(await chercher(motDe(courriel))).toBe(0)
    const faite = await base.db.selectFrom('tache').select('charge').executeTakeFirstOrThrow()
    expect(faite.charge).toEqual({
      a: { nom: 'Fatou Ndiaye', email: 'discrete@example.org' },
      objet: 'Relevé\u00a0: votre compte',
    })
  })

  it('attend sans serveur SMTP, et vaut 72 heures du jour où il part', async () => {
    await creer('patiente')
    avancer(10 * 24 * HEURE)
    const [courriel] = await envoyer()
    avancer(72 * HEURE - 1000)
    expect((await connecter('patiente', motDe(courriel))).statut).toBe(200)
    await creer('tardive')
    const [autre] = await envoyer()
    avancer(72 * HEURE)
    expect((await connecter('tardive', motDe(autre))).code).toBe('IDENTIFIANTS_INVALIDES')
  })

  it('ne part pas à un compte bloqué entre-temps', async () => {
    const id = await creer('partie')
    await asDpps.appeler(api.bloquerUtilisateur, { params: { id }, query: {} })
    expect(await envoyer()).toEqual([])
    const tache = base.db.selectFrom('tache').select('sansObjet').orderBy('id', 'desc')
    expect(await tache.executeTakeFirst()).toEqual({ sansObjet: true })
  })

  it('part à la nouvelle adresse d’un compte jamais ouvert, et à elle seule', async () => {
    const id = await creer('corrigee', { email: 'faute@example.org' })
    const body = { ...ficheDe('corrigee'), id, version: 1, email: 'juste@example.org' }
    expect((await asDpps.appeler(api.modifierUtilisateur, { body })).statut).toBe(200)
    const courriels = await envoyer()
    expect(courriels.map(({ a }) => a.email)).toEqual(['juste@example.org'])
    await connecter('corrigee', motDe(courriels[0]))
    const { version } = (await asDpps.appeler(api.lireUtilisateur, { params: { id } })).corps
    const ailleurs = { ...body, version, email: 'ailleurs@example.org' }
    expect((await asDpps.appeler(api.modifierUtilisateur, { body: ailleurs })).statut).toBe(200)
    expect(await envoyer()).toEqual([])
  })

  it('envoyé à une adresse corrigée depuis, n’ouvre plus rien', async () => {
    const id = await creer('egaree', { email: 'inconnue@example.org' })
    const [egare] = await envoyer()
    const body = { ...ficheDe('egaree'), id, version: 1 }
    expect((await asDpps.appeler(api.modifierUtilisateur, { body })).statut).toBe(200)
    // The other mail has not left yet.
    expect((await connecter('egaree', motDe(egare))).code).toBe('IDENTIFIANTS_INVALIDES')
    const [juste] = await envoyer()
    expect((await connecter('egaree', motDe(juste))).statut).toBe(200)
  })

  it('nomme son titulaire sur une ligne, sans signe qui en retourne l’écriture', async () => {
    const nom = 'Ndiaye\r\nBcc: x@y.org'
    const champs = { nom, prenoms: 'Fa\u202Etou', fonction: 'Chef\u2028Adjoint' }
    const body = ficheDe('une-ligne', champs)
    const { corps } = await asAdmin.appeler(api.creerUtilisateur, { body })
    expect(corps.fonction).toBe('Chef Adjoint')
    const [courriel] = await envoyer()
    expect(courriel?.a.nom).toBe('Fatou Ndiaye Bcc: x@y.org')
    const vide = { ...body, identifiant: 'vide', nom: '\u202E' }
    expect((await asAdmin.appeler(api.creerUtilisateur, { body: vide })).statut).toBe(400)
  })

  it('ne s’envoie pas si la création est refusée', async () => {
    await asDpps.appeler(api.creerUtilisateur, { body: ficheDe('dpps') })
    expect(await base.db.selectFrom('tache').selectAll().execute()).toEqual([])
    expect(
      (await anonyme.appeler(sessionApi.connecter, { body: { identifiant: 'x', password: '!' } }))
        .code,
    ).toBe('IDENTIFIANTS_INVALIDES')
  })

  it('absent, aucun mot de passe n’ouvre le compte', async () => {
    await creer('fermee')
    for (const essai of ['!', ' ', 'undefined']) {
      expect((await connecter('fermee', essai)).code).toBe('IDENTIFIANTS_INVALIDES')
    }
  })
})
