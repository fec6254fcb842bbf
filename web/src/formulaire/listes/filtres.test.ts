import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { changerAdresse } from '../../ui/adresse.ts'
import { colonnesDe } from './colonnes.tsx'
import { lireFiltres, periodeDArrivee, rechercheDe } from './filtres.ts'
import { filtresActifs } from './filtresActifs.ts'

const lire = (adresse: string) => lireFiltres(new URLSearchParams(adresse))

it('lit dans l’adresse tous les filtres d’une liste', () => {
  expect(lire('mois=MARCH&annee=2025&etats=SOUMIS,VALIDE&region=R01&q=port&page=3')).toMatchObject({
    mois: 'MARCH',
    annee: 2025,
    etats: ['SOUMIS', 'VALIDE'],
    region: 'R01',
    q: 'port',
    page: 3,
  })
})

it('écarte de l’adresse ce qu’elle ne peut pas dire', () => {
  const filtres = lire('mois=MARS&annee=25&etats=SOUMIS,PERDU&page=-2')
  expect(filtres).toMatchObject({ mois: undefined, annee: undefined, etats: ['SOUMIS'], page: 1 })
})

it('lit le tri de chaque colonne, et aucun autre', () => {
  const colonnes = Object.values(colonnesDe(() => ({ echeance: '', joursRetard: 0 })))
  const tris = colonnes.flatMap(({ tri }) => tri ?? [])
  expect(tris).toHaveLength(6)
  for (const tri of tris) expect(lire(`tri=-${tri}`).tri).toBe(`-${tri}`)
  expect(lire('tri=code').tri).toBeUndefined()
})

it('ne cherche que dans les structures données', () => {
  const recherche = rechercheDe(lire(''), ['CAU-R01-01'])
  expect(recherche).toMatchObject({ structures: ['CAU-R01-01'], etats: undefined, page: 1 })
})

it('nomme chaque filtre actif, et n’en retire qu’un à la fois', () => {
  const params = new URLSearchParams('q=port&mois=MARCH&region=R01&etats=SOUMIS,VALIDE')
  const actifs = filtresActifs(lireFiltres(params), [{ code: 'R01', libelle: 'Littoral' }])
  expect(actifs.map(({ libelle }) => libelle.replaceAll('\u00a0', ' '))).toEqual([
    '« port »',
    'Mars',
    'Littoral',
    'Soumis',
    'Validé',
  ])
  const soumis = actifs.find(({ libelle }) => libelle === 'Soumis')
  expect(changerAdresse(params, soumis?.retrait ?? {}).get('etats')).toBe('VALIDE')
})

const OUVERTES = [
  { mois: 'JANUARY', annee: 2026 },
  { mois: 'DECEMBER', annee: 2025 },
  { mois: 'NOVEMBER', annee: 2025 },
] as const
const resume = (mois: Mois, annee: number, actions: Resume['actions']) =>
  ({ mois, annee, numero: 'N', etat: 'BROUILLON', actions }) as unknown as Resume
const arriver = (adresse: string, resumes: Resume[] = []) =>
  periodeDArrivee(lire(adresse), OUVERTES, resumes).mois

it('la saisie arrive au plus ancien mois ouvert où un rapport attend', () => {
  const janvier = resume('JANUARY', 2026, ['enregistrer'])
  const decembre = resume('DECEMBER', 2025, ['modifier', 'soumettre'])
  const novembre = resume('NOVEMBER', 2025, ['historique'])
  expect(arriver('', [janvier, decembre, novembre])).toBe('DECEMBER')
  expect(arriver('', [janvier, { ...decembre, actions: [] }, novembre])).toBe('JANUARY')
})

it('où rien n’attend, elle arrive au mois en cours', () => {
  expect(arriver('')).toBe('JANUARY')
  expect(arriver('', [resume('DECEMBER', 2024, ['modifier'])])).toBe('JANUARY')
})

it('le mois que dit l’adresse l’emporte, tant qu’il est ouvert à la saisie', () => {
  const decembre = resume('DECEMBER', 2025, ['modifier'])
  expect(arriver('mois=NOVEMBER&annee=2025', [decembre])).toBe('NOVEMBER')
  expect(arriver('mois=NOVEMBER&annee=2024', [decembre])).toBe('DECEMBER')
})
