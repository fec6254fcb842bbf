import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { describe, expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { lireNombre } from '../ui/nombre.ts'
import { fautesDe, fusionner, refusDe } from '../ui/saisie.ts'
import { corpsDe, fautesPropres, type SaisieStructure, saisieDe, VIDE } from './StructureForm.tsx'
import { structureDe } from './structure.banc.ts'

const avec = (saisis: object): SaisieStructure => Object.assign(saisieDe(structureDe()), saisis)
const fautes = (saisie: SaisieStructure) =>
  fautesDe(CHAMPS_STRUCTURE, saisie, fautesPropres(saisie))

it('une fiche lue, renvoyée telle quelle, ne change rien', () => {
  const { id: _id, urlLogo: _url, version: _version, parent: _p, ...fiche } = structureDe()
  expect(corpsDe(saisieDe(structureDe()))).toEqual({ ...fiche, parent: null })
})

it('un nombre s’écrit à la française, avec ses espaces, sa virgule et son signe', () => {
  expect(lireNombre('1\u202f234')).toBe(1234)
  expect(lireNombre(' −20,131 ')).toBe(-20.131)
  expect(lireNombre('')).toBeNull()
  expect(lireNombre('4 rue')).toBeUndefined()
  expect(saisieDe(structureDe()).longitude).toBe('−20,131')
})

describe('ce qui manque ou ne convient pas est dit à son champ', () => {
  it('une fiche vide demande le code, le nom, le type, la région et l’ouverture', () => {
    expect(Object.keys(fautes(VIDE))).toEqual([
      'code',
      'libelle',
      'typeStructure',
      'region',
      'dateOuverture',
    ])
  })
  it.each([
    ['code', avec({ code: 'cau r01' })],
    ['email', avec({ email: 'awa@' })],
    ['capacite', avec({ capacite: '12,5' })],
    ['capacite', avec({ capacite: '−1' })],
    ['latitude', avec({ latitude: '91' })],
    ['longitude', avec({ longitude: '' })],
    ['dateFermeture', avec({ dateFermeture: '2008-02-29' })],
    ['postesReference.A', avec({ 'postesReference.A': 'trois' })],
    ['effectifsOuverture.RMA', avec({ 'effectifsOuverture.RMA': '4,5' })],
  ])('%s', (nom, fiche) => {
    expect(Object.keys(fautes(fiche))).toEqual([nom])
  })
})

it('l’effectif d’ouverture d’un modèle retiré n’est ni jugé ni envoyé', () => {
  const fiche = avec({
    modeles: ['EPM'],
    'effectifsOuverture.RMA': 'x',
    'effectifsOuverture.EPM': '23',
  })
  expect(fautes(fiche)).toEqual({})
  expect(corpsDe(fiche).effectifsOuverture).toEqual({ EPM: 23 })
})

it('un refus se lit au champ qu’il nomme, celui d’une liste au groupe', () => {
  const detail = (chemin: string) => ({ chemin, code: 'X', libelle: chemin })
  const echec = new EchecApi(422, {
    code: 'MODELE_INADAPTE',
    libelle: 'Refus',
    trace: 't',
    details: ['body.parent', 'body.modeles.0', 'body.postesReference.A', 'body.autre'].map(detail),
  })
  expect(refusDe(echec, CHAMPS_STRUCTURE, VIDE)).toEqual({
    parent: 'body.parent',
    modeles: 'body.modeles.0',
    'postesReference.A': 'body.postesReference.A',
  })
})

it('ce qui a été changé ici l’emporte sur la fiche relue, et rien d’autre', () => {
  const base = saisieDe(structureDe())
  const ici = { ...base, modeles: ['RMA'], 'postesReference.A': '4' }
  const fraiche = saisieDe(
    structureDe({ libelle: 'Nouveau', postesReference: { A: 3, B: 1 }, modeles: ['EPM'] }),
  )
  const fusion = fusionner(base, ici, fraiche)
  expect(fusion.libelle).toBe('Nouveau')
  expect(corpsDe(fusion).postesReference).toEqual({ A: 4, B: 1 })
  expect(fusion.modeles).toEqual(['RMA'])
})
