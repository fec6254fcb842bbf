import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { htmlDe, texteDe, zCourriel } from '../platform/mailer.courriel.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { insertSession } from '../session/session.sql.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { reussir, refuser, connecter, code } = banc
const {
  activerSecondFacteur,
  desactiverSecondFacteur,
  lireCompte,
  preparerSecondFacteur,
  renouvelerCodes,
} = compteApi

const FAUX = { statut: 422, code: 'ANCIEN_MOT_DE_PASSE_INCORRECT' }
const EXPIRE = { statut: 401, code: 'JETON_EXPIRE' }
const password = MOT_DE_PASSE

/** An account with an address, signed in. */
async function creer(identifiant: string, email: string | null = `${identifiant}@exemple.org`) {
  const id = await banc.creerCompte({ identifiant, structure: 'CAU-R01-01' })
  await banc.base.db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
  return { id, token: (await connecter(identifiant)).token }
}

const lireCourriels = async (id: number) => {
  const { rows } = await sql<{ charge: unknown }>`
    select charge from tache where cle like ${`titulaire:${id}:%`} order by id`.execute(
    banc.base.db,
  )
  return rows.map(({ charge }) => zCourriel.parse(charge))
}

/** Each act of an owner on his factor: the call, its line of the journal, the subject of its mail. */
const ACTES = [
  {
    nom: 'l’activation',
    operation: activerSecondFacteur,
    action: 'SECOND_FACTEUR_ACTIVE',
    objet: 'Relevé\u00a0: un second facteur a été activé',
    dit: 'un code de l’application s’ajoute désormais à votre mot de passe',
  },
  {
    nom: 'le retrait',
    operation: desactiverSecondFacteur,
    action: 'SECOND_FACTEUR_DESACTIVE',
    objet: 'Relevé\u00a0: votre second facteur a été désactivé',
    dit: 'votre mot de passe suffit de nouveau',
  },
  {
    nom: 'le renouvellement des codes',
    operation: renouvelerCodes,
    action: 'CODES_RENOUVELES',
    objet: 'Relevé\u00a0: vos codes de récupération ont été renouvelés',
    dit: 'les précédents ne valent plus rien',
  },
] as const

describe.each(ACTES)('$nom du second facteur', ({ operation, action, objet, dit }) => {
  const prefixe = action.toLowerCase().replaceAll('_', '-')

  /** An account ready for the act: what is to be sent. */
  async function preparer(nom: string, email?: string | null) {
    const compte = await creer(`${prefixe}-${nom}`, email)
    const { token } = compte
    if (operation !== activerSecondFacteur) {
      const { secret } = await banc.equiper(token)
      await banc.base.db.deleteFrom('tache').execute()
      return { ...compte, body: { password, code: code(secret) } }
    }
    const { secret } = await reussir(preparerSecondFacteur, { token, body: { password } })
    return { ...compte, body: { password, code: code(secret) } }
  }
  /** Another session of the account, opened whatever the factor. */
  const ouvrirAilleurs = (id: number) => insertSession(banc.base.db, id, banc.horloge.maintenant)

  it('ferme les autres sessions, garde celle d’où on le demande, et s’écrit au journal', async () => {
    const { id, token, body } = await preparer('seul')
    const [une, deux] = [await ouvrirAilleurs(id), await ouvrirAilleurs(id)]
    await reussir(operation, { token, body })
    for (const { token: autre, refreshToken } of [une, deux]) {
      expect(await refuser(lireCompte, { token: autre })).toMatchObject(EXPIRE)
      const renouvele = refuser(sessionApi.renouvelerJeton, { query: { refreshToken } })
      expect(await renouvele).toMatchObject(EXPIRE)
    }
    await reussir(lireCompte, { token })
    expect((await banc.lireJournal(id)).slice(-2)).toEqual([
      { action, detail: { adresse: '192.0.2.1' } },
      { action: 'SESSIONS_FERMEES', detail: { nombre: 2 } },
    ])
  })

  it('prévient son titulaire, en texte et en HTML, avec l’adresse d’où cela vient', async () => {
    const { id, token, body } = await preparer('prevenu')
    await reussir(operation, { token, body })
    const [courriel, ...autres] = await lireCourriels(id)
    expect(autres).toEqual([])
    if (!courriel) throw new Error('aucun courriel')
    expect(courriel).toMatchObject({ objet, a: { email: `${prefixe}-prevenu@exemple.org` } })
    for (const lu of [texteDe(courriel), htmlDe(courriel)]) {
      expect(lu).toContain(dit)
      expect(lu).toContain(`«\u00a0${prefixe}-prevenu\u00a0»`)
      expect(lu).toContain('Vos autres sessions ont été fermées.')
      expect(lu).toContain('La demande est venue de l’adresse réseau 192.0.2.1.')
      expect(lu).toContain('Si ce n’est pas vous')
    }
  })

  it('refusé, ne ferme rien et ne prévient personne', async () => {
    const { id, token, body } = await preparer('refuse')
    const ailleurs = await ouvrirAilleurs(id)
    const faux = { ...body, password: 'faux' }
    expect(await refuser(operation, { token, body: faux })).toMatchObject(FAUX)
    const sansCode = { ...body, code: '000000' }
    expect(await refuser(operation, { token, body: sansCode })).toMatchObject({
      statut: 422,
      code: 'CODE_INCORRECT',
    })
    await reussir(lireCompte, { token: ailleurs.token })
    expect(await lireCourriels(id)).toEqual([])
    const actions = (await banc.lireJournal(id)).map((ligne) => ligne.action)
    expect(actions).not.toContain('SESSIONS_FERMEES')
  })

  it('se fait aussi sans adresse électronique', async () => {
    const { id, token, body } = await preparer('sans-adresse', null)
    await reussir(operation, { token, body })
    expect(await lireCourriels(id)).toEqual([])
  })
})

it('le courriel mène à « Mon compte », là où la plateforme a une adresse publique', async () => {
  const { base, horloge } = banc
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://releve.example.org/' })
  const app = await createApp({ base, config, maintenant: () => horloge.maintenant })
  const { id, token } = await creer('adresse')
  const { secret } = await reussir(preparerSecondFacteur, { token, body: { password } })
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api${activerSecondFacteur.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { password, code: code(secret) },
  })
  await app.close()
  expect(statusCode).toBe(200)
  const [courriel] = await lireCourriels(id)
  expect(courriel?.lien).toEqual({
    libelle: 'Ouvrir «\u00a0Mon compte\u00a0»',
    url: 'https://releve.example.org/dashboard/compte',
  })
})
