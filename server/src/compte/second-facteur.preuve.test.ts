import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { reussir, refuser, connecter, code } = banc
const { activerSecondFacteur, preparerSecondFacteur } = compteApi

const FAUX = { statut: 422, code: 'ANCIEN_MOT_DE_PASSE_INCORRECT' }
const password = MOT_DE_PASSE

async function creer(identifiant: string) {
  const id = await banc.creerCompte({ identifiant, structure: 'CAU-R01-01' })
  return { id, token: (await connecter(identifiant)).token }
}

const lireFacteur = async (id: number) => {
  const facteur = await banc.base.db
    .selectFrom('secondFacteur')
    .select(['secret', 'activeLe'])
    .where('utilisateurId', '=', id)
    .executeTakeFirst()
  return facteur && { ...facteur, secret: facteur.secret.toString('hex') }
}

const lireActions = async (id: number) =>
  (await banc.lireJournal(id)).map(({ action }) => action).filter((un) => un !== 'CONNEXION')

describe('le mot de passe, avant le second facteur', () => {
  it('est demandé pour préparer : faux ou absent, rien n’est écrit, et l’essai compte', async () => {
    const { id, token } = await creer('awa')
    const body = { password: 'faux' }
    expect(await refuser(preparerSecondFacteur, { token, body })).toMatchObject({
      ...FAUX,
      libelle: 'Le mot de passe actuel est incorrect.',
    })
    expect(await refuser(preparerSecondFacteur, { token })).toMatchObject({
      statut: 400,
      code: 'REQUETE_INVALIDE',
    })
    expect(await lireFacteur(id)).toBeUndefined()
    expect(await lireActions(id)).toEqual(['MOT_DE_PASSE_REFUSE'])
  })

  it('est demandé pour activer : faux, rien n’est écrit, et le code pourra servir', async () => {
    const { id, token } = await creer('bintou')
    const { secret } = await reussir(preparerSecondFacteur, { token, body: { password } })
    const avant = await lireFacteur(id)
    const juste = { password, code: code(secret) }
    const faux = { ...juste, password: 'faux' }
    expect(await refuser(activerSecondFacteur, { token, body: faux })).toMatchObject(FAUX)
    const sans = { token, body: { code: juste.code } as typeof juste }
    expect(await refuser(activerSecondFacteur, sans)).toMatchObject({ statut: 400 })
    expect(await lireFacteur(id)).toEqual(avant)
    expect(await lireActions(id)).toEqual(['MOT_DE_PASSE_REFUSE'])
    await reussir(activerSecondFacteur, { token, body: juste })
  })

  it('faux, ne remplace pas le secret déjà préparé', async () => {
    const { id, token } = await creer('coumba')
    await reussir(preparerSecondFacteur, { token, body: { password } })
    const avant = await lireFacteur(id)
    await refuser(preparerSecondFacteur, { token, body: { password: 'faux' } })
    expect(await lireFacteur(id)).toEqual(avant)
  })

  it('cinq fois faux, attend un quart d’heure, comme pour en changer, sans fermer la connexion', async () => {
    const { token } = await creer('dado')
    const faux = { password: 'faux', code: '000000' }
    await reussir(preparerSecondFacteur, { token, body: { password } })
    for (const operation of [preparerSecondFacteur, activerSecondFacteur, preparerSecondFacteur]) {
      expect(await refuser(operation, { token, body: faux })).toMatchObject(FAUX)
    }
    const changement = { ancienMotDePasse: 'faux', nouveauMotDePasse: 'Pirogue-Lagune-88' }
    for (let essai = 0; essai < 2; essai += 1) {
      const refus = await refuser(sessionApi.modifierMotDePasse, { token, body: changement })
      expect(refus).toMatchObject(FAUX)
    }
    for (const operation of [preparerSecondFacteur, activerSecondFacteur]) {
      const body = { password, code: '000000' }
      expect(await refuser(operation, { token, body })).toMatchObject({
        statut: 429,
        code: 'TROP_DE_TENTATIVES',
        attente: 900,
      })
    }
    await connecter('dado')
  })

  it('ne paraît ni au journal, ni dans la boîte d’envoi, ni au journal technique', async () => {
    const lignes: string[] = []
    const { base, horloge } = banc
    const app = await createApp({
      base,
      config: readConfig({ LOG_LEVEL: 'trace' }),
      maintenant: () => horloge.maintenant,
      flux: { write: (ligne) => void lignes.push(ligne) },
    })
    const { token } = await creer('elhadj')
    const appeler = async (chemin: string, payload: object) => {
      const headers = { authorization: `Bearer ${token}` }
      const url = `/api${chemin}`
      return (await app.inject({ method: 'POST', url, headers, payload })).json()
    }
    await appeler(preparerSecondFacteur.path, { password: 'Mot-De-Passe-Faux' })
    await appeler(preparerSecondFacteur.path, { password: 'x'.repeat(2000) })
    const { secret } = await appeler(preparerSecondFacteur.path, { password })
    const { codesRecuperation } = await appeler(activerSecondFacteur.path, {
      password,
      code: code(secret),
    })
    const { rows } = await sql<{ dit: string }>`select concat(
      (select json_agg(j) from journal j), (select json_agg(t) from tache t)) as dit`.execute(
      base.db,
    )
    const ecrit = lignes.join('\n') + rows[0]?.dit
    expect(ecrit).toContain(preparerSecondFacteur.path)
    const secrets = [MOT_DE_PASSE, 'Mot-De-Passe-Faux', 'x'.repeat(100), secret]
    for (const un of [...secrets, ...codesRecuperation]) expect(ecrit).not.toContain(un)
    await app.close()
  })
})
