import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Mois, rangDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { RESUME_INTACT } from './intact.ts'
import { periodeDArrivee, periodesAVenir, periodesOuvertes, retardDe, suiteDe } from './suivi.ts'

const mars = { mois: 'MARCH', annee: 2025 } as const

const ligne = (champs: Partial<Resume>): Resume => ({
  ...RESUME_INTACT,
  id: 1,
  numero: 'RMA-CAU-R01-01-202503',
  modele: {
    code: 'RMA',
    libelle: 'Rapport mensuel',
    version: 1,
    avecEffectif: true,
    moisCouverts: 1,
  },
  structure: { id: 1, code: 'CAU-R01-01', libelle: 'Centre' },
  ...mars,
  echeance: '2025-04-08',
  actions: [],
  ...champs,
})

it('n’ouvre à la saisie que le mois courant et les deux précédents', () => {
  expect(
    periodesOuvertes({ rang: rangDe({ mois: 'JANUARY', annee: 2025 }), moisVerrou: 3 }),
  ).toEqual([
    { mois: 'JANUARY', annee: 2025 },
    { mois: 'DECEMBER', annee: 2024 },
    { mois: 'NOVEMBER', annee: 2024 },
  ])
})

it('n’ouvre rien d’avant le début de la collecte, que le mois courant là où il n’y a que lui', () => {
  const ouvrir = (debutCollecte: string | null) =>
    periodesOuvertes({ rang: 2025 * 12, moisVerrou: 3, debutCollecte }).map(({ mois }) => mois)
  expect(ouvrir('2024-11')).toEqual(['JANUARY', 'DECEMBER', 'NOVEMBER'])
  expect(ouvrir('2024-12')).toEqual(['JANUARY', 'DECEMBER'])
  expect(ouvrir('2025-03')).toEqual(['JANUARY'])
  expect(ouvrir(null)).toEqual(['JANUARY'])
})

it('ne compte le retard qu’après l’échéance, et pour un rapport non reçu', () => {
  const soumisLe = '2025-04-07T10:00:00Z'
  expect(retardDe(ligne({}), '2025-04-08')).toBe(0)
  expect(retardDe(ligne({}), '2025-04-11')).toBe(3)
  expect(retardDe(ligne({ etat: 'RENVOYE', soumisLe }), '2025-04-11')).toBe(0)
  // Forced back to a draft, it is not received any more; sent back by force, it never was.
  expect(retardDe(ligne({ etat: 'BROUILLON', soumisLe }), '2025-04-11')).toBe(3)
  expect(retardDe(ligne({ etat: 'RENVOYE' }), '2025-04-11')).toBe(3)
  expect(retardDe(ligne({ etat: 'ANNULE' }), '2025-04-11')).toBe(0)
})

it('ne propose que ce que le serveur permet', () => {
  expect(suiteDe(ligne({ etat: 'BROUILLON' }))).toBe('ouvrir')
  expect(suiteDe(ligne({ etat: 'NON_COMMENCE', numero: null, id: null }))).toBe(null)
  expect(suiteDe(ligne({ numero: null, id: null, actions: ['enregistrer'] }))).toBe('commencer')
  expect(suiteDe(ligne({ etat: 'RENVOYE', actions: ['modifier'] }))).toBe('corriger')
  expect(suiteDe(ligne({ etat: 'SOUMIS', actions: ['renvoyer', 'valider'] }))).toBe('valider')
})

const OUVERTES = [
  { mois: 'JANUARY', annee: 2026 },
  { mois: 'DECEMBER', annee: 2025 },
  { mois: 'NOVEMBER', annee: 2025 },
] as const
const resume = (mois: Mois, annee: number, actions: Resume['actions']) =>
  ({ mois, annee, numero: 'N', etat: 'BROUILLON', actions }) as unknown as Resume
const arriver = (demandee: { mois?: Mois; annee?: number }, resumes: Resume[] = []) =>
  periodeDArrivee(demandee, OUVERTES, resumes).mois

it('la saisie arrive au plus ancien mois ouvert où un rapport attend', () => {
  const janvier = resume('JANUARY', 2026, ['enregistrer'])
  const decembre = resume('DECEMBER', 2025, ['modifier', 'soumettre'])
  const novembre = resume('NOVEMBER', 2025, ['historique'])
  expect(arriver({}, [janvier, decembre, novembre])).toBe('DECEMBER')
  expect(arriver({}, [janvier, { ...decembre, actions: [] }, novembre])).toBe('JANUARY')
})

it('où rien n’attend, elle arrive au mois en cours', () => {
  expect(arriver({})).toBe('JANUARY')
  expect(arriver({}, [resume('DECEMBER', 2024, ['modifier'])])).toBe('JANUARY')
})

it('le mois que dit l’adresse l’emporte, tant qu’il est ouvert à la saisie', () => {
  const decembre = resume('DECEMBER', 2025, ['modifier'])
  expect(arriver({ mois: 'NOVEMBER', annee: 2025 }, [decembre])).toBe('NOVEMBER')
  expect(arriver({ mois: 'NOVEMBER', annee: 2024 }, [decembre])).toBe('DECEMBER')
})

describe('les mois à venir', () => {
  const juillet = 2026 * 12 + 6
  const trimestre = {
    moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
    moisCouverts: 3,
  } as const
  const annee = { moisAttendus: ['DECEMBER'], moisCouverts: 12 } as const
  const dits = (rang: number, ...rythmes: Parameters<typeof periodesAVenir>[1][number][]) =>
    periodesAVenir({ rang }, rythmes).map(({ mois, annee: an }) => `${mois} ${an}`)

  it('se commencent dès le premier jour de ce que leur rapport couvre', () => {
    expect(dits(juillet, {}, trimestre)).toEqual(['SEPTEMBER 2026'])
    expect(dits(juillet - 1, trimestre)).toEqual([])
    expect(dits(juillet, trimestre, annee)).toEqual(['DECEMBER 2026', 'SEPTEMBER 2026'])
    expect(dits(juillet, {})).toEqual([])
  })

  it('ne sont jamais d’avant le début de la collecte', () => {
    const avecDebut = (debutCollecte: string | null) =>
      periodesAVenir({ rang: juillet, debutCollecte }, [trimestre]).map(({ mois }) => mois)
    expect(avecDebut('2026-09')).toEqual(['SEPTEMBER'])
    expect(avecDebut('2026-10')).toEqual([])
    expect(avecDebut(null)).toEqual([])
  })
})
