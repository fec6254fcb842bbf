import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBancOubli } from './mot-de-passe-oublie.banc.ts'
import { MINUTE } from './session.banc.ts'

const banc = await ouvrirBancOubli()
const { refuser, avancer, creerCompte, connecter, courriels, demander, envoyer, creer } = banc
const { db } = banc.base
const { demanderMotDePasse } = motDePasseOublieApi
const ENVOYE = { libelle: 'Un nouveau mot de passe vous a été envoyé par mail' }

describe('la réponse ne dit pas qui a un compte', () => {
  it('est la même, et rien ne part, sans compte actif ou sans adresse', async () => {
    for (const statut of ['BLOQUE', 'INVITE'] as const) {
      const id = await creerCompte({ identifiant: `est-${statut}`, statut })
      const email = 'ecarte@example.org'
      await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
    }
    await creerCompte({ identifiant: 'sans-adresse' })
    await creer('active')
    for (const nom of [
      'active',
      'est-BLOQUE',
      'est-INVITE',
      'sans-adresse',
      'personne',
      "o'%_\\",
      '🙂',
    ]) {
      expect(await demander(nom), nom).toEqual(ENVOYE)
    }
    await envoyer()
    expect(courriels.map(({ courriel }) => courriel.a.email)).toEqual(['active@example.org'])
    const taches = db.selectFrom('tache').select(['faiteLe', 'sansObjet']).orderBy('id')
    expect(await taches.execute()).toEqual(
      Array.from({ length: 7 }, (_, rang) => ({
        faiteLe: expect.any(String),
        sansObjet: rang > 0,
      })),
    )
  })

  it('est la même pour une adresse\u00a0: il n’y part quelque chose que si un seul compte l’a', async () => {
    const changer = async (identifiant: string, fiche: { email?: string; statut?: 'BLOQUE' }) => {
      const id = await creer(identifiant)
      await db.updateTable('utilisateur').set(fiche).where('id', '=', id).execute()
    }
    // As whoever created the account wrote it.
    await changer('seule', { email: 'SEULE@example.org' })
    for (const nom of ['partage-a', 'partage-b']) {
      await changer(nom, { email: 'partagee@example.org' })
    }
    await changer('ecartee', { statut: 'BLOQUE' })
    // Of two, one alone may sign in.
    await changer('ancienne', { email: 'reprise@example.org', statut: 'BLOQUE' })
    await changer('nouvelle', { email: 'reprise@example.org' })
    for (const adresse of [
      ' Seule@Example.org ',
      'partagee@example.org',
      'ecartee@example.org',
      'personne@example.org',
      'reprise@example.org',
    ]) {
      expect(await demander(adresse), adresse).toEqual(ENVOYE)
    }
    await envoyer()
    expect(courriels.map(({ courriel }) => courriel.a.email)).toEqual([
      'SEULE@example.org',
      'reprise@example.org',
    ])
    expect(courriels[0]?.courriel.texte).toContain('votre compte «\u00a0seule\u00a0»')
    expect(courriels[1]?.courriel.texte).toContain('votre compte «\u00a0nouvelle\u00a0»')
    const taches = db.selectFrom('tache').select('sansObjet').orderBy('id')
    expect((await taches.execute()).map(({ sansObjet }) => sansObjet)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('est comptée par adresse comme par identifiant, connue ou non', async () => {
    await creer('comptee')
    for (const adresse of ['comptee@example.org', 'inconnue@example.org']) {
      for (const n of [0, 1, 2]) await demander(adresse, `192.0.2.${n}`)
      const query = { identifiant: adresse }
      expect(await refuser(demanderMotDePasse, { query, adresse: '192.0.2.9' })).toMatchObject({
        statut: 429,
        code: 'TROP_DE_DEMANDES',
      })
    }
  })

  it('est refusée sans identifiant', async () => {
    expect(await refuser(demanderMotDePasse, { query: { identifiant: ' ' } })).toMatchObject({
      statut: 400,
      code: 'REQUETE_INVALIDE',
    })
  })
})

describe('les demandes sont comptées', () => {
  it.each(['freinee', 'inexistante'])('trois par demi-heure pour « %s »', async (nom) => {
    if (nom === 'freinee') await creer(nom)
    const ecritures = [nom, nom.toUpperCase(), `  ${nom.replace('e', 'é')}`]
    for (const [i, ecriture] of ecritures.entries()) await demander(ecriture, `192.0.2.${i}`)
    const query = { identifiant: nom }
    expect(await refuser(demanderMotDePasse, { query, adresse: '192.0.2.9' })).toEqual(
      expect.objectContaining({ statut: 429, code: 'TROP_DE_DEMANDES', attente: 30 * 60 }),
    )
    avancer(30 * MINUTE)
    await demander(nom)
  })

  it('trente par heure pour une adresse', async () => {
    for (let n = 0; n < 30; n += 1) await demander(`nom-${n}`)
    const query = { identifiant: 'nom-30' }
    expect(await refuser(demanderMotDePasse, { query })).toMatchObject({ statut: 429 })
    await demander('nom-30', '192.0.2.2')
  })

  it('sans empêcher de se connecter', async () => {
    await creer('tranquille')
    for (let n = 0; n < 3; n += 1) await demander('tranquille')
    expect((await connecter('tranquille')).identifiant).toBe('tranquille')
  })
})
