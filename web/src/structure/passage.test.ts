import type { CodeErreur } from '@releve/contract/erreur.ts'
import { expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import {
  apresPassage,
  fauteJourEtat,
  formulairesDuPassage,
  type Passage,
  passagesDe,
  type Rythmee,
  refusDuJour,
} from './PassageDialogue.tsx'
import { structureDe } from './structure.banc.ts'
import { textesPassage } from './structure.textes.ts'

it('chaque état n’offre que ce qui en sort', () => {
  expect(passagesDe('ACTIVE')).toEqual(['suspendre', 'fermer'])
  expect(passagesDe('SUSPENDUE')).toEqual(['reprendre', 'fermer'])
  expect(passagesDe('FERMEE')).toEqual(['rouvrir'])
  expect(passagesDe('INVITEE')).toEqual(['fermer'])
})

it('fermer donne la date, rouvrir l’efface, suspendre ne touche à aucune', () => {
  const ouverte = structureDe()
  const fermee = structureDe({ etat: 'FERMEE', dateFermeture: '2026-05-31' })
  expect(apresPassage(ouverte, 'fermer', '2026-05-31')).toMatchObject({
    etat: 'FERMEE',
    dateFermeture: '2026-05-31',
  })
  expect(apresPassage(fermee, 'rouvrir', '2026-06-30')).toMatchObject({
    etat: 'ACTIVE',
    dateFermeture: null,
  })
  expect(apresPassage(ouverte, 'suspendre', '2026-05-31')).toMatchObject({
    etat: 'SUSPENDUE',
    dateFermeture: null,
  })
})

it('un état change entre l’ouverture et aujourd’hui', () => {
  const fauteDe = (passage: 'fermer' | 'suspendre' | 'reprendre', jour: string) =>
    fauteJourEtat(passage, jour, { dateOuverture: '2008-03-01' }, '2026-11-20')
  expect(fauteDe('fermer', '')).toBe(textesPassage.dateManquante)
  expect(fauteDe('suspendre', '')).toBe(textesPassage.jourManquant)
  expect(fauteDe('fermer', '2026-11-21')).toBe(textesPassage.dateFuture)
  expect(fauteDe('reprendre', '2026-11-21')).toBe(textesPassage.jourFutur)
  for (const passage of ['fermer', 'suspendre', 'reprendre'] as const) {
    expect(fauteDe(passage, '2008-02-29')).toBe(textesPassage.dateAvant)
    expect(fauteDe(passage, '2008-03-01')).toBeNull()
    expect(fauteDe(passage, '2026-11-20')).toBeNull()
  }
})

const MENSUEL: Rythmee = { code: 'RMA' }
const TRIMESTRIEL: Rythmee = {
  code: 'BIT',
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
}
const ANNUEL: Rythmee = { code: 'INV', moisAttendus: ['DECEMBER'], moisCouverts: 12 }
const dits = (passage: Passage, jour: string, ...modeles: Rythmee[]) =>
  formulairesDuPassage(passage, jour, modeles).map(({ periode }) => periode)

it('suspendue le premier d’un mois, elle n’est plus attendue ce mois-là', () => {
  expect(dits('suspendre', '2026-11-20', MENSUEL)).toEqual(['novembre 2026'])
  expect(dits('suspendre', '2026-11-01', MENSUEL)).toEqual(['octobre 2026'])
  expect(dits('suspendre', '', MENSUEL)).toEqual([])
  expect(dits('reprendre', '2026-11-01', MENSUEL)).toEqual(['novembre 2026'])
  expect(dits('fermer', '2026-11-01', MENSUEL)).toEqual(['novembre 2026'])
})

it('de chaque modèle, le dernier ou le premier rapport attendu est le sien', () => {
  const tous = [MENSUEL, TRIMESTRIEL, ANNUEL]
  expect(dits('fermer', '2026-05-20', ...tous)).toEqual([
    'mai 2026',
    'le 1er trimestre 2026',
    'l’année 2025',
  ])
  expect(dits('suspendre', '2026-07-01', ...tous)).toEqual([
    'juin 2026',
    'le 2e trimestre 2026',
    'l’année 2025',
  ])
  expect(dits('rouvrir', '2026-07-02', ...tous)).toEqual([
    'juillet 2026',
    'le 3e trimestre 2026',
    'l’année 2026',
  ])
})

it('le dit d’une phrase quand tous s’accordent, et de chacun sinon', () => {
  const phrase = (passage: Passage, ...modeles: Rythmee[]) =>
    textesPassage[passage].effets(formulairesDuPassage(passage, '2026-05-20', modeles))[0]
  expect(phrase('fermer', MENSUEL, { code: 'EPM' })).toBe(
    'Le dernier rapport attendu est celui de mai 2026.',
  )
  expect(phrase('fermer', TRIMESTRIEL)).toBe(
    'Le dernier rapport attendu est celui du 1er trimestre 2026.',
  )
  expect(phrase('fermer', MENSUEL, TRIMESTRIEL)).toBe(
    'Les derniers rapports attendus sont RMA mai 2026 et BIT le 1er trimestre 2026.',
  )
  expect(phrase('reprendre', MENSUEL, ANNUEL)).toBe(
    'Ses rapports sont de nouveau attendus, à partir de RMA mai 2026 et INV l’année 2026.',
  )
  expect(textesPassage.reprendre.effets([])[0]).toBe('Ses rapports sont de nouveau attendus.')
})

it('un refus du jour se dit au jour, un autre en tête de la question', () => {
  const refus = (code: CodeErreur, chemin: string) =>
    new EchecApi(422, {
      code,
      libelle: 'Refus.',
      trace: 't',
      details: [{ chemin, code, libelle: 'Refus.' }],
    })
  expect(refusDuJour(refus('JOUR_ETAT_INVALIDE', 'body.jourEtat'))).toBe('Refus.')
  expect(refusDuJour(refus('SUSPENSION_AVANT_RAPPORT', 'body.etat'))).toBe('Refus.')
  expect(refusDuJour(refus('FERMETURE_AVANT_RAPPORT', 'body.dateFermeture'))).toBe('Refus.')
  expect(refusDuJour(refus('PARENT_FERME', 'body.parent'))).toBeNull()
  expect(refusDuJour(null)).toBeNull()
})
