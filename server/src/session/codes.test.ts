import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBancCompte, PAS } from '../compte/compte.banc.ts'
import { ouvrirBancOubli } from './mot-de-passe-oublie.banc.ts'
import { MINUTE, MOT_DE_PASSE } from './session.banc.ts'
import { FREIN, FREIN_CODES } from './session.rules.ts'
import { insertSession } from './session.sql.ts'

const oubli = await ouvrirBancOubli()
const banc = await ouvrirBancCompte(oubli)
const { refuser, reussir, connecter, defier, avancer, code, asDpps } = banc
const { db } = banc.base

const JOUR = 24 * 60 * MINUTE
const INCORRECT = { statut: 422, code: 'CODE_INCORRECT' }
const FREINE = { statut: 429, code: 'TROP_DE_CODES' }
const FAUX = '000000'

/** An account with an address and a second factor. */
async function creer(identifiant: string) {
  const equipe = await banc.creerEquipe({ identifiant })
  const email = `${identifiant}@example.org`
  await db
    .updateTable('utilisateur')
    .set({ email })
    .where('identifiant', '=', identifiant)
    .execute()
  const { id } = await db
    .selectFrom('utilisateur')
    .select('id')
    .where('identifiant', '=', identifiant)
    .executeTakeFirstOrThrow()
  return { ...equipe, id }
}

type Essai = { code?: string; password?: string; jetonAppareil?: string | undefined }

/** A code that is refused, on a challenge of its own. */
async function refus(identifiant: string, essai: Essai = {}) {
  const { code: saisi = FAUX, password, jetonAppareil } = essai
  const defi = await defier(identifiant, password)
  return refuser(verificationApi.verifier, { body: { defi, code: saisi, jetonAppareil } })
}

const entrer = async (identifiant: string, saisi: string, jetonAppareil?: string) =>
  reussir(verificationApi.verifier, {
    body: { defi: await defier(identifiant), code: saisi, jetonAppareil },
  })

async function manquer(identifiant: string, fois: number): Promise<void> {
  for (let n = 0; n < fois; n += 1) expect(await refus(identifiant)).toMatchObject(INCORRECT)
}

describe('les codes faux', () => {
  it('restent comptés quand le lien d’un courriel lève l’attente des mots de passe', async () => {
    const { secret } = await creer('awa')
    await manquer('awa', FREIN.parCompte)
    for (let n = 0; n < FREIN.parCompte; n += 1) await banc.echouer('awa')
    await oubli.envoyer()
    const liens = oubli.courriels.map(({ courriel }) => new URL(courriel.lien?.url ?? 'x:'))
    // That of the codes lifts nothing.
    expect(liens.map(({ pathname }) => pathname)).toEqual(['/dashboard/chgmdp', '/auth/lever'])
    const jeton = liens[1]?.searchParams.get('jeton') ?? ''
    const { jetonAppareil } = await reussir(leveeApi.leverAttente, { body: { jeton } })
    const juste = code(secret)
    expect(await refus('awa', { code: juste })).toMatchObject({ ...FREINE, attente: 900 })
    // The link has made a device known: it has given no right code, and is worth a stranger.
    expect(await refus('awa', { code: juste, jetonAppareil })).toMatchObject(FREINE)
  })

  it('restent comptés quand un mot de passe provisoire ouvre le compte', async () => {
    const { secret } = await creer('bintou')
    await manquer('bintou', FREIN.parCompte)
    const password = await oubli.recevoir('bintou')
    expect(await refus('bintou', { code: code(secret), password })).toMatchObject(FREINE)
    avancer(15 * MINUTE)
    expect(await refus('bintou', { password })).toMatchObject(INCORRECT)
    expect(await refus('bintou', { password })).toMatchObject({ ...FREINE, attente: 1800 })
  })

  it('restent comptés quand un administrateur débloque ; il retire le second facteur', async () => {
    const { id } = await creer('coumba')
    await manquer('coumba', FREIN.parCompte)
    const { corps } = await asDpps.appeler(utilisateurApi.lireUtilisateur, { params: { id } })
    expect(corps.actions).not.toContain('debloquer')
    await asDpps.appeler(utilisateurApi.debloquerUtilisateur, { params: { id } })
    expect(await refus('coumba')).toMatchObject(FREINE)
    await asDpps.appeler(utilisateurApi.reinitialiserSecondFacteur, { body: { id } })
    const { token } = await connecter('coumba')
    // A factor of its own owes nothing of what the former one was tried with.
    const { secret } = await banc.equiper(token)
    await entrer('coumba', code(secret))
  })

  it('ne dépassent pas quatorze en un jour, quelle que soit la voie ; puis un jour d’attente', async () => {
    const { id, secret } = await creer('dado')
    const { jetonAppareil } = await entrer('dado', code(secret))
    avancer(PAS)
    const parSession = async () => {
      const { token } = await insertSession(db, id, banc.horloge.maintenant)
      const body = { password: MOT_DE_PASSE, code: FAUX }
      return refuser(compteApi.desactiverSecondFacteur, { token, body })
    }
    let regardes = 0
    for (let tour = 0, fin = false; !fin && tour < 20; tour += 1) {
      for (const essayer of [() => refus('dado'), parSession]) {
        const { code: dit, attente } = await essayer()
        if (dit === 'CODE_INCORRECT') regardes += 1
        fin ||= (attente ?? 0) * 1000 > Math.max(...FREIN.attentes)
      }
      avancer(15 * MINUTE)
    }
    expect(regardes).toBe(FREIN_CODES.parJour)
    expect(await refus('dado', { code: code(secret) })).toMatchObject({
      ...FREINE,
      libelle: expect.stringContaining(
        'demandez à l’administration de retirer votre second facteur',
      ),
    })
    // Whoever has but the password shuts the owner out nowhere that he has given a right code.
    await entrer('dado', code(secret), jetonAppareil)
    avancer(JOUR)
    await entrer('dado', code(secret))
  })

  it('du jour ne s’oublient pas quand un code juste est donné : seuls ceux de sa voie', async () => {
    const { secret } = await creer('elhadj')
    for (let n = 0; n < 3; n += 1) {
      await manquer('elhadj', 4)
      await entrer('elhadj', code(secret))
      avancer(PAS)
    }
    await manquer('elhadj', 2)
    const { attente } = await refus('elhadj', { code: code(secret) })
    expect(attente).toBe(JOUR / 1000)
  })

  it('d’un appareil connu avant le second facteur sont ceux d’un inconnu', async () => {
    await banc.creerCompte({ identifiant: 'fanta' })
    const { token, jetonAppareil } = await connecter('fanta')
    const { secret } = await banc.equiper(token)
    await manquer('fanta', FREIN.parCompte)
    expect(await refus('fanta', { code: code(secret), jetonAppareil })).toMatchObject(FREINE)
  })

  it('se disent au titulaire, et que son mot de passe est connu', async () => {
    await creer('gora')
    await manquer('gora', FREIN.parCompte)
    await oubli.envoyer()
    const texte = oubli.courriels.at(-1)?.courriel.texte ?? ''
    expect(texte).toMatch(/^5 codes de vérification faux .* après son mot de passe/m)
    expect(texte).toContain('aucun lien ni mot de passe provisoire ne lève cette attente')
    expect(texte).toContain('quelqu’un connaît votre mot de passe')
  })
})
