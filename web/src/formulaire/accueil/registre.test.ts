import type { EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Mois, rangDe } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { derniersMois, registreDe } from './Registre.tsx'

const JANVIER = rangDe({ mois: 'JANUARY', annee: 2026 })

function resumeDe(mois: Mois, effectif: number | null, etat: EtatListe = 'VALIDE', annee = 2026) {
  return {
    mois,
    annee,
    etat,
    effectif,
    numero: etat === 'NON_COMMENCE' ? null : `RMA-A-${mois}`,
    modele: { code: 'RMA', libelle: 'Rapport', version: 1, avecEffectif: true },
    structure: { id: 1, code: 'A', libelle: 'Structure A' },
  } as Resume
}

it('range les derniers mois du plus ancien au plus récent, d’une année à l’autre', () => {
  expect(derniersMois(JANVIER, 3)).toEqual([
    { mois: 'NOVEMBER', annee: 2025 },
    { mois: 'DECEMBER', annee: 2025 },
    { mois: 'JANUARY', annee: 2026 },
  ])
})

it('met chaque rapport sous son mois, et rien sous un mois sans rapport', () => {
  const [ligne] = registreDe(
    [resumeDe('JANUARY', 12), resumeDe('NOVEMBER', 10, 'DIFFUSE', 2025)],
    derniersMois(JANVIER, 3),
  )
  expect(ligne?.mois.map(({ effectif, etat }) => [effectif, etat])).toEqual([
    [10, 'DIFFUSE'],
    [null, null],
    [12, 'VALIDE'],
  ])
})

it('ne calcule une variation qu’entre deux mois qui se suivent', () => {
  const periodes = derniersMois(JANVIER, 3)
  const decembre = resumeDe('DECEMBER', 10, 'DIFFUSE', 2025)
  const novembre = resumeDe('NOVEMBER', 9, 'DIFFUSE', 2025)
  expect(registreDe([resumeDe('JANUARY', 12), decembre], periodes)[0]?.variation).toBe(2)
  expect(registreDe([resumeDe('JANUARY', 12), novembre], periodes)[0]?.variation).toBeNull()
  const vide = resumeDe('JANUARY', null, 'NON_COMMENCE')
  expect(registreDe([vide, decembre, novembre], periodes)[0]?.variation).toBe(1)
})

it('d’un rapport trimestriel, varie d’un trimestre au suivant', () => {
  const trimestriel = (mois: Mois, effectif: number, annee: number) => {
    const resume = resumeDe(mois, effectif, 'DIFFUSE', annee)
    return { ...resume, modele: { ...resume.modele, moisCouverts: 3 as const } }
  }
  const [mars, juin] = [trimestriel('MARCH', 12, 2025), trimestriel('JUNE', 15, 2025)]
  const decembre = trimestriel('DECEMBER', 11, 2025)
  const annee = derniersMois(JANVIER, 12)
  expect(registreDe([mars, juin], annee)[0]?.variation).toBe(3)
  expect(registreDe([juin, decembre], annee)[0]?.variation).toBeNull()
  expect(registreDe([juin], annee)[0]?.mois.find(({ etat }) => etat)?.couverts).toBe(3)
})

it('dit de chaque ligne si quelqu’un y est compté', () => {
  const resume = resumeDe('JANUARY', null)
  const sans = { ...resume, modele: { ...resume.modele, code: 'CONSULT', avecEffectif: false } }
  const lignes = registreDe([resume, sans], derniersMois(JANVIER, 2))
  expect(lignes.map(({ modele, compte }) => [modele.code, compte])).toEqual([
    ['CONSULT', false],
    ['RMA', true],
  ])
})
