import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ditsDe, observer } from '../../test/temoin.ts'
import { createJeton } from '../platform/jeton.ts'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from './session.banc.ts'
import { findAgent } from './session.sql.ts'

const {
  refuser,
  reussir,
  avancer,
  creerCompte,
  connecter,
  echouer,
  lireJournal,
  base,
  structures,
  horloge,
} = await ouvrirBancSession()

/** A call that any signed-in person may make. */
const LIRE = { params: { code: 'SEXE' } }
const lire = (token: string) => reussir(codificationApi.listCodifications, { ...LIRE, token })
const nePasLire = (token?: string) =>
  refuser(codificationApi.listCodifications, { ...LIRE, ...(token !== undefined && { token }) })

describe('se connecter', () => {
  it('ouvre une session de 15 minutes et dit qui l’on est', async () => {
    await creerCompte({
      identifiant: 'Awa.Diop',
      structure: 'CAU-R01-01',
      autreStructure: ['POUP-R01-01', 'CSE-R01-01'],
    })
    const session = await connecter('Awa.Diop')
    expect(session).toEqual({
      identifiant: 'Awa.Diop',
      roles: ['ROLE_STRUCTURE'],
      nomAffichable: 'Compte Awa.Diop',
      token: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      jetonAppareil: expect.stringMatching(/^[\w-]{43}$/),
      dateExpirationJeton: '2025-03-20T10:15:00.000Z',
      dateExpirationSession: '2025-03-20T10:30:00.000Z',
      dateFinSession: '2025-03-20T20:00:00.000Z',
      forceChangePassword: false,
      secondFacteurAActiver: false,
      secondFacteurLe: null,
      exerciceLe: null,
      urlLogo: null,
      structure: {
        id: structures.get('CAU-R01-01'),
        code: 'CAU-R01-01',
        libelle: 'Centre d’accueil d’urgence de Port-Clair',
      },
      autreStructure: [
        {
          id: structures.get('CSE-R01-01'),
          code: 'CSE-R01-01',
          libelle: 'Complexe socio-éducatif de Port-Clair Nord',
        },
        {
          id: structures.get('POUP-R01-01'),
          code: 'POUP-R01-01',
          libelle: 'Pouponnière Sainte-Marthe',
        },
      ],
    })
    expect(await lire(session.token)).toHaveLength(3)
  })

  it('ne regarde ni la casse ni les accents de l’identifiant', async () => {
    await creerCompte({ identifiant: 'fatou.seye' })
    expect((await connecter(' FATOU.Sèye ')).identifiant).toBe('fatou.seye')
  })

  it('ne laisse dans la base ni jeton ni mot de passe lisible', async () => {
    await creerCompte({ identifiant: 'discret' })
    const { token, refreshToken, jetonAppareil = '' } = await connecter('discret')
    await reussir(sessionApi.renouvelerJeton, { query: { refreshToken } })
    const { rows } = await sql<{ tout: string }>`
      select (select json_agg(j)::text from jeton_acces j)
        || (select json_agg(j)::text from jeton_renouvellement j)
        || (select json_agg(u)::text from utilisateur u)
        || (select json_agg(t)::text from tentative t)
        || (select json_agg(a)::text from appareil_connu a)
        || (select json_agg(l)::text from journal l) as tout`.execute(base.db)
    // bytea is written in hexadecimal: the clear bytes of a token must not be there either.
    for (const secret of [token, refreshToken, jetonAppareil, MOT_DE_PASSE]) {
      expect(rows[0]?.tout).not.toContain(secret)
      expect(rows[0]?.tout).not.toContain(Buffer.from(secret).toString('hex'))
      expect(rows[0]?.tout).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })

  it('montre le logo de la structure, à défaut celui de l’organisation', async () => {
    await creerCompte({ identifiant: 'avec-logo', structure: 'CSOC-R06-01' })
    await creerCompte({ identifiant: 'sans-logo', roles: ['ROLE_DPPS'] })
    await base.db
      .updateTable('structure')
      .set({ urlLogo: '/logos/csoc' })
      .where('code', '=', 'CSOC-R06-01')
      .execute()
    await base.db
      .insertInto('parametre')
      .values({ cle: 'urlLogo', valeur: JSON.stringify('/logos/organisation') })
      .execute()
    expect((await connecter('avec-logo')).urlLogo).toBe('/logos/csoc')
    expect((await connecter('sans-logo')).urlLogo).toBe('/logos/organisation')
    await base.db.deleteFrom('parametre').where('cle', '=', 'urlLogo').execute()
  })

  it('refuse de la même réponse un mot de passe faux, un compte inconnu, un compte non activé', async () => {
    await creerCompte({ identifiant: 'connu' })
    await creerCompte({ identifiant: 'pas-active', statut: 'INVITE' })
    const refus = [
      await echouer('connu', 'faux'),
      await echouer('inconnu', 'faux'),
      await echouer('pas-active', MOT_DE_PASSE),
    ]
    for (const { statut, code, libelle, attente, details } of refus) {
      expect({ statut, code, libelle, attente, details }).toEqual({
        statut: 401,
        code: 'IDENTIFIANTS_INVALIDES',
        libelle: 'Identifiant ou mot de passe incorrect.',
        attente: null,
        details: undefined,
      })
    }
  })

  it('vérifie un mot de passe au même coût, une fois, que le compte existe ou non', async () => {
    await creerCompte({ identifiant: 'existe' })
    const couts = []
    for (const nom of ['existe', 'n-existe-pas']) {
      couts.push(ditsDe(await observer(() => echouer(nom)), 'empreinte'))
    }
    // Without the decoy, an unknown account would be answered without this work.
    expect(couts).toEqual([['argon2id v=19 m=19456,t=2,p=1'], ['argon2id v=19 m=19456,t=2,p=1']])
  })

  it('dit au titulaire d’un compte bloqué qu’il l’est, et à nul autre', async () => {
    await creerCompte({ identifiant: 'bloque', statut: 'BLOQUE' })
    expect(await echouer('bloque', 'faux')).toMatchObject({ code: 'IDENTIFIANTS_INVALIDES' })
    expect(await echouer('bloque', MOT_DE_PASSE)).toMatchObject({
      statut: 403,
      code: 'COMPTE_BLOQUE',
    })
  })

  it('refuse une demande incomplète en nommant le champ', async () => {
    const refus = await refuser(sessionApi.connecter, { body: { identifiant: 'x', password: '' } })
    expect(refus).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
    expect(refus.details?.[0]?.chemin).toBe('body.password')
    const long = { identifiant: 'x', password: 'x'.repeat(129) }
    expect(await refuser(sessionApi.connecter, { body: long })).toMatchObject({ statut: 400 })
  })

  it('s’écrit au journal, réussie ou non, sans ce qui a été tapé', async () => {
    const id = await creerCompte({ identifiant: 'journal' })
    await echouer('journal', 'mot-tape')
    await connecter('journal')
    expect(await lireJournal(id)).toEqual([
      { action: 'CONNEXION_ECHOUEE', detail: { adresse: '192.0.2.1' } },
      { action: 'CONNEXION', detail: { adresse: '192.0.2.1' } },
    ])
  })
})

describe('le jeton d’accès', () => {
  it('manque : JETON_ABSENT, que le web ne renouvelle pas', async () => {
    expect(await nePasLire()).toMatchObject({ statut: 401, code: 'JETON_ABSENT' })
  })

  it('inconnu ou mal formé : JETON_EXPIRE', async () => {
    for (const faux of [createJeton(), 'x', '\u00e9', "' or 1=1 --".replaceAll(' ', '')])
      expect(await nePasLire(faux)).toMatchObject({ statut: 401, code: 'JETON_EXPIRE' })
  })

  it('vaut 15 minutes, pas une de plus', async () => {
    await creerCompte({ identifiant: 'quinze' })
    const { token } = await connecter('quinze')
    avancer(15 * MINUTE - 1)
    await lire(token)
    avancer(1)
    expect(await nePasLire(token)).toMatchObject({ statut: 401, code: 'JETON_EXPIRE' })
  })

  it('ne vaut plus rien dès que le compte est bloqué, et le dit à qui le tient', async () => {
    const id = await creerCompte({ identifiant: 'bientot-bloque' })
    const { token, refreshToken } = await connecter('bientot-bloque')
    await base.db
      .updateTable('utilisateur')
      .set({ statut: 'BLOQUE' })
      .where('id', '=', id)
      .execute()
    const BLOQUE = {
      statut: 403,
      code: 'COMPTE_BLOQUE',
      libelle: 'Votre compte a été bloqué. Contactez la direction centrale.',
    }
    expect(await nePasLire(token)).toMatchObject(BLOQUE)
    expect(await refuser(sessionApi.renouvelerJeton, { query: { refreshToken } })).toMatchObject(
      BLOQUE,
    )
    expect(await nePasLire(createJeton())).toMatchObject({ code: 'JETON_EXPIRE' })
  })
})

describe('se déconnecter', () => {
  it('tue le jeton et le jeton de renouvellement de cette session, d’aucune autre', async () => {
    const id = await creerCompte({ identifiant: 'sortant' })
    const ici = await connecter('sortant')
    const ailleurs = await connecter('sortant')
    await reussir(sessionApi.deconnecter, { token: ici.token })
    expect(await nePasLire(ici.token)).toMatchObject({ code: 'JETON_EXPIRE' })
    const { refreshToken } = ici
    expect(await refuser(sessionApi.renouvelerJeton, { query: { refreshToken } })).toMatchObject({
      code: 'JETON_EXPIRE',
    })
    await lire(ailleurs.token)
    expect((await lireJournal(id)).at(-1)).toMatchObject({ action: 'DECONNEXION' })
  })

  it('demande une session', async () => {
    expect(await refuser(sessionApi.deconnecter)).toMatchObject({ code: 'JETON_ABSENT' })
  })
})

describe('l’étendue d’un compte', () => {
  it('suit ses structures : les siennes, et pour une direction régionale celles qui en dépendent', async () => {
    await creerCompte({ identifiant: 'dr', structure: 'DR-R02', autreStructure: ['DR-R03'] })
    await creerCompte({ identifiant: 'centre', structure: 'CAU-R01-01' })
    await creerCompte({ identifiant: 'central', roles: ['ROLE_DPPS'] })
    const codesDe = async (identifiant: string) => {
      const { token } = await connecter(identifiant)
      const agent = await findAgent(base.db, token, horloge.maintenant)
      const noms = (ids: number[] = []) =>
        [...structures].flatMap(([code, id]) => (ids.includes(id) ? [code] : [])).toSorted()
      return [noms(agent?.structures), noms(agent?.perimetre)]
    }
    expect(await codesDe('dr')).toEqual([
      ['DR-R02', 'DR-R03'],
      [
        'AEMO-R03-01',
        'CADS-R03-01',
        'CPEN-R03-01',
        'CPOLY-R02-01',
        'DR-R02',
        'DR-R03',
        'MAC-R02-01',
        'ORPH-R02-01',
      ],
    ])
    expect(await codesDe('centre')).toEqual([['CAU-R01-01'], ['CAU-R01-01']])
    expect(await codesDe('central')).toEqual([[], []])
  })
})
