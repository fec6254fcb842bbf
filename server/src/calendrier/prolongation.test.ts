import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { describe, expect, it } from 'vitest'
import { commencer, relire, reussi } from '../../test/formulaires.ts'
import { modifier } from '../formulaire/formulaire.banc.ts'
import {
  CAU,
  demander,
  JUIN,
  MARS,
  MOTIF,
  notees,
  ouvrirBancCalendrier,
  prevenusDe,
  rouvrir,
} from './calendrier.banc.ts'

const banc = await ouvrirBancCalendrier()
const { asDpps, asAutreDpps, asStructure, horloge } = banc
const FIN = '2025-06-24'
const accorder = (personne: typeof asDpps, id: number, jusqua = FIN) =>
  personne.appeler(api.accorderProlongation, { params: { id }, body: { jusqua } })
const refuser = (id: number, reponse = 'Le mois est déjà publié.') =>
  asDpps.appeler(api.refuserProlongation, { params: { id }, body: { reponse } })
const demandes = async (query: object = {}) =>
  (await reussi(asDpps.appeler(api.listProlongations, { query }))).elements
const idDemande = async () => (await demandes())[0]?.id ?? 0
const mars = async () => {
  const params = { structure: CAU }
  const mois = await reussi(asStructure.appeler(api.listMoisClos, { params }))
  return mois.find((un) => un.mois === 'MARCH' && un.annee === 2025)
}

