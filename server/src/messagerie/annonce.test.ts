import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { nonLus, ouvrirBancMessages, recus } from './messagerie.banc.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asAutreDpps, asAdmin, asStructure, asCollegue, asAutreStructure } = banc
const { db } = banc.base

const objets = async (qui: typeof asDpps) => (await recus(qui)).map(({ objet }) => objet)
const vider = () => db.deleteFrom('messageDestinataire').execute()

describe('un acte sur un rapport se dit par un message', () => {
  it('soumettre : à ceux qui valident, au nom de qui soumet, avec le rapport', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    for (const qui of [asDpps, asAutreDpps, asAdmin]) {
      const [message] = await recus(qui)
      expect(message).toMatchObject({
        objet: expect.stringMatching(/^Rapport soumis\u00a0: RMA mars 2025, .+ \(CAU-R01-01\)$/),
        automatique: true,
        expediteur: { id: asStructure.id },
        formulaire: { numero, cellule: null },
        luLe: null,
      })
      expect(message?.corps).toContain(numero)
    }
    expect(await objets(asCollegue)).toEqual([])
    expect((await reussi(asStructure.appeler(api.listEnvoyes))).total).toBe(0)
  })

  it('renvoyer : à chacun de la structure, avec le motif', async () => {
    await amener(banc, 'RENVOYE')
    for (const qui of [asStructure, asCollegue]) {
      const [message] = await recus(qui)
      expect(message?.objet).toMatch(/^Rapport à corriger\u00a0: RMA mars 2025/)
      expect(message?.corps).toContain('Motif\u00a0: Données incohérentes')
      expect(message?.corps).toContain('Vérifiez les entrées du mois.')
    }
    expect(await objets(asAutreStructure)).toEqual([])
  })

  it('diffuser, et forcer un état : à la structure', async () => {
    const f = await amener(banc, 'DIFFUSE')
    expect((await objets(asStructure))[0]).toMatch(/^Rapport diffusé\u00a0:/)
    await vider()
    const renvoye = await renvoyer(asDpps, f)
    await vider()
    const params = { numero: f.numero, etat: 'DIFFUSE' } as const
    const query = { version: renvoye.version, motif: 'AUTRE', texte: 'Rien à corriger.' }
    await reussi(asDpps.appeler(formulaireApi.changerEtatFormulaire, { params, query }))
    const [message] = await recus(asStructure)
    expect(message?.objet).toMatch(/^État changé\u00a0:/)
    expect(message?.corps).toContain('«\u00a0À corriger\u00a0» à «\u00a0Diffusé\u00a0»')
  })

  it('valider et approuver ne se disent pas', async () => {
    await amener(banc, 'SOUMIS')
    await vider()
    await db.deleteFrom('message').execute()
    const [f] = (
      await reussi(
        asDpps.appeler(formulaireApi.listFormulaires, {
          params: { mois: 'MARCH', annee: 2025 },
          query: { etat: 'SOUMIS' },
        }),
      )
    ).elements
    const valide = await reussi(
      agir(asAdmin, 'valider', { id: f?.id ?? 0, version: f?.version ?? 0 }),
    )
    await reussi(agir(asDpps, 'approuver', valide))
    expect(await db.selectFrom('message').select('id').execute()).toEqual([])
  })

  it('répété, après une réponse perdue, ne se dit qu’une fois ; refusé, jamais', async () => {
    const f = await commencer(asStructure)
    await reussi(agir(asStructure, 'soumettre', f))
    await reussi(agir(asStructure, 'soumettre', f))
    expect(await nonLus(asAdmin)).toBe(1)
    expect((await agir(asCollegue, 'soumettre', f)).statut).toBe(409)
    expect(await nonLus(asAdmin)).toBe(1)
  })

  it('se répond à qui a agi', async () => {
    await amener(banc, 'RENVOYE')
    const [message] = await recus(asStructure)
    const params = { id: message?.id ?? 0 }
    const ouvert = await reussi(asStructure.appeler(api.lireMessage, { params }))
    expect(ouvert.reponse.map(({ id }) => id)).toEqual([asAdmin.id])
  })
})
