import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import { agir, commencer, relire, reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { modifier } from '../formulaire/formulaire.banc.ts'
import {
  CAU,
  JUIN,
  MARS,
  MOTIF,
  notees,
  ouvrirBancCalendrier,
  prevenusDe,
  rouvrir,
} from './calendrier.banc.ts'

const banc = await ouvrirBancCalendrier()
const { asDpps, asStructure, horloge } = banc
const terminer = (id: number) => asDpps.appeler(api.terminerReouverture, { params: { id } })
const premiere = async (reponse: ReturnType<typeof rouvrir>) => {
  const [une] = (await reussi(reponse)).rouvertes
  if (!une) throw new Error('aucune réouverture')
  return une
}

describe('un mois rouvert', () => {
  it('se saisit, se commence et se soumet jusqu’à son dernier jour, puis se ferme seul', async () => {
    let f = await commencer(asStructure)
    horloge.maintenant = JUIN
    expect((await relire(asStructure, f.numero)).cloture).toEqual({
      etat: 'CLOSE',
      le: '2025-05-31',
    })
    await reussi(rouvrir(asDpps))
    const rouvert = await relire(asStructure, f.numero)
    expect(rouvert.cloture).toEqual({ etat: 'ROUVERTE', le: '2025-06-30' })
    expect(rouvert.actions).toEqual(expect.arrayContaining(['modifier', 'soumettre']))
    f = await reussi(modifier(asStructure, f, { DIFF: 'Rouvert.' }))
    const epm = await commencer(asStructure, { modele: 'EPM' })
    horloge.maintenant = new Date('2025-06-30T23:59:59Z')
    expect((await reussi(agir(asStructure, 'soumettre', f))).etat).toBe('SOUMIS')
    horloge.maintenant = new Date('2025-07-01T00:00:00Z')
    expect((await agir(asStructure, 'soumettre', epm)).code).toBe('MOIS_VERROUILLE')
    expect((await modifier(asStructure, epm, { OBS_PERS: 'Non.' })).code).toBe('MOIS_VERROUILLE')
    const { elements } = await reussi(asDpps.appeler(api.listReouvertures))
    expect(elements.map(({ etat, actions }) => [etat, actions])).toEqual([['ECHUE', []]])
  })

  it('ne l’est que pour sa structure, et pour ce mois', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps))
    const creer = (personne: typeof asStructure, mois: 'MARCH' | 'FEBRUARY') =>
      personne.appeler(formulaireApi.enregistrerFormulaire, {
        params: { mois, annee: 2025 },
        body: {},
      })
    expect((await creer(banc.asAutreStructure, 'MARCH')).code).toBe('MOIS_VERROUILLE')
    expect((await creer(asStructure, 'FEBRUARY')).code).toBe('MOIS_VERROUILLE')
    expect((await creer(asStructure, 'MARCH')).statut).toBe(200)
  })

  it('se rouvre à plusieurs structures à la fois : à toutes, ou à aucune', async () => {
    horloge.maintenant = JUIN
    const structures = [CAU, 'CPOLY-R02-01']
    const refus = await rouvrir(asDpps, { structures: [...structures, 'NEANT'] })
    expect([refus.statut, refus.code]).toEqual([422, 'STRUCTURE_INCONNUE'])
    expect((await reussi(asDpps.appeler(api.listReouvertures))).total).toBe(0)
    expect(await notees(banc)).toEqual([])
    expect((await reussi(rouvrir(asDpps, { structures }))).rouvertes).toHaveLength(2)
    expect(await notees(banc)).toEqual(structures.map((code) => ['MOIS_ROUVERT', code]))
    expect((await prevenusDe(banc)).map(([qui]) => qui)).toEqual([
      'cau-r01-01',
      'cau-r01-01-b',
      'cpoly-r02-01',
    ])
  })

  it('se dit d’abord possible, ou pas et pourquoi, structure par structure ; rien n’est écrit', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps))
    const apercevoir = (corps: object = {}) =>
      asDpps.appeler(api.apercevoirReouverture, {
        body: { structures: [CAU], ...MARS, jusqua: '2025-06-30', motif: MOTIF, ...corps },
      })
    await changerDepuisToujours(banc.base.db, { modeles: [] }, ['DR-R01'])
    const structures = [CAU, 'CPOLY-R02-01', 'DR-R01']
    const { possibles, ecartees } = await reussi(apercevoir({ structures }))
    expect(possibles.map(({ code }) => code)).toEqual(['CPOLY-R02-01'])
    expect(ecartees.map(({ structure, code }) => [structure.code, code])).toEqual([
      [CAU, 'MOIS_DEJA_ROUVERT'],
      ['DR-R01', 'MOIS_NON_ATTENDU'],
    ])
    expect(ecartees[0]?.libelle).toMatch(/est déjà rouvert à la structure/)
    // The very refusals of the act, and what it would have done.
    expect((await rouvrir(asDpps, { structures })).code).toBe('MOIS_DEJA_ROUVERT')
    const jusqu = await reussi(asDpps.appeler(api.listReouvertures))
    expect(jusqu.total).toBe(1)
    expect((await apercevoir({ structures: ['NEANT'] })).code).toBe('STRUCTURE_INCONNUE')
    expect((await apercevoir({ jusqua: '2025-01-01' })).code).toBe('FIN_REOUVERTURE_INVALIDE')
    expect((await apercevoir({ mois: 'JUNE' })).code).toBe('MOIS_OUVERT')
    expect((await apercevoir({ mois: 'JULY' })).code).toBe('MOIS_A_VENIR')
    expect((await apercevoir({ structures: [] })).code).toBe('REQUETE_INVALIDE')
    const codes = possibles.map(({ code }) => code)
    expect((await reussi(rouvrir(asDpps, { structures: codes }))).rouvertes).toHaveLength(1)
  })

  it('se demande de mille structures au plus, et le dit', async () => {
    horloge.maintenant = JUIN
    const codes = Array.from({ length: 1001 }, (_, rang) => `NEANT-${rang}`)
    expect((await rouvrir(asDpps, { structures: codes.slice(1) })).code).toBe('STRUCTURE_INCONNUE')
    const corps = { structures: codes, ...MARS, jusqua: '2025-06-30', motif: MOTIF }
    const trop = await asDpps.brut('POST', '/api/calendrier/rouvrir', corps)
    expect(trop.code).toBe('REQUETE_INVALIDE')
    expect(JSON.stringify(trop)).toContain('Rouvrez au plus 1\u202f000 structures à la fois.')
  })

  it('se termine avant sa fin : le mois se ferme aussitôt, une seule fois', async () => {
    const f = await commencer(asStructure)
    horloge.maintenant = JUIN
    const { id, actions } = await premiere(rouvrir(asDpps))
    expect(actions).toEqual(['terminer'])
    const terminee = await reussi(terminer(id))
    expect(terminee).toMatchObject({ etat: 'TERMINEE', termineePar: 'dpps', actions: [] })
    expect((await modifier(asStructure, f, { DIFF: 'Non.' })).code).toBe('MOIS_VERROUILLE')
    const encore = await terminer(id)
    expect([encore.statut, encore.code]).toEqual([409, 'REOUVERTURE_CLOSE'])
    expect((await terminer(2_000_000_000)).code).toBe('REOUVERTURE_INTROUVABLE')
    // Ended, it may be opened again.
    await reussi(rouvrir(asDpps))
    expect(await notees(banc)).toEqual([
      ['MOIS_ROUVERT', CAU],
      ['REOUVERTURE_TERMINEE', CAU],
      ['MOIS_ROUVERT', CAU],
    ])
  })

  it('se cherche, se trie et se filtre par état', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps, { structures: [CAU, 'CPOLY-R02-01'] }))
    await reussi(terminer((await premiere(rouvrir(asDpps, { mois: 'FEBRUARY' }))).id))
    const lister = async (query: object) => {
      const { elements } = await reussi(asDpps.appeler(api.listReouvertures, { query }))
      return elements.map(({ structure, mois }) => `${structure.code} ${mois}`)
    }
    expect(await lister({ etat: 'TERMINEE' })).toEqual([`${CAU} FEBRUARY`])
    expect(await lister({ q: 'hauteville' })).toEqual(['CPOLY-R02-01 MARCH'])
    expect(await lister({ tri: 'mois' })).toHaveLength(3)
    expect((await lister({ tri: 'mois' }))[0]).toBe(`${CAU} FEBRUARY`)
  })

  it.each([
    ['encore ouvert', { mois: 'APRIL' }, 'MOIS_OUVERT'],
    ['à venir', { mois: 'JULY' }, 'MOIS_A_VENIR'],
    ['d’avant la structure', { annee: 2000 }, 'MOIS_NON_ATTENDU'],
    ['jusqu’à hier', { jusqua: '2025-06-09' }, 'FIN_REOUVERTURE_INVALIDE'],
    ['pour plus d’un an', { jusqua: '2026-06-12' }, 'FIN_REOUVERTURE_INVALIDE'],
    ['à une structure inconnue', { structures: ['NEANT'] }, 'STRUCTURE_INCONNUE'],
    ['à personne', { structures: [] }, 'REQUETE_INVALIDE'],
    ['sans motif', { motif: ' court ' }, 'REQUETE_INVALIDE'],
    ['à une date qui n’existe pas', { jusqua: '2025-06-31' }, 'REQUETE_INVALIDE'],
  ] as const)('est refusé %s, et rien n’est écrit', async (_, faux, code) => {
    horloge.maintenant = JUIN
    const corps = { structures: [CAU], ...MARS, jusqua: '2025-06-30', motif: MOTIF, ...faux }
    const reponse = await asDpps.brut('POST', '/api/calendrier/rouvrir', corps)
    expect(reponse.code).toBe(code)
    expect(reponse.libelle).toMatch(/[.?]$/)
    expect((await reussi(asDpps.appeler(api.listReouvertures))).total).toBe(0)
    expect([await notees(banc), await prevenusDe(banc)]).toEqual([[], []])
  })

  it('n’est pas rouvert deux fois, même par deux personnes en même temps', async () => {
    horloge.maintenant = JUIN
    const reponses = await Promise.all([rouvrir(asDpps), rouvrir(banc.asAutreDpps)])
    expect(reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(reponses.find(({ statut }) => statut === 409)?.code).toBe('MOIS_DEJA_ROUVERT')
    expect((await reussi(asDpps.appeler(api.listReouvertures))).total).toBe(1)
  })
})
