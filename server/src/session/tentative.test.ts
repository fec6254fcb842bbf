import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { ditsDe, observer } from '../../test/temoin.ts'
import { deleteJetonsPerimes } from './purge.sql.ts'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'
import { FREIN, FREIN_ADRESSE } from './session.rules.ts'

const { avancer, creerCompte, connecter, echouer, lireJournal, base, horloge } =
  await ouvrirBancSession()

const FREINE = { statut: 429, code: 'TROP_DE_TENTATIVES' }
const FAUX = { statut: 401, code: 'IDENTIFIANTS_INVALIDES' }

/** Failures already counted, without living their pauses. */
async function noterEchecs(cle: 'adresse' | 'compte', echecs: number): Promise<void> {
  await sql`update tentative set echecs = ${echecs}
    where cle like ${`${cle}:%`} and bloque_jusqua is null`.execute(base.db)
}

const JOUR = 24 * 60 * MINUTE

beforeEach(async () => {
  await base.db.deleteFrom('tentative').execute()
})

describe('les mots de passe faux', () => {
  it('bloquent le compte 15 minutes au cinquième, même pour le bon ; puis il rouvre', async () => {
    const id = await creerCompte({ identifiant: 'freine' })
    const travaux = await observer(async () => {
      for (let i = 0; i < 5; i += 1) expect(await echouer('freine')).toMatchObject(FAUX)
    })
    // The fourth and the fifth were put off, each longer.
    expect(ditsDe(travaux, 'attente')).toEqual([FREIN.pause, 2 * FREIN.pause])
    expect(await echouer('freine')).toMatchObject({ ...FREINE, attente: 900 })
    const refus = await echouer('freine', MOT_DE_PASSE)
    expect(refus).toMatchObject({
      ...FREINE,
      libelle: 'Trop de tentatives. Réessayez dans 15 minutes ou réinitialisez votre mot de passe.',
    })
    avancer(14 * MINUTE)
    expect(await echouer('freine', MOT_DE_PASSE)).toMatchObject({ ...FREINE, attente: 60 })
    avancer(MINUTE)
    await connecter('freine')
    expect((await lireJournal(id)).map(({ action }) => action)).toEqual([
      ...Array.from({ length: 5 }, () => 'CONNEXION_ECHOUEE'),
      'COMPTE_FREINE',
      // Three tries refused unseen, of which two within ten minutes.
      'CONNEXION_FREINEE',
      'CONNEXION_FREINEE',
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

  it('s’oublient au bon mot de passe', async () => {
    await creerCompte({ identifiant: 'distrait' })
    await echouer('distrait')
    await noterEchecs('compte', 4)
    await connecter('distrait')
    for (let i = 0; i < 3; i += 1) expect(await echouer('distrait')).toMatchObject(FAUX)
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
    await noterEchecs('adresse', FREIN_ADRESSE.maximum - 1)
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
    const { rows } = await sql<{ echecs: number }>`
      select echecs from tentative where cle like 'adresse:%'`.execute(base.db)
    expect(rows).toEqual([{ echecs: 2 }])
  })

  it('ne laissent pas leur trace en clair', async () => {
    await echouer('MonMotDePasse-tape-ici')
    const { rows } = await sql<{ cle: string }>`select cle from tentative order by cle`.execute(
      base.db,
    )
    expect(rows.map(({ cle }) => cle).join()).toMatch(/^adresse:192\.0\.2\.1,compte:[0-9a-f]{64}$/)
  })

  it('font attendre de plus en plus longtemps, jamais pour de bon : quatorze essais le premier jour, puis six', async () => {
    await creerCompte({ identifiant: 'assiegee' })
    await echouer('assiegee')
    await noterEchecs('compte', 4)
    expect(await echouer('assiegee')).toMatchObject(FAUX)
    const attentes: (number | null)[] = []
    let essais = 5
    for (const debut = horloge.maintenant.getTime(); ; essais += 1) {
      const { attente, libelle } = await echouer('assiegee')
      if (attentes.length === 4) expect(libelle).toContain('Réessayez dans 4 heures ou')
      attentes.push(attente)
      avancer((attente ?? 0) * 1000)
      if (horloge.maintenant.getTime() - debut >= JOUR) break
      expect(await echouer('assiegee')).toMatchObject(FAUX)
    }
    const [quart, heure] = [15 * 60, 3600]
    expect(attentes.slice(0, 6)).toEqual([quart, 2 * quart, heure, 2 * heure, 4 * heure, 4 * heure])
    expect(essais).toBe(14)
    await connecter('assiegee')
  })

  it('s’oublient après un jour tranquille, et s’effacent de la base', async () => {
    await creerCompte({ identifiant: 'calme' })
    await echouer('calme')
    await noterEchecs('compte', 4)
    avancer(JOUR)
    expect(await echouer('calme')).toMatchObject(FAUX)
    expect(await echouer('calme')).toMatchObject(FAUX)
    avancer(JOUR + 1)
    await deleteJetonsPerimes(base.db, horloge.maintenant)
    expect(await base.db.selectFrom('tentative').selectAll().execute()).toEqual([])
  })
})
