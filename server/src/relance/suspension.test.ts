import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { CAU, ouvrirBancRelances, passer, prevenus, regler, relancer } from './relance.banc.ts'

const banc = await ouvrirBancRelances()
const { asDpps, asAdmin, asAutreDpps, asStructure, horloge } = banc

const MOTIF = 'Le bâtiment a brûlé cette semaine.'
const suspendre = (qui = asAdmin, jusqua = '2025-04-15', motif = MOTIF) =>
  qui.appeler(api.suspendreRelances, { body: { structure: CAU, jusqua, motif } })
const reprendre = () => asDpps.appeler(api.reprendreRelances, { body: { structure: CAU } })
const suivi = () => asDpps.appeler(api.lireSuiviRelances, { params: { structure: CAU } })

describe('suspendre les relances d’une structure', () => {
  it('les arrête, du calendrier et des personnes, jusqu’au dernier jour compris', async () => {
    expect((await reussi(suivi())).actions).toEqual(['relancer', 'suspendre'])
    expect(await reussi(suspendre())).toMatchObject({
      suspension: { jusqua: '2025-04-15', motif: MOTIF, par: 'admin' },
      actions: ['suspendre', 'reprendre'],
    })
    expect(await passer(banc)).toBe(2)
    expect(await prevenus(banc)).toEqual(['cpoly-r02-01'])
    const { refus } = await reussi(relancer(asDpps, [{ structure: CAU }]))
    expect(refus).toMatchObject([
      { code: 'SUSPENDUE', libelle: expect.stringContaining('15 avril 2025.') },
    ])
    horloge.maintenant = new Date('2025-04-15T10:00:00Z')
    await passer(banc)
    expect(await prevenus(banc)).not.toContain('cau-r01-01')
    horloge.maintenant = new Date('2025-04-16T10:00:00Z')
    await passer(banc)
    expect(await prevenus(banc)).toContain('cau-r01-01')
  })

  it('se redit, et se termine avant sa fin', async () => {
    await reussi(suspendre())
    expect((await reussi(suspendre(asDpps, '2025-05-01'))).suspension?.jusqua).toBe('2025-05-01')
    expect((await reussi(reprendre())).suspension).toBe(null)
    expect((await reprendre()).code).toBe('RELANCES_NON_SUSPENDUES')
    expect(await passer(banc)).toBe(4)
    const lignes = await banc.base.db
      .selectFrom('journal')
      .select(['action', 'objet'])
      .orderBy('id')
      .execute()
    expect(lignes.slice(0, 3).map(({ action, objet }) => [action, objet])).toEqual([
      ['RELANCES_SUSPENDUES', CAU],
      ['RELANCES_SUSPENDUES', CAU],
      ['RELANCES_REPRISES', CAU],
    ])
  })

  it('n’en laisse qu’une de deux personnes en même temps', async () => {
    const reponses = await Promise.all([suspendre(asDpps), suspendre(asAutreDpps, '2025-04-20')])
    expect(reponses.map(({ statut }) => statut)).toEqual([200, 200])
    const ouvertes = await banc.base.db
      .selectFrom('relanceSuspension')
      .select('id')
      .where('termineeLe', 'is', null)
      .execute()
    expect(ouvertes).toHaveLength(1)
  })

  it.each([
    ['hier', '2025-04-07', MOTIF, 422, 'FIN_SUSPENSION_INVALIDE'],
    ['dans deux ans', '2027-04-08', MOTIF, 422, 'FIN_SUSPENSION_INVALIDE'],
    ['un jour qui n’existe pas', '2025-02-30', MOTIF, 400, 'REQUETE_INVALIDE'],
    ['sans motif', '2025-04-15', '', 400, 'REQUETE_INVALIDE'],
  ])('se refuse : %s, et rien n’est écrit', async (_, jusqua, motif, statut, code) => {
    const reponse = await suspendre(asDpps, jusqua, motif)
    expect([reponse.statut, reponse.code]).toEqual([statut, code])
    expect((await reussi(suivi())).suspension).toBe(null)
  })

  it('se refuse à une structure inconnue, et à qui n’en a pas le droit', async () => {
    const body = { structure: 'ABSENTE', jusqua: '2025-04-15', motif: MOTIF }
    const absente = await asDpps.appeler(api.suspendreRelances, { body })
    expect(absente.code).toBe('STRUCTURE_INTROUVABLE')
    expect((await suspendre(asStructure)).code).toBe('DROIT_INSUFFISANT')
  })
})

describe('les réglages des relances', () => {
  it('gardent chaque jour une fois, dans l’ordre, et se notent', async () => {
    const { relanceJours } = await regler(asDpps, { relanceJours: [5, -3, 5, 0] })
    expect(relanceJours).toEqual([-3, 0, 5])
    const lignes = await banc.base.db.selectFrom('journal').select('action').execute()
    expect(lignes.map(({ action }) => action)).toEqual(['RELANCES_REGLEES'])
  })

  it.each([
    ['aucun jour', { relanceJours: [] }],
    ['treize jours', { relanceJours: Array.from({ length: 13 }, (_, n) => n) }],
    ['un jour trop loin', { relanceJours: [61] }],
    ['une demi-journée', { relanceJours: [0.5] }],
    ['une copie négative', { relanceCopie: -1 }],
    ['un oui écrit', { relanceAutomatique: 'oui' }],
  ])('se refusent avec %s', async (_, faux) => {
    const { corps } = await asDpps.appeler(api.lireReglagesRelances)
    const reponse = await asDpps.brut('POST', '/api/parametres/relances', { ...corps, ...faux })
    expect([reponse.statut, reponse.code]).toEqual([400, 'REQUETE_INVALIDE'])
  })

  it('mal écrits dans la base cèdent la place à ceux d’origine', async () => {
    const valeur = JSON.stringify('demain')
    await banc.base.db.insertInto('parametre').values({ cle: 'relanceJours', valeur }).execute()
    expect(await passer(banc)).toBe(4)
  })
})
