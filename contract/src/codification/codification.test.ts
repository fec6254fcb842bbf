import { describe, expect, it } from 'vitest'
import { examinerChamp, normaliserChamp } from '../champ.ts'
import { CHAMPS_VALEUR } from './codification.champs.ts'
import { direEmplois, estCorrection, estOffert, estReserve } from './codification.rules.ts'

describe('corriger un libellé', () => {
  it.each([
    ['Feminin', 'Féminin'],
    ['école', 'École'],
    ['Mise a disposition', 'Mise à disposition'],
    ['Orphelins', 'Orphelin'],
    ['Placemment judiciaire', 'Placement judiciaire'],
    ['Placmeent', 'Placement'],
    ['Socio éducatif', 'Socio-éducatif'],
    ['Soeurs', 'Sœurs'],
  ])('de «\u00a0%s\u00a0» en «\u00a0%s\u00a0», c’est l’orthographe', (avant, apres) => {
    expect(estCorrection(avant, apres)).toBe(true)
  })

  it.each([
    ['Homme', 'Femme'],
    ['Mineurs', 'Majeurs'],
    ['Légal', 'Illégal'],
    ['Internes', 'Externes'],
    ['0–2 ans', '0–3 ans'],
    ['12 mois', '1 2 mois et plus'],
    ['Transfert', 'Transfert reçu'],
    ['Non connu', 'Connu'],
    ['De jour', 'Du jour'],
    ['Vol', 'Viol'],
    ['Décès', ''],
  ])('de «\u00a0%s\u00a0» en «\u00a0%s\u00a0», c’est un autre sens', (avant, apres) => {
    expect(estCorrection(avant, apres)).toBe(false)
  })
})

describe('un code est proposé', () => {
  const sans = { actif: true, valableDu: null, valableAu: null }

  it.each([
    [sans, true],
    [{ ...sans, actif: false }, false],
    [{ ...sans, valableDu: '2025-03' }, true],
    [{ ...sans, valableDu: '2025-04' }, false],
    [{ ...sans, valableAu: '2025-03' }, true],
    [{ ...sans, valableAu: '2025-02' }, false],
  ])('%o en mars 2025\u00a0: %s', (code, attendu) => {
    expect(estOffert(code, '2025-03')).toBe(attendu)
  })
})

describe('ce que la plateforme nomme elle-même', () => {
  it('lui est réservé, et rien d’autre', () => {
    expect(estReserve('MOIS', 'JANUARY')).toBe(true)
    expect(estReserve('TYPE_STRUCTURE', 'DR')).toBe(true)
    expect(estReserve('TYPE_STRUCTURE', 'CAU')).toBe(false)
    expect(estReserve('constructor', 'name')).toBe(false)
  })
})

describe('les champs d’un code', () => {
  it('prennent un mois comme on l’écrit', () => {
    const ecrits = ['3/2025', '03-2025', ' 2025-03 ']
    for (const ecrit of ecrits)
      expect(normaliserChamp(CHAMPS_VALEUR.valableDu, ecrit)).toBe('2025-03')
    for (const faux of ['13/2025', '2025', 'mars']) {
      expect(examinerChamp(CHAMPS_VALEUR.valableDu, faux)?.phrase).toContain('Donnez un mois')
    }
  })

  it('refusent un code qu’un modèle ne prendrait pas', () => {
    expect(examinerChamp(CHAMPS_VALEUR.code, 'TRANSF_E')).toBeNull()
    for (const faux of ['transf', 'É', '_A', 'A-B', 'A B', 'X'.repeat(31)]) {
      expect(examinerChamp(CHAMPS_VALEUR.code, faux)?.phrase).toContain('30 majuscules')
    }
  })
})

it('dit ce qui emploie un code', () => {
  expect(
    direEmplois([
      { lieu: 'MODELE', nombre: 2 },
      { lieu: 'STRUCTURE', nombre: 1 },
    ]),
  ).toBe('2 versions de modèle, 1 structure')
})
