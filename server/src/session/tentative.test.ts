import { sql as texte } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'
import { FREIN } from './session.regles.ts'
import { deleteJetonsPerimes } from './session.sql.ts'
import { deleteTentativesDuNom } from './tentative.sql.ts'

const { avancer, creerCompte, connecter, echouer, lireJournal, base, horloge } =
  await ouvrirBancSession()

const FREINE = { statut: 429, code: 'TROP_DE_TENTATIVES' }
const FAUX = { statut: 401, code: 'IDENTIFIANTS_INVALIDES' }

/** Failures already counted, without living their pauses. */
async function noterEchecs(cle: 'adresse' | 'compte', echecs: number): Promise<void> {
  await texte`update tentative set echecs = ${echecs}
    where cle like ${`${cle}:%`} and bloque_jusqua is null`.execute(base.db)
}

beforeEach(async () => {
  await base.db.deleteFrom('tentative').execute()
})

describe('les mots de passe faux', () => {
  it('bloquent le compte 15 minutes au cinquième, même pour le bon ; puis il rouvre', async () => {
    const id = await creerCompte({ identifiant: 'freine' })
    const debut = Date.now()
    for (let i = 0; i < 5; i += 1) expect(await echouer('freine')).toMatchObject(FAUX)
    // The fourth and the fifth have waited, each longer.
    expect(Date.now() - debut).toBeGreaterThanOrEqual(FREIN.pause * 3)
    expect(await echouer('freine')).toMatchObject({ ...FREINE, attente: 900 })
    const refus = await echouer('freine', MOT_DE_PASSE)
    expect(refus).toMatchObject({
      ...FREINE,
      libelle: 'Trop de tentatives. Réessayez dans 15 minutes ou réinitialisez votre mot de passe.',
    })
    avancer(14 * MINUTE)
    expect(await echouer('freine', MOT_DE_PASSE)).toMatchObject({ ...FREINE, attente: 60 })
    avancer(MINUTE)
    expect(await echouer('freine')).toMatchObject(FAUX)
    await connecter('freine')
    expect((await lireJournal(id)).map(({ action }) => action)).toEqual([
      ...Array.from({ length: 5 }, () => 'CONNEXION_ECHOUEE'),
      'COMPTE_FREINE',
      // Three tries refused unseen, of which two within ten minutes.
      'CONNEXION_FREINEE',
      'CONNEXION_FREINEE',
      'CONNEXION_ECHOUEE',
      'CONNEXION',
    ])
  })

  it('bloquent de même un identifiant que personne ne porte', async () => {
    expect(await echouer('personne')).toMatchObject(FAUX)
    await noterEchecs('compte', 4)
    expect(await echouer('personne')).toMatchObject(FAUX)
    expect(await echouer('personne')).toMatchObject(FREINE)
  })

  it('se comptent ensemble sous toutes les écritures de l’identifiant', async () => {
    await creerCompte({ identifiant: 'sene' })
    for (const ecriture of ['sene', 'SENE', ' Séne ', 'sèñe', 'senë'])
      expect(await echouer(ecriture)).toMatchObject(FAUX)
    expect(await echouer('sené', MOT_DE_PASSE)).toMatchObject(FREINE)
  })

  it('s’oublient au bon mot de passe, et 15 minutes après le premier', async () => {
    await creerCompte({ identifiant: 'distrait' })
    await echouer('distrait')
    await noterEchecs('compte', 4)
    await connecter('distrait')
    await echouer('distrait')
    await noterEchecs('compte', 4)
    avancer(15 * MINUTE)
    expect(await echouer('distrait')).toMatchObject(FAUX)
    await connecter('distrait')
  })

  it('lancés tous à la fois n’ont pas plus d’essais', async () => {
    await creerCompte({ identifiant: 'rafale' })
    const refus = await Promise.all(Array.from({ length: 20 }, () => echouer('rafale')))
    expect(refus.filter(({ statut }) => statut === 401)).toHaveLength(5)
    expect(refus.filter(({ statut }) => statut === 429)).toHaveLength(15)
  })

  it('bloquent une adresse bien plus tard : tout un centre la partage', async () => {
    await creerCompte({ identifiant: 'voisin' })
    expect(await echouer('un-autre', 'faux', '198.51.100.7')).toMatchObject(FAUX)
    await noterEchecs('adresse', FREIN.parAdresse - 1)
    expect(await echouer('encore-un', 'faux', '198.51.100.7')).toMatchObject(FAUX)
    expect(await echouer('voisin', MOT_DE_PASSE, '198.51.100.7')).toMatchObject(FREINE)
    // Elsewhere he signs in: what the address was refused is not counted against his account.
    await connecter('voisin')
  })

  it('sur un compte bloqué ne comptent pas contre l’adresse', async () => {
    await echouer('bloque-deja')
    await noterEchecs('compte', 4)
    await echouer('bloque-deja')
    for (let i = 0; i < 3; i += 1) expect(await echouer('bloque-deja')).toMatchObject(FREINE)
    const { rows } = await texte<{ echecs: number }>`
      select echecs from tentative where cle like 'adresse:%'`.execute(base.db)
    expect(rows).toEqual([{ echecs: 2 }])
  })

  it('ne laissent pas leur trace en clair', async () => {
    await echouer('MonMotDePasse-tape-ici')
    const { rows } = await texte<{ cle: string }>`select cle from tentative order by cle`.execute(
      base.db,
    )
    expect(rows.map(({ cle }) => cle).join()).toMatch(
      /^adresse:192\.0\.2\.1,compte:[0-9a-f]{64},verrou:[0-9a-f]{64}$/,
    )
  })

  it('verrouillent l’identifiant au dixième en 24 heures : le temps ni le bon mot de passe ne l’ouvrent', async () => {
    const id = await creerCompte({ identifiant: 'dixieme' })
    await echouer('dixieme')
    await texte`update tentative set echecs = 9 where cle like 'verrou:%'`.execute(base.db)
    avancer(23 * 60 * MINUTE)
    expect(await echouer('Dixième')).toMatchObject(FAUX)
    const verrouille = { statut: 403, code: 'COMPTE_VERROUILLE', attente: null }
    expect(await echouer('dixieme', MOT_DE_PASSE)).toMatchObject(verrouille)
    avancer(20 * 24 * 60 * MINUTE)
    await deleteJetonsPerimes(base.db, horloge.maintenant)
    expect(await echouer('dixieme', MOT_DE_PASSE)).toMatchObject(verrouille)
    const actions = (await lireJournal(id)).map(({ action }) => action)
    expect(actions).toEqual([
      'CONNEXION_ECHOUEE',
      'CONNEXION_ECHOUEE',
      'COMPTE_VERROUILLE',
      'CONNEXION_FREINEE',
      'CONNEXION_FREINEE',
    ])
    await deleteTentativesDuNom(base.db, 'DIXIEME')
    await connecter('dixieme')
  })

  it('verrouillent de même un identifiant que personne ne porte', async () => {
    await echouer('fantome')
    await texte`update tentative set echecs = 9 where cle like 'verrou:%'`.execute(base.db)
    expect(await echouer('fantome')).toMatchObject(FAUX)
    expect(await echouer('fantome')).toMatchObject({ statut: 403, code: 'COMPTE_VERROUILLE' })
    avancer(31 * 24 * 60 * MINUTE)
    await deleteJetonsPerimes(base.db, horloge.maintenant)
    expect(await base.db.selectFrom('tentative').selectAll().execute()).toEqual([])
  })

  it('ne verrouillent pas quand un succès les sépare, ni au-delà d’un jour', async () => {
    await creerCompte({ identifiant: 'habitue' })
    const neuf = () =>
      texte`update tentative set echecs = 9 where cle like 'verrou:%'`.execute(base.db)
    await echouer('habitue')
    await neuf()
    await connecter('habitue')
    await echouer('habitue')
    await neuf()
    avancer(24 * 60 * MINUTE)
    expect(await echouer('habitue')).toMatchObject(FAUX)
    await connecter('habitue')
  })
})
