import { rangDe } from '@releve/contract/mois.ts'
import {
  CHAMPS_CORRECTION,
  CHAMPS_DATES,
  CHAMPS_STRUCTURE,
} from '@releve/contract/structure/structure.champs.ts'
import type { CorrectionStructure } from '@releve/contract/structure/structure.schema.ts'
import { expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { fautesDe, refusDe } from '../ui/saisie.ts'
import {
  corpsDe,
  effetsDe,
  estSansEffet,
  fautesPropres,
  type SaisieCorrection,
  saisieDe,
} from './CorrectionForm.tsx'
import { structureLueDe } from './structure.banc.ts'
import { refusDuChamp } from './structure.queries.ts'

const CHAMPS = { ...CHAMPS_STRUCTURE, ...CHAMPS_CORRECTION }
const rang = rangDe({ mois: 'NOVEMBER', annee: 2026 })
const dr = { id: 9, code: 'DR-R01', libelle: 'Direction' }
const structure = structureLueDe({ parent: dr, capaciteTheorique: 70 }, [
  { champ: 'region', valeur: 'R02', de: null, a: { mois: 'OCTOBER', annee: 2026 } },
  { champ: 'region', valeur: 'R01', de: { mois: 'NOVEMBER', annee: 2026 }, a: null },
])
const avec = (saisis: object): SaisieCorrection =>
  Object.assign(saisieDe(structure, rang, rang), { motif: 'La date était fausse.' }, saisis)
const fautes = (saisie: SaisieCorrection) =>
  Object.keys(fautesDe(CHAMPS, saisie, fautesPropres(saisie)))

it.each(CHAMPS_DATES)('la correction de %s envoie ce que l’écran montre', (champ) => {
  const saisie = avec({ champ })
  expect(fautes(saisie)).toEqual([])
  expect(corpsDe(saisie)).toEqual({
    champ,
    valeur: champ === 'parent' ? 'DR-R01' : structure[champ],
    de: { mois: 'NOVEMBER', annee: 2026 },
    a: { mois: 'NOVEMBER', annee: 2026 },
    motif: 'La date était fausse.',
  })
})

it('elle montre ce que la fiche dit du premier mois, et depuis l’ouverture si l’on n’en donne pas', () => {
  expect(saisieDe(structure, rang - 1, rang)).toMatchObject({ region: 'R02', de: '2026-10' })
  const debut = saisieDe(structure, 0, rang)
  expect(debut).toMatchObject({ region: 'R02', de: '', a: '2026-11' })
  expect(corpsDe({ ...debut, a: '' })).toMatchObject({ de: null, a: null })
})

it.each([
  ['champ', avec({})],
  ['motif', avec({ champ: 'region', motif: '' })],
  ['de', avec({ champ: 'region', de: '20-11' })],
  ['a', avec({ champ: 'region', a: '2026-10' })],
  ['region', avec({ champ: 'region', region: '' })],
  ['capacite', avec({ champ: 'capacite', capacite: 'douze' })],
  ['postesReference.A', avec({ champ: 'postesReference', 'postesReference.A': 'x' })],
])('ce qui ne convient pas est dit à son champ : %s', (nom, saisie) => {
  expect(fautes(saisie)).toEqual([nom])
})

it('ce qui n’est pas le champ corrigé n’est pas jugé', () => {
  expect(fautes(avec({ champ: 'region', capacite: 'douze', typeStructure: '' }))).toEqual([])
})

it('ce que le serveur refuse de la valeur se dit au champ choisi, le reste à sa place', () => {
  const detail = (chemin: string) => ({ chemin, code: 'X', libelle: chemin })
  const details = ['body.valeur', 'body.valeur.A', 'body.a'].map(detail)
  const echec = new EchecApi(422, { code: 'PARENT_FERME', libelle: 'Refus', trace: 't', details })
  expect(refusDe(refusDuChamp(echec, 'parent'), CHAMPS, avec({ champ: 'parent' }))).toEqual({
    parent: 'body.valeur body.valeur.A',
    a: 'body.a',
  })
  expect(refusDuChamp(echec, 'parent')).toMatchObject({ statut: 422, message: 'Refus' })
  const reseau = new TypeError('Failed to fetch')
  expect(refusDuChamp(reseau, 'parent')).toBe(reseau)
})

const RECU: CorrectionStructure = {
  ecrit: false,
  structure,
  avant: [{ champ: 'region', valeur: 'R01', de: null, a: null }],
  apres: [{ champ: 'region', valeur: 'R02', de: null, a: null }],
  attendus: { avant: 12, apres: 12 },
  recus: { avant: 7, apres: 7 },
  deplaces: { nombre: 7, numeros: ['A', 'B', 'C', 'D', 'E'] },
  recalcules: { nombre: 1, numeros: ['F'] },
  annees: { provisoires: [], figees: [2024] },
  empreinte: 'x',
}

it('ce qu’une correction touche se dit, en nommant les premiers rapports', () => {
  const dits = effetsDe(RECU).map((dit) => dit.replaceAll('\u00a0', ' '))
  expect(dits).toEqual([
    '7 rapports seront comptés dans une autre région : A, B, C, D et 3 de plus.',
    '1 rapport en cours sera recalculé : F.',
    'L’annuaire 2024 est arrêté : il garde ses chiffres.',
  ])
  const rien = { nombre: 0, numeros: [] }
  const annees = { provisoires: [], figees: [] }
  expect(effetsDe({ ...RECU, deplaces: rien, recalcules: rien, annees })).toEqual([])
})

it('une correction qui ne change rien le dit', () => {
  expect(estSansEffet(RECU)).toBe(false)
  expect(estSansEffet({ ...RECU, apres: RECU.avant })).toBe(true)
})