describe('une prolongation', () => {
  it('se demande pour un mois clos, s’accorde en une fois, et ouvre la saisie', async () => {
    const f = await commencer(asStructure)
    horloge.maintenant = JUIN
    expect(await mars()).toMatchObject({ etat: 'CLOSE', le: '2025-05-31', actions: ['demander'] })
    expect((await reussi(demander(asStructure))).prolongation).toMatchObject({
      etat: 'EN_ATTENTE',
      motif: MOTIF,
    })
    expect(await mars()).toMatchObject({ actions: [] })
    const [demande] = await demandes({ etat: 'EN_ATTENTE' })
    expect(demande).toMatchObject({
      structure: { code: CAU },
      ...MARS,
      demandeePar: 'cau-r01-01',
      clotureLe: '2025-05-31',
      proposee: FIN,
      actions: ['accorder', 'refuser'],
    })
    const accordee = await reussi(accorder(asDpps, demande?.id ?? 0))
    expect(accordee).toMatchObject({ etat: 'ACCORDEE', jusqua: FIN, actions: [] })
    expect((await modifier(asStructure, f, { DIFF: 'Merci.' })).statut).toBe(200)
    expect((await relire(asStructure, f.numero)).cloture).toEqual({ etat: 'ROUVERTE', le: FIN })
    expect((await mars())?.prolongation).toMatchObject({ etat: 'ACCORDEE', jusqua: FIN })
    expect(await notees(banc)).toEqual([
      ['PROLONGATION_DEMANDEE', CAU],
      ['PROLONGATION_ACCORDEE', CAU],
    ])
    const dit = 'mars 2025, '
    expect(await prevenusDe(banc)).toEqual([
      ['dpps', expect.stringContaining(`Prolongation demandée\u00a0: ${dit}`)],
      ['dpps-adjoint', expect.stringContaining(`Prolongation demandée\u00a0: ${dit}`)],
      ['cau-r01-01', expect.stringContaining(`Prolongation accordée\u00a0: ${dit}`)],
      ['cau-r01-01-b', expect.stringContaining(`Prolongation accordée\u00a0: ${dit}`)],
    ])
  })

  it('se demande dès quinze jours avant la clôture, et prolonge d’autant', async () => {
    const f = await commencer(asStructure)
    horloge.maintenant = new Date('2025-05-15T12:00:00Z')
    const tot = await demander(asStructure)
    expect([tot.statut, tot.code]).toEqual([409, 'PROLONGATION_PREMATUREE'])
    expect(await mars()).toBe(undefined)
    horloge.maintenant = new Date('2025-05-16T12:00:00Z')
    expect((await relire(asStructure, f.numero)).cloture).toEqual({
      etat: 'PROCHE',
      le: '2025-05-31',
    })
    await reussi(demander(asStructure))
    const id = await idDemande()
    const courte = await accorder(asDpps, id, '2025-05-31')
    expect([courte.statut, courte.code]).toEqual([422, 'FIN_REOUVERTURE_INVALIDE'])
    await reussi(accorder(asDpps, id, '2025-06-10'))
    horloge.maintenant = new Date('2025-06-10T23:00:00Z')
    expect((await modifier(asStructure, f, { DIFF: 'Oui.' })).statut).toBe(200)
    horloge.maintenant = new Date('2025-06-11T00:00:00Z')
    expect((await modifier(asStructure, f, { DIFF: 'Non.' })).code).not.toBe('')
  })

  it('se refuse avec une phrase, que la structure lit ; elle peut redemander', async () => {
    horloge.maintenant = JUIN
    await reussi(demander(asStructure))
    const sans = await refuser(await idDemande(), 'Non.')
    expect([sans.statut, sans.code]).toEqual([400, 'REQUETE_INVALIDE'])
    await reussi(refuser(await idDemande()))
    expect(await mars()).toMatchObject({
      actions: ['demander'],
      prolongation: { etat: 'REFUSEE', reponse: 'Le mois est déjà publié.' },
    })
    expect((await prevenusDe(banc)).at(-1)?.[1]).toMatch(/^Prolongation refusée\s: mars 2025, /)
    await reussi(demander(asStructure))
    expect(await demandes()).toHaveLength(2)
  })

  it('s’accorde aussi pour un mois déjà rouvert : sa fin recule', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps, { jusqua: '2025-06-12' }))
    await reussi(demander(asStructure))
    await reussi(accorder(asDpps, await idDemande()))
    const { elements } = await reussi(asDpps.appeler(api.listReouvertures))
    expect(elements.map(({ etat, jusqua }) => [etat, jusqua])).toEqual([
      ['OUVERTE', FIN],
      ['TERMINEE', '2025-06-12'],
    ])
  })

  it('est accordée par une réouverture que la direction centrale décide d’elle-même', async () => {
    horloge.maintenant = JUIN
    await reussi(demander(asStructure))
    await reussi(rouvrir(asDpps))
    expect(await demandes({ etat: 'EN_ATTENTE' })).toEqual([])
    expect((await mars())?.prolongation).toMatchObject({ etat: 'ACCORDEE', jusqua: '2025-06-30' })
  })

  it.each([
    ['sans motif', { motif: '' }, 400, 'REQUETE_INVALIDE'],
    ['avec un motif trop court', { motif: 'Urgent.' }, 400, 'REQUETE_INVALIDE'],
    ['pour un mois à venir', { mois: 'AUGUST' }, 422, 'MOIS_A_VENIR'],
    ['pour un mois d’avant la structure', { annee: 2000 }, 422, 'MOIS_NON_ATTENDU'],
    ['pour une autre structure', { structure: 'CPOLY-R02-01' }, 404, 'STRUCTURE_INTROUVABLE'],
  ] as const)('est refusée %s, et rien n’est écrit', async (_, faux, statut, code) => {
    horloge.maintenant = JUIN
    const corps = { structure: CAU, ...MARS, motif: MOTIF, ...faux }
    const reponse = await asStructure.brut('POST', '/api/calendrier/prolongations', corps)
    expect([reponse.statut, reponse.code]).toEqual([statut, code])
    expect(await demandes()).toEqual([])
    expect([await notees(banc), await prevenusDe(banc)]).toEqual([[], []])
  })

  it('n’est demandée qu’une fois, même par deux collègues en même temps', async () => {
    horloge.maintenant = JUIN
    const reponses = await Promise.all([demander(asStructure), demander(banc.asCollegue)])
    expect(reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await demander(asStructure)).code).toBe('PROLONGATION_EN_ATTENTE')
    expect(await demandes()).toHaveLength(1)
  })

  it('ne reçoit qu’une réponse, même de deux personnes en même temps', async () => {
    horloge.maintenant = JUIN
    await reussi(demander(asStructure))
    const id = await idDemande()
    const reponses = await Promise.all([
      accorder(asDpps, id),
      accorder(asAutreDpps, id, '2025-06-25'),
      refuser(id),
    ])
    expect(reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(new Set(reponses.map(({ code }) => code))).toEqual(new Set(['', 'PROLONGATION_CLOSE']))
    const { total } = await reussi(asDpps.appeler(api.listReouvertures))
    expect(total).toBe(reponses.slice(0, 2).filter(({ statut }) => statut === 200).length)
  })

  it('inconnue, n’existe pas', async () => {
    expect((await accorder(asDpps, 2_000_000_000)).code).toBe('PROLONGATION_INTROUVABLE')
    expect((await refuser(2_000_000_000)).code).toBe('PROLONGATION_INTROUVABLE')
  })
})
