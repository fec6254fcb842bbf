import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import { amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { fermerSession, findAgent } from '../session/session.sql.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { app, asAdmin, asStructure, asDpps, horloge, base } = banc

const ADRESSE = '/api/formulaire/lire'

/** The answer to a reading, and the statements that it took. */
async function lire(numero: string, jeton: string) {
  let reponse = { statut: 0, code: '' }
  const travaux = await observer(async () => {
    const { statusCode, body } = await app.inject({
      url: `${ADRESSE}/${numero}?sans=fixe`,
      headers: { authorization: `Bearer ${jeton}` },
    })
    reponse = { statut: statusCode, code: JSON.parse(body).code ?? '' }
  })
  return { ...reponse, requetes: ditsDe(travaux, 'requete').map(String) }
}

describe('un rapport lu avec qui le demande', () => {
  it('prend un seul ordre une fois que l’on sait qui demande', async () => {
    const { numero } = await commencer(asStructure)
    await relire(asStructure, numero)
    const { statut, requetes } = await lire(numero, asStructure.jeton)
    expect([statut, requetes.filter((texte) => /\bformulaire f\b/.test(texte)).length]).toEqual([
      200, 1,
    ])
    expect(requetes.filter((texte) => /jeton_acces/.test(texte))).toHaveLength(1)
  })

  it('n’est rien de plus quand il n’existe pas, et se refuse dans le même ordre', async () => {
    await commencer(asStructure)
    const { statut, code, requetes } = await lire('RMA-RIEN-209901', asStructure.jeton)
    expect([statut, code]).toEqual([404, 'FORMULAIRE_INTROUVABLE'])
    expect(requetes.filter((texte) => /\bformulaire f\b/.test(texte))).toHaveLength(1)
  })

  it('se refuse d’abord à qui n’est personne, qu’il existe ou non', async () => {
    const { numero } = await commencer(asStructure)
    for (const demande of [numero, 'RMA-RIEN-209901', 'a'.repeat(90)]) {
      const { statut, code } = await lire(demande, 'jeton-de-personne')
      expect([statut, code]).toEqual([401, 'JETON_EXPIRE'])
    }
  })

  it('se refuse dès l’appel qui suit la fermeture de la session', async () => {
    const { numero } = await commencer(asStructure)
    const agent = await findAgent(base.db, asDpps.jeton, horloge.maintenant)
    if (!agent?.sessionId) throw new Error('session fermée')
    expect((await lire(numero, asDpps.jeton)).statut).toBe(200)
    await fermerSession(base.db, agent.sessionId, 'DECONNEXION', horloge.maintenant)
    const { statut, code } = await lire(numero, asDpps.jeton)
    expect([statut, code]).toEqual([401, 'JETON_EXPIRE'])
  })

  it('s’accepte en deux ordres : l’un le lit avec qui agit, l’autre l’écrit', async () => {
    const { id, numero } = await amener(banc, 'SOUMIS')
    await relire(asAdmin, numero)
    const appel = { params: { id }, query: { sans: 'fixe' } } as const
    const travaux = await observer(() => reussi(asAdmin.appeler(api.validerFormulaire, appel)))
    const requetes = ditsDe(travaux, 'requete').map(String)
    // The bench's own, by which it proves what is only read.
    expect(requetes.filter((texte) => !/default_transaction_read_only/.test(texte))).toEqual([
      expect.stringMatching(/jeton_acces[^]*\bformulaire f\b/),
      expect.stringMatching(/update formulaire f set/),
    ])
  })

  it('ne dit rien de la session qui l’a demandé', async () => {
    const { numero } = await commencer(asStructure)
    const { corps } = await asStructure.appeler(api.lireFormulaire, { params: { numero } })
    expect(JSON.stringify(corps)).not.toMatch(/porteur/i)
  })
})
