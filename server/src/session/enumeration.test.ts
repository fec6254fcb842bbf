import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { observer } from '../../test/temoin.ts'
import { createJeton } from '../platform/jeton.ts'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'
import { FREIN, FREIN_ADRESSE } from './session.rules.ts'

const banc = await ouvrirBancSession()
const { app, base, avancer, connecter, creerCompte, echouer } = banc
const { db } = base

const ADRESSE = '192.0.2.1'
const oublier = () => db.deleteFrom('tentative').execute()

type Appel = { method: 'GET' | 'POST'; url: string; payload?: object }
const connexion = (identifiant: string): Appel => ({
  method: 'POST',
  url: `/api${sessionApi.connecter.path}`,
  payload: { identifiant, password: 'Un-Mot-De-Passe-Faux-7' },
})
const mdpOublie = (identifiant: string): Appel => ({
  method: 'GET',
  url: `/api${motDePasseOublieApi.demanderMotDePasse.path}?identifiant=${identifiant}`,
})
const lien = (jeton: string): Appel => ({
  method: 'GET',
  url: `/api${inscriptionApi.lireInvitation.path.replace('{jeton}', jeton)}`,
})
const reponse = (jeton: string): Appel => ({
  method: 'POST',
  url: `/api${inscriptionApi.repondreInvitation.path.replace('{jeton}', jeton)}`,
  payload: { identifiant: 'connue', nom: 'Diallo', prenoms: 'Awa', password: MOT_DE_PASSE },
})

/** Made as a true one is, of which no invitation knows. */
const JETON = createJeton()

/** What each pair must not tell apart; `attendu`: the status of both. */
const PAIRES_D_APPELS: [titre: string, attendu: number, Appel, Appel][] = [
  ['connexion : connu ou inconnu', 401, connexion('connue'), connexion('inconnue')],
  ['connexion : bloqué ou inconnu', 401, connexion('bloquee'), connexion('inconnue')],
  ['connexion : jamais activé ou inconnu', 401, connexion('invitee'), connexion('inconnue')],
  ['connexion : second facteur ou inconnu', 401, connexion('equipee'), connexion('inconnue')],
  ['mdpOublie : connu ou inconnu', 200, mdpOublie('connue'), mdpOublie('inconnue')],
  ['mdpOublie : sans adresse ou inconnu', 200, mdpOublie('sans-adresse'), mdpOublie('inconnue')],
  [
    'mdpOublie : adresse connue ou inconnue',
    200,
    mdpOublie('a@example.org'),
    mdpOublie('b@example.org'),
  ],
  ['inscrire : lien inventé ou contrefait', 404, lien(JETON), lien('x')],
  ['inscrire : réponse à un lien inventé ou contrefait', 404, reponse(JETON), reponse('x')],
]

const envoyer = ({ method, url, payload }: Appel) =>
  app.inject({ method, url, remoteAddress: ADRESSE, ...(payload && { payload }) })

beforeAll(async () => {
  const email = 'a@example.org'
  const adresser = (id: number) =>
    db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
  await adresser(await creerCompte({ identifiant: 'connue' }))
  await adresser(await creerCompte({ identifiant: 'bloquee', statut: 'BLOQUE' }))
  await adresser(await creerCompte({ identifiant: 'invitee', statut: 'INVITE' }))
  const equipee = await creerCompte({ identifiant: 'equipee' })
  await sql`insert into second_facteur (utilisateur_id, secret, cree_le, active_le)
    values (${equipee}, 'x', now(), now())`.execute(db)
  await creerCompte({ identifiant: 'sans-adresse' })
})

beforeEach(oublier)

