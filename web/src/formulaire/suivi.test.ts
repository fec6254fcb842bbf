import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { periodesOuvertes, suiteDe, suiviDe } from './suivi.ts'

const CALENDRIER = { jourEcheance: 5, joursFeries: ['04-07'], fuseau: 'UTC' }
const mars = { mois: 'MARCH', annee: 2025 } as const

const ligne = (champs: Partial<Resume>): Resume => ({
  id: 1,
  numero: 'RMA-CAU-R01-01-202503',
  modele: { code: 'RMA', libelle: 'Rapport mensuel', version: 1 },
  structure: { id: 1, code: 'CAU-R01-01', libelle: 'Centre' },
  ...mars,
  etat: 'BROUILLON',
  version: 1,
  versionDiffusee: 0,
  effectif: null,
  remplissage: 0,
  erreurs: 0,
  avertissements: 0,
  soumisLe: null,
  modifieLe: null,
  modifiePar: null,
  horsDelai: false,
  actions: [],
  ...champs,
})

it('n’ouvre à la saisie que le mois courant et les deux précédents', () => {
  expect(periodesOuvertes(rangDe({ mois: 'JANUARY', annee: 2025 }))).toEqual([
    { mois: 'JANUARY', annee: 2025 },
    { mois: 'DECEMBER', annee: 2024 },
    { mois: 'NOVEMBER', annee: 2024 },
  ])
})

it('reporte l’échéance au jour ouvré suivant, fériés compris', () => {
  // 5 April 2025 is a Saturday, and Monday the 7th a holiday here.
  expect(suiviDe(ligne({}), CALENDRIER, '2025-04-08').echeance).toBe('2025-04-08')
})

it('ne compte le retard qu’après l’échéance, et pour un rapport non reçu', () => {
  expect(suiviDe(ligne({}), CALENDRIER, '2025-04-08').joursRetard).toBe(0)
  expect(suiviDe(ligne({}), CALENDRIER, '2025-04-11').joursRetard).toBe(3)
  expect(suiviDe(ligne({ etat: 'RENVOYE' }), CALENDRIER, '2025-04-11').joursRetard).toBe(0)
})

it('ne propose que ce que le serveur permet', () => {
  expect(suiteDe(ligne({ etat: 'BROUILLON' }))).toBe('ouvrir')
  expect(suiteDe(ligne({ etat: 'NON_COMMENCE', numero: null, id: null }))).toBe(null)
  expect(suiteDe(ligne({ numero: null, id: null, actions: ['enregistrer'] }))).toBe('commencer')
  expect(suiteDe(ligne({ etat: 'RENVOYE', actions: ['modifier'] }))).toBe('corriger')
  expect(suiteDe(ligne({ etat: 'SOUMIS', actions: ['renvoyer', 'valider'] }))).toBe('valider')
})
