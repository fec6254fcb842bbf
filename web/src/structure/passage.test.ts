import { expect, it } from 'vitest'
import { apresPassage, fauteFermeture, moisDe, passagesDe } from './StructurePage.tsx'
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

it('une structure ferme entre son ouverture et aujourd’hui', () => {
  const fauteDe = (jour: string) =>
    fauteFermeture(jour, { dateOuverture: '2008-03-01' }, '2026-11-20')
  expect(fauteDe('')).toBe(textesPassage.dateManquante)
  expect(fauteDe('2008-02-29')).toBe(textesPassage.dateAvant)
  expect(fauteDe('2008-03-01')).toBeNull()
  expect(fauteDe('2026-11-20')).toBeNull()
  expect(fauteDe('2026-11-21')).toBe(textesPassage.dateFuture)
})

it('un jour a son mois en mots, une date incomplète n’en a pas', () => {
  expect(moisDe('2026-11-20')).toBe('novembre 2026')
  expect(moisDe('')).toBe('')
})
