import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import { ouvrirBancOubli } from './mot-de-passe-oublie.banc.ts'
import { deleteJetonsPerimes } from './purge.sql.ts'
import { MINUTE, MOT_DE_PASSE } from './session.banc.ts'

const banc = await ouvrirBancOubli()
const { reussir, refuser, avancer, connecter, echouer, lireJournal, horloge } = banc
const { courriels, lignes, poste, demander, envoyer, dernierMot, creer, recevoir } = banc
const { db } = banc.base
const MAUVAIS = { statut: 401, code: 'IDENTIFIANTS_INVALIDES' }
const NOUVEAU = 'Capucine-Orange-57'

describe('un mot de passe oublié', () => {
  it('arrive par courriel, avec ce qu’il faut savoir', async () => {
    await creer('oublieuse')
    await demander(' OUBLIEUSE ')
    await envoyer()
    expect(courriels).toHaveLength(1)
    const courriel = courriels[0]?.courriel
    expect(courriel?.a).toEqual({ nom: 'Compte oublieuse', email: 'oublieuse@example.org' })
    expect(dernierMot()).toHaveLength(34)
    expect(courriel?.texte).toMatch(/30\sminutes/)
    expect(courriel?.lien?.url).toBe('https://releve.example.org/auth/login')
  })

  it('ouvre une session où il faut en choisir un autre', async () => {
    await creer('revient')
    const mot = await recevoir('revient')
    const { token, forceChangePassword } = await connecter('revient', mot)
    expect(forceChangePassword).toBe(true)
    const lire = { params: { code: 'SEXE' }, token }
    expect(await refuser(codificationApi.listCodifications, lire)).toMatchObject({
      code: 'MOT_DE_PASSE_A_CHANGER',
    })
    const body = { ancienMotDePasse: mot, nouveauMotDePasse: NOUVEAU }
    const faux = { ...body, ancienMotDePasse: MOT_DE_PASSE }
    expect(await refuser(sessionApi.modifierMotDePasse, { token, body: faux })).toMatchObject({
      code: 'ANCIEN_MOT_DE_PASSE_INCORRECT',
    })
    const suite = await reussir(sessionApi.modifierMotDePasse, { token, body })
    expect(suite.forceChangePassword).toBe(false)
    await reussir(codificationApi.listCodifications, { ...lire, token: suite.token })
    expect((await connecter('revient', NOUVEAU)).forceChangePassword).toBe(false)
    expect(await echouer('revient', mot)).toMatchObject(MAUVAIS)
  })

  it('se colle avec les espaces qui le suivent', async () => {
    await creer('colleuse')
    const mot = await recevoir('colleuse')
    expect((await connecter('colleuse', ` ${mot} `)).identifiant).toBe('colleuse')
  })

  it('ne se garde pas, même recopié avec un espace, ni celui d’avant', async () => {
    await creer('gardienne')
    const premier = await recevoir('gardienne')
    await connecter('gardienne', premier)
    const second = await recevoir('gardienne')
    const { token } = await connecter('gardienne', second)
    const essais = [
      { ancienMotDePasse: second, nouveauMotDePasse: second },
      { ancienMotDePasse: `${second} `, nouveauMotDePasse: second },
      { ancienMotDePasse: second, nouveauMotDePasse: `${second} ` },
      { ancienMotDePasse: second, nouveauMotDePasse: premier },
    ]
    for (const body of essais) {
      expect(await refuser(sessionApi.modifierMotDePasse, { token, body })).toMatchObject({
        code: 'MOT_DE_PASSE_FAIBLE',
        libelle: expect.stringContaining('différent de l’actuel'),
      })
    }
  })

  it('laisse l’ancien valable tant qu’il n’a pas servi, puis le remplace', async () => {
    await creer('hesite')
    const mot = await recevoir('hesite')
    const avant = await connecter('hesite')
    expect(avant.forceChangePassword).toBe(false)
    await connecter('hesite', mot)
    expect(await echouer('hesite', MOT_DE_PASSE)).toMatchObject(MAUVAIS)
    const lire = { params: { code: 'SEXE' }, token: avant.token }
    expect(await refuser(codificationApi.listCodifications, lire)).toMatchObject({ statut: 401 })
  })

  it('sert jusqu’à ce qu’un autre soit choisi : à qui a fermé la page, à deux en même temps', async () => {
    await creer('distraite')
    const mot = await recevoir('distraite')
    const { token: perdu } = await connecter('distraite', mot)
    await Promise.all([connecter('distraite', mot), connecter('distraite', mot)])
    const { token } = await connecter('distraite', mot)
    const body = { ancienMotDePasse: mot, nouveauMotDePasse: NOUVEAU }
    // Each sign-in by it closes what was open before.
    expect((await refuser(sessionApi.modifierMotDePasse, { token: perdu, body })).statut).toBe(401)
    await reussir(sessionApi.modifierMotDePasse, { token, body })
    expect(await echouer('distraite', mot)).toMatchObject(MAUVAIS)
  })

  it('ne sert plus passé son heure, même à qui s’en est servi', async () => {
    await creer('lente')
    const mot = await recevoir('lente')
    await connecter('lente', mot)
    avancer(30 * MINUTE)
    expect(await echouer('lente', mot)).toMatchObject(MAUVAIS)
  })

  it('vaut trente minutes', async () => {
    await creer('presque')
    await creer('trop-tard')
    const presque = await recevoir('presque')
    const tard = await recevoir('trop-tard')
    avancer(30 * MINUTE - 1)
    await connecter('presque', presque)
    avancer(1)
    expect(await echouer('trop-tard', tard)).toMatchObject(MAUVAIS)
    await connecter('trop-tard')
  })

  it('cède la place au suivant, et un autre peut se demander avant d’avoir choisi le sien', async () => {
    await creer('insiste')
    const premier = await recevoir('insiste')
    const second = await recevoir('insiste')
    expect(await echouer('insiste', premier)).toMatchObject(MAUVAIS)
    const { token } = await connecter('insiste', second)
    await recevoir('insiste')
    const body = { ancienMotDePasse: second, nouveauMotDePasse: NOUVEAU }
    await reussir(sessionApi.modifierMotDePasse, { token, body })
    expect(await echouer('insiste', dernierMot())).toMatchObject(MAUVAIS)
  })

  it('n’ouvre que son compte', async () => {
    await creer('sienne')
    await creer('autre')
    const mot = await recevoir('sienne')
    expect(await echouer('autre', mot)).toMatchObject(MAUVAIS)
    await connecter('sienne', mot)
  })

  it('ne sert à rien à un compte bloqué depuis', async () => {
    const id = await creer('bloque-depuis')
    const mot = await recevoir('bloque-depuis')
    await db.updateTable('utilisateur').set({ statut: 'BLOQUE' }).where('id', '=', id).execute()
    expect(await echouer('bloque-depuis', mot)).toMatchObject({ code: 'COMPTE_BLOQUE' })
  })
})

