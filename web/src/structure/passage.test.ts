import type { CodeErreur } from '@releve/contract/erreur.ts'
import { expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import {
  apresPassage,
  fauteJourEtat,
  moisDe,
  moisDuPassage,
  passagesDe,
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

it('suspendue le premier d’un mois, elle n’est plus attendue ce mois-là', () => {
  expect(moisDuPassage('suspendre', '2026-11-20')).toBe('novembre 2026')
  expect(moisDuPassage('suspendre', '2026-11-01')).toBe('octobre 2026')
  expect(moisDuPassage('suspendre', '')).toBe('')
  expect(moisDuPassage('reprendre', '2026-11-01')).toBe('novembre 2026')
  expect(moisDuPassage('fermer', '2026-11-01')).toBe('novembre 2026')
})

it('un jour a son mois en mots, une date incomplète n’en a pas', () => {
  expect(moisDe('2026-11-20')).toBe('novembre 2026')
  expect(moisDe('')).toBe('')
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
