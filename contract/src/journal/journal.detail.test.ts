import { describe, expect, it } from 'vitest'
import { decrireDetail } from './journal.detail.ts'
import { phraseDe } from './journal.phrase.ts'

const phrases = (detail: object) => decrireDetail({ ...detail }).map(phraseDe)

describe('ce que dit une ligne', () => {
  it('ce qui a changé d’abord, dans l’ordre des fiches, puis le reste', () => {
    const changements = {
      capacite: { avant: 60, apres: 75 },
      telephone: { avant: null, apres: '+999 20' },
      etat: { avant: 'ACTIVE', apres: 'SUSPENDUE' },
    }
    expect(phrases({ adresse: '192.0.2.1', changements })).toEqual([
      'État\u00a0: Active → Suspendue',
      'Téléphone\u00a0: — → +999 20',
      'Capacité\u00a0: 60 → 75',
      'Adresse réseau\u00a0: 192.0.2.1',
    ])
  })

  it('l’adresse d’une structure quand elle change, celle du réseau quand elle est dite', () => {
    const changements = { adresse: { avant: 'Ici', apres: 'Là' } }
    expect(phrases({ changements, adresse: '::1' })).toEqual([
      'Adresse\u00a0: Ici → Là',
      'Adresse réseau\u00a0: ::1',
    ])
  })

  it('ne dit rien de ce qui est vide, et montre tel quel ce qui n’a pas de libellé', () => {
    expect(phrases({ appareil: null, motif: '', autre: true })).toEqual(['autre\u00a0: oui'])
  })

  it('dit tel quel un nom que tout objet a déjà', () => {
    expect(phrases({ objet: 'constructor', toString: 'valueOf' })).toEqual([
      'Objet\u00a0: constructor',
      'toString\u00a0: valueOf',
    ])
  })
})

describe('une ligne d’avant', () => {
  it('d’une structure, qui disait ses changements en liste', () => {
    const detail = {
      changements: [
        { champ: 'capacite', avant: 60, apres: 75 },
        { champ: 'parent', avant: 'DR-R01', apres: null },
        { champ: 'postesReference', avant: {}, apres: { EDU: 3 } },
      ],
    }
    expect(phrases(detail)).toEqual([
      'Rattachement\u00a0: DR-R01 → —',
      'Capacité\u00a0: 60 → 75',
      'Postes de référence\u00a0: — → EDU\u00a0: 3',
    ])
  })

  it.each([
    [
      { conservationJournalMois: { avant: 12, apres: 24 } },
      'Conservation du journal (mois)\u00a0: 12 → 24',
    ],
    [
      { secondFacteurCentral: { avant: false, apres: true } },
      'Second facteur exigé des comptes centraux\u00a0: non → oui',
    ],
    [
      { editeurNom: { avant: '', apres: 'Ministère de la Justice' } },
      'Éditeur\u00a0: — → Ministère de la Justice',
    ],
  ])('de réglages, qui disait ses changements sans les nommer : %o', (detail, phrase) => {
    expect(phrases(detail)).toEqual([phrase])
  })

  it('d’un compte, dont la forme est restée', () => {
    const changements = { roles: { avant: ['ROLE_STRUCTURE'], apres: ['ROLE_ADMIN'] } }
    expect(phrases({ changements })).toEqual(['Rôles\u00a0: Structure → Administration'])
  })

  it('abîmée, ne dit que ce qui s’en lit', () => {
    expect(phrases({ changements: [null, 3, { champ: 'nom', apres: 'Sarr' }] })).toEqual([
      'Nom\u00a0: — → Sarr',
    ])
    expect(phrases({ changements: 'rien' })).toEqual([])
  })
})
