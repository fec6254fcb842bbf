import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { RELANCES_MAX } from '@releve/contract/relance/relance.rules.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import {
  apercevoir,
  CAU,
  CPOLY,
  courriels,
  ecrits,
  MARS,
  ouvrirBancRelances,
  prevenus,
  relancer,
  traces,
} from './relance.banc.ts'

const banc = await ouvrirBancRelances()
const { asDpps, asAdmin, asAutreDpps, asStructure, horloge } = banc
const { db } = banc.base
const ligne = (structure: string, reste = {}) => ({ structure, modele: 'RMA', ...MARS, ...reste })

describe('relancer une sélection', () => {
  it('écrit à chacun ce qui a été choisi, avec la phrase de qui relance', async () => {
    const lignes = [ligne(CAU), ligne(CAU, { modele: 'EPM' }), ligne(CPOLY)]
    const bilan = await reussi(relancer(asAdmin, lignes, 'Merci de répondre\ncette semaine.'))
    expect(bilan).toMatchObject({ structures: 2, formulaires: 3, personnes: 3, refus: [] })
    expect(await prevenus(banc)).toEqual(['cau-r01-01', 'cau-r01-01-b', 'cpoly-r02-01'])
    expect((await ecrits(banc))[0]?.corps).toContain('Message d’admin\u00a0:\nMerci de répondre')
    expect(await courriels(banc)).toHaveLength(3)
    expect(await traces(banc)).toEqual([
      [`${CAU} EPM 3`, '2025-04-08', null],
      [`${CAU} RMA 3`, '2025-04-08', null],
      [`${CPOLY} RMA 3`, '2025-04-08', null],
    ])
  })

  it('se montre avant : à qui, quoi, les mêmes mots ; et rien n’est écrit', async () => {
    const lignes = [ligne(CAU), ligne('ABSENTE')]
    const apercu = await reussi(apercevoir(asDpps, lignes))
    expect([await traces(banc), await prevenus(banc)]).toEqual([[], []])
    expect(apercu.envois[0]?.destinataires.map(({ nomAffichable }) => nomAffichable)).toEqual([
      'cau-r01-01',
      'cau-r01-01-b',
    ])
    expect(apercu.envois[0]?.structures[0]).toMatchObject({
      structure: { code: CAU },
      formulaires: [{ modele: 'RMA', ...MARS, joursRetard: 1, rappels: 0, dernierRappel: null }],
    })
    expect(await reussi(relancer(asDpps, lignes))).toEqual(apercu)
    expect((await ecrits(banc))[0]).toMatchObject({
      objet: apercu.envois[0]?.objet,
      corps: apercu.envois[0]?.corps,
    })
  })

  it('lie le message au rapport commencé', async () => {
    const { numero } = await commencer(asStructure, MARS)
    await reussi(relancer(asDpps, [ligne(CAU), ligne(CAU, { modele: 'EPM' })]))
    expect((await ecrits(banc))[0]?.numero).toBe(numero)
  })

  it('mène à chacun des rapports dont il parle, commencés ou non', async () => {
    const { numero } = await commencer(asStructure, MARS)
    await reussi(relancer(asDpps, [ligne(CAU), ligne(CAU, { modele: 'EPM' })]))
    const lire = async () => {
      const { elements } = await reussi(asStructure.appeler(messagerieApi.listRecus))
      return elements[0]?.formulairesCites.map((un) => [
        un.structure,
        un.modele,
        un.mois,
        un.numero,
      ])
    }
    expect((await lire())?.toSorted()).toEqual([
      [CAU, 'EPM', 'MARCH', null],
      [CAU, 'RMA', 'MARCH', numero],
    ])
    // As they are when it is read, and not when it was written.
    const epm = await commencer(asStructure, { ...MARS, modele: 'EPM' })
    expect(await lire()).toContainEqual([CAU, 'EPM', 'MARCH', epm.numero])
  })

  it('sans modèle ni mois, prend tout ce qui manque à la structure', async () => {
    const bilan = await reussi(relancer(asDpps, [{ structure: CAU }]))
    expect(bilan.formulaires).toBe(4)
    const encore = await reussi(relancer(asDpps, [{ structure: CAU }]))
    expect(encore).toMatchObject({ envois: [], formulaires: 0, refus: [{ code: 'DEJA' }] })
  })

  it('dit ligne par ligne pourquoi elle ne relance pas, et relance les autres', async () => {
    await reussi(agir(asStructure, 'soumettre', await commencer(asStructure, MARS)))
    await reussi(relancer(asDpps, [ligne(CPOLY)]))
    await sql`update structure set etat = 'SUSPENDUE' where code = 'DR-R02'`.execute(db)
    const lignes = [
      ligne(CAU),
      ligne(CPOLY),
      ligne('ABSENTE'),
      ligne('DR-R02'),
      ligne(CAU, { mois: 'JANUARY', annee: 2020 }),
      ligne(CAU, { mois: 'MAY' }),
      ligne(CPOLY, { modele: 'EPM' }),
    ]
    const { refus, formulaires } = await reussi(relancer(asDpps, lignes))
    expect(refus.map(({ structure, code }) => [structure, code])).toEqual([
      [CAU, 'RIEN'],
      [CPOLY, 'DEJA'],
      ['ABSENTE', 'INCONNUE'],
      ['DR-R02', 'INACTIVE'],
      [CAU, 'CLOSE'],
      [CAU, 'A_VENIR'],
    ])
    expect(refus.every(({ libelle }) => libelle.endsWith('.'))).toBe(true)
    expect(refus.filter(({ nom, structure }) => nom === structure)).toHaveLength(1)
    expect(formulaires).toBe(1)
  })

  it('refuse une structure sans compte actif', async () => {
    await sql`update utilisateur set statut = 'BLOQUE' where identifiant like 'cau%'`.execute(db)
    const { refus } = await reussi(relancer(asDpps, [ligne(CAU)]))
    expect(refus.map(({ code }) => code)).toEqual(['PERSONNE'])
    expect(await traces(banc)).toEqual([])
  })

  it('se redit le lendemain, et le message dit combien de fois', async () => {
    await reussi(relancer(asDpps, [ligne(CAU)]))
    horloge.maintenant = new Date('2025-04-09T00:00:00Z')
    const apercu = await reussi(apercevoir(asDpps, [ligne(CAU)]))
    expect(apercu.envois[0]?.structures[0]?.formulaires[0]).toMatchObject({
      rappels: 1,
      dernierRappel: '2025-04-08',
    })
    await reussi(relancer(asDpps, [ligne(CAU)]))
    expect(await traces(banc)).toHaveLength(2)
  })

  it('ne part qu’une fois de deux personnes en même temps', async () => {
    const bilans = await Promise.all(
      [asDpps, asAutreDpps, asAdmin].map((qui) => reussi(relancer(qui, [ligne(CAU)]))),
    )
    expect(bilans.map(({ formulaires }) => formulaires).toSorted((a, b) => a - b)).toEqual([
      0, 0, 1,
    ])
    expect(await prevenus(banc)).toEqual(['cau-r01-01', 'cau-r01-01-b'])
    expect(bilans.flatMap(({ refus }) => refus.map(({ code }) => code))).toEqual(['DEJA', 'DEJA'])
  })

  it('nomme deux fois le même rapport sans le relancer deux fois', async () => {
    const bilan = await reussi(relancer(asDpps, [ligne(CAU), ligne(CAU), { structure: CAU }]))
    expect(bilan).toMatchObject({ formulaires: 4, refus: [] })
    expect(await prevenus(banc)).toHaveLength(2)
  })

  it('laisse une ligne au journal par structure', async () => {
    await reussi(relancer(asDpps, [ligne(CAU), ligne(CPOLY)]))
    const lignes = await db
      .selectFrom('journal')
      .select(['action', 'objet', 'utilisateurId'])
      .execute()
    const noms = lignes.map(({ action, objet, utilisateurId }) => [action, objet, utilisateurId])
    expect(noms).toEqual([
      ['STRUCTURE_RELANCEE', CAU, asDpps.id],
      ['STRUCTURE_RELANCEE', CPOLY, asDpps.id],
    ])
  })

  it.each([
    ['vide', []],
    ['de dix mille lignes', Array.from({ length: 10_000 }, () => ligne(CAU))],
    ['d’une ligne de trop', Array.from({ length: RELANCES_MAX + 1 }, () => ligne(CAU))],
    ['d’un mois sans année', [{ structure: CAU, mois: 'MARCH' }]],
    ['d’un mois inconnu', [ligne(CAU, { mois: 'BRUMAIRE' })]],
    ['sans structure', [{ modele: 'RMA' }]],
  ])('%s est refusée, et rien n’est écrit', async (_, lignes) => {
    for (const url of ['/api/relance/envoyer', '/api/relance/apercu']) {
      const reponse = await asDpps.brut('POST', url, { lignes })
      expect([reponse.statut, reponse.code]).toEqual([400, 'REQUETE_INVALIDE'])
    }
    expect([await traces(banc), await prevenus(banc)]).toEqual([[], []])
  })

  it('refuse une phrase trop longue, et à qui n’en a pas le droit', async () => {
    expect((await relancer(asDpps, [ligne(CAU)], 'a'.repeat(501))).code).toBe('REQUETE_INVALIDE')
    expect((await relancer(asStructure, [ligne(CAU)])).code).toBe('DROIT_INSUFFISANT')
    expect(await traces(banc)).toEqual([])
  })
})

describe('la trace des relances', () => {
  it('dit qui, quand, quoi, par qui ; par structure, modèle et mois', async () => {
    await reussi(relancer(asAdmin, [ligne(CAU), ligne(CPOLY)], 'Merci.'))
    const lire = async (query = {}) =>
      (await reussi(asDpps.appeler(api.listRelances, { query }))).elements
    expect((await lire({ structure: CAU }))[0]).toMatchObject({
      structure: { code: CAU },
      modele: 'RMA',
      ...MARS,
      le: '2025-04-08T10:00:00.000Z',
      echeance: '2025-04-07',
      joursRetard: 1,
      par: 'admin',
      texte: 'Merci.',
      destinataires: ['cau-r01-01', 'cau-r01-01-b'],
    })
    expect(await lire({ modele: 'EPM' })).toEqual([])
    expect(await lire({ ...MARS })).toHaveLength(2)
    expect(await lire({ mois: 'MARCH' })).toHaveLength(2)
    expect(await lire({ annee: 2024 })).toEqual([])
    expect(await lire({ q: 'polyvalent' })).toHaveLength(1)
    expect((await asDpps.brut('GET', '/api/relance/lister?tri=qui')).code).toBe('REQUETE_INVALIDE')
  })
})