describe('rien ne dit qui a un compte', () => {
  it.each(PAIRES_D_APPELS)('%s : même réponse', async (_, attendu, a, b) => {
    const [une, autre] = [await envoyer(a), await envoyer(b)]
    expect([une.statusCode, autre.statusCode]).toEqual([attendu, attendu])
    const sansTrace = { trace: expect.anything() }
    const corps = une.json<object>()
    expect(autre.json()).toEqual(attendu < 400 ? corps : { ...corps, ...sansTrace })
    const { date: _date, ...entetes } = une.headers
    expect(Object.keys(autre.headers)).toEqual(expect.arrayContaining(Object.keys(entetes)))
  })

  it.each(PAIRES_D_APPELS)('%s : même travail', async (_, _attendu, a, b) => {
    const travaux = []
    for (const appel of [a, b]) {
      await oublier()
      travaux.push(await observer(() => envoyer(appel)))
    }
    // The same statements and hashes in the same order: nothing is left for a clock to tell.
    expect(travaux[1]).toEqual(travaux[0])
    expect(travaux[0]?.length).toBeGreaterThan(0)
  })
})

describe('mille essais de connexion', () => {
  const MILLE = 1000
  const ASSAILLANT = '198.51.100.66'

  /** Tries, fifty at once; how many got each code. */
  async function assaillir(nomDe: (n: number) => string): Promise<Record<string, number>> {
    const codes: Record<string, number> = {}
    for (let n = 0; n < MILLE; n += 50) {
      const refus = await Promise.all(
        Array.from({ length: 50 }, (_, i) => echouer(nomDe(n + i), 'faux', ASSAILLANT)),
      )
      for (const { statut, code } of refus) {
        codes[`${statut} ${code}`] = (codes[`${statut} ${code}`] ?? 0) + 1
      }
    }
    return codes
  }

  const compteurs = async () => {
    const lus = await db.selectFrom('tentative').select(['cle', 'echecs']).orderBy('cle').execute()
    return lus.map(({ cle, echecs }) => [cle.split(':')[0], echecs])
  }

  it('sur un compte : cinq sont examinés, les autres freinés, trois compteurs tiennent tout', async () => {
    const id = await creerCompte({ identifiant: 'visee' })
    expect(await assaillir(() => 'visee')).toEqual({
      '401 IDENTIFIANTS_INVALIDES': FREIN.parCompte,
      '429 TROP_DE_TENTATIVES': MILLE - FREIN.parCompte,
    })
    expect(await compteurs()).toEqual([
      ['adresse', FREIN.parCompte],
      ['compte', FREIN.parCompte],
      ['passage', 0],
    ])
    // Elsewhere too the name waits its fifteen minutes; then its owner signs in: all is forgotten.
    expect(await echouer('visee', MOT_DE_PASSE)).toMatchObject({ statut: 429, attente: 900 })
    avancer(FREIN_ADRESSE.blocage)
    await connecter('visee')
    expect(await compteurs()).toEqual([
      // His own, then the attacker's.
      ['adresse', 0],
      ['adresse', FREIN.parCompte],
      ['passage', 0],
      ['passage', 0],
    ])
    // Whoever insists leaves a line now and then, not each time.
    expect((await banc.lireJournal(id)).length).toBeLessThan(12)
  })

  it('d’une adresse, sur mille noms : cent sont examinés, et chacun se connecte d’ailleurs', async () => {
    const id = await creerCompte({ identifiant: 'nom-7' })
    const codes = await assaillir((n) => `nom-${n}`)
    expect(codes).toEqual({
      '401 IDENTIFIANTS_INVALIDES': FREIN_ADRESSE.maximum,
      '429 TROP_DE_TENTATIVES': MILLE - FREIN_ADRESSE.maximum,
    })
    // A name that the address alone was refused for is not counted at all.
    expect(await compteurs()).toHaveLength(2 + FREIN_ADRESSE.maximum)
    expect(await echouer('nom-7', MOT_DE_PASSE, ASSAILLANT)).toMatchObject({ statut: 429 })
    await connecter('nom-7')
    avancer(FREIN_ADRESSE.blocage + MINUTE)
    const body = { identifiant: 'nom-7', password: MOT_DE_PASSE }
    await banc.reussir(sessionApi.connecter, { body, adresse: ASSAILLANT })
    expect((await banc.lireJournal(id)).map(({ action }) => action)).toContain('CONNEXION')
  })
})
