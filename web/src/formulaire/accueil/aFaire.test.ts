import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { expect, it } from 'vitest'
import { tachesDe } from './aFaire.ts'

const ECHEANCES: Partial<Record<Mois, string>> = {
  DECEMBER: '2025-01-06',
  JANUARY: '2025-02-05',
  FEBRUARY: '2025-03-05',
}

function resumeDe(modele: string, mois: Mois, soumisLe: string | null): Resume {
  return {
    id: 1,
    numero: `${modele}-A-${mois}`,
    modele: { code: modele, libelle: modele, version: 1 },
    structure: { id: 1, code: 'A', libelle: 'Structure A' },
    mois,
    annee: 2025,
    echeance: ECHEANCES[mois] ?? '',
    etat: soumisLe ? 'SOUMIS' : 'BROUILLON',
    actions: soumisLe ? [] : ['modifier'],
    soumisLe,
  } as Resume
}

const noms = (taches: readonly { resume: Resume }[]) =>
  taches.map(({ resume }) => `${resume.mois} ${resume.modele.code}`)

it('montre d’abord le dernier transmis ; d’un même jour, les modèles dans leur ordre', () => {
  const { transmis } = tachesDe(
    [
      resumeDe('RMA', 'JANUARY', '2025-02-03T09:00:00Z'),
      resumeDe('SMP', 'FEBRUARY', '2025-03-04T08:00:00Z'),
      resumeDe('EPM', 'FEBRUARY', '2025-03-04T07:00:00Z'),
      resumeDe('RMA', 'DECEMBER', '2025-03-05T07:00:00Z'),
    ],
    '2025-03-10',
  )
  expect(noms(transmis)).toEqual(['DECEMBER RMA', 'FEBRUARY EPM', 'FEBRUARY SMP', 'JANUARY RMA'])
})

it('montre d’abord ce qui presse, les modèles d’un mois dans leur ordre', () => {
  const taches = [
    resumeDe('RMA', 'FEBRUARY', null),
    resumeDe('EPM', 'FEBRUARY', null),
    resumeDe('SMP', 'JANUARY', null),
  ]
  const { enRetard } = tachesDe(taches, '2025-03-10')
  expect(noms(enRetard)).toEqual(['JANUARY SMP', 'FEBRUARY EPM', 'FEBRUARY RMA'])
})