describe('ce qui en reste', () => {
  it('ne contient ni ce qui fut saisi, ni le mot de passe', async () => {
    const id = await creer('discrete')
    await demander('un-mot-de-passe-saisi-par-erreur')
    const mot = await recevoir('discrete')
    const { rows } = await sql<{ tout: string }>`select concat_ws('|',
      (select json_agg(t)::text from tache t), (select json_agg(m)::text
        from mot_de_passe_provisoire m), (select json_agg(j)::text from journal j),
      (select json_agg(c)::text from tentative c)) as tout`.execute(db)
    const tout = `${rows[0]?.tout}${JSON.stringify(lignes)}`
    expect(mot).toHaveLength(34)
    expect(tout).toMatch(/MOT_DE_PASSE_OUBLIE/)
    for (const secret of [mot, 'saisi-par-erreur']) expect(tout).not.toContain(secret)
    await connecter('discrete', mot)
    const adresse = '192.0.2.1'
    expect(await lireJournal(id)).toEqual([
      { action: 'MOT_DE_PASSE_PROVISOIRE', detail: { adresse } },
      { action: 'CONNEXION', detail: { adresse, provisoire: true } },
    ])
  })

  it('un courriel qui n’est pas parti repart avec un autre mot de passe, que la poste ne confond pas', async () => {
    await creer('reessaie')
    poste.panne = new EnvoiRefuse('ECONNECTION', false)
    await demander('reessaie')
    await envoyer()
    const perdu = dernierMot()
    poste.panne = null
    avancer(MINUTE)
    await envoyer()
    expect(courriels).toHaveLength(2)
    expect(courriels[0]?.reference).not.toBe(courriels[1]?.reference)
    expect(await echouer('reessaie', perdu)).toMatchObject(MAUVAIS)
    await connecter('reessaie', dernierMot())
  })

  it('une demande qui a attendu trente minutes n’envoie plus rien', async () => {
    await creer('patiente')
    await demander('patiente')
    avancer(30 * MINUTE)
    await envoyer()
    expect(courriels).toEqual([])
  })

  it('s’efface un jour après', async () => {
    await creer('passee')
    await recevoir('passee')
    const listProvisoires = async () => {
      await deleteJetonsPerimes(db, horloge.maintenant)
      return db.selectFrom('motDePasseProvisoire').selectAll().execute()
    }
    expect(await listProvisoires()).not.toEqual([])
    avancer(25 * 60 * MINUTE)
    expect(await listProvisoires()).toEqual([])
  })
})
