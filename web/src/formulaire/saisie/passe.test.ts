import type { ChiffreDit, Passe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { type Mois, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { textesEtatsCloture } from '../formulaire.textes.ts'
import { direMemeTexte } from '../memeTexte.ts'
import { createJuger, moisDe, usuelDe } from './Passe.tsx'
import { textesPasse } from './saisie.textes.ts'

const RANG = rangDe({ mois: 'MARCH', annee: 2025 })

const CASE = {
  adresse: 'MVT.FIN.M',
  nature: 'entier',
  unite: null,
  decimales: null,
  calculee: false,
  min: null,
  max: null,
  nd: true,
} as Cellule

/** What was said of a cell, from the month before backwards; undefined: nothing received. */
function passe(...dits: (ChiffreDit | undefined)[]): Passe {
  const recus = dits
    .map((dit, age) => ({ dit, mois: { ...periodeDe(RANG - 1 - age), moisCouverts: 1 as const } }))
    .filter(({ dit }) => dit !== undefined)
    .toReversed()
  return {
    mois: recus.map(({ mois }) => mois),
    valeurs: { 'MVT.FIN.M': recus.map(({ dit }) => dit ?? null) },
    justifications: {},
    commentaires: {},
  }
}

describe('le passé d’une case', () => {
  it('distingue un mois non reçu, un blanc, ND et 0', () => {
    const mois = moisDe(passe(0, 'ND', null, undefined, 44), RANG, 'MVT.FIN.M')
    expect(mois).toHaveLength(12)
    expect(mois.slice(-5)).toEqual([
      { mois: { mois: 'OCTOBER', annee: 2024, moisCouverts: 1 }, dit: 44 },
      { mois: { mois: 'NOVEMBER', annee: 2024, moisCouverts: 1 }, dit: undefined },
      { mois: { mois: 'DECEMBER', annee: 2024, moisCouverts: 1 }, dit: null },
      { mois: { mois: 'JANUARY', annee: 2025, moisCouverts: 1 }, dit: 'ND' },
      { mois: { mois: 'FEBRUARY', annee: 2025, moisCouverts: 1 }, dit: 0 },
    ])
    expect(mois.slice(0, 7).every(({ dit }) => dit === undefined)).toBe(true)
  })

  it('d’un rapport trimestriel n’a que ses trimestres', () => {
    const lu = passe(undefined, undefined, 7, undefined, undefined, 5)
    // Received when the model was monthly: a report says itself what it covered.
    const passes = { reculs: [3, 6, 9, 12, 15], couverts: 3 } as const
    const mois = moisDe(lu, RANG, 'MVT.FIN.M', passes)
    expect(mois.map(({ dit }) => dit)).toEqual([undefined, undefined, 5, 7])
    expect(mois.map(({ mois: { moisCouverts } }) => moisCouverts)).toEqual([3, 3, 1, 1])
  })

  it('dit sa fourchette en français, ou ce qu’il a toujours été', () => {
    expect(usuelDe(passe(1440, 1500, 1460, 1520, 1480, 1490), RANG, CASE)?.dit).toMatch(
      /^entre 1\u202f330 et 1\u202f640$/,
    )
    expect(usuelDe(passe(12, 12, 12, 12, 12, 12), RANG, CASE)?.dit).toBe('toujours 12')
    expect(usuelDe(passe(12, 'ND', null, 12, 12, 12, 12), RANG, CASE)).toBeNull()
  })

  it('juge la valeur d’une case, et rend le même objet pour le même verdict', () => {
    const juger = createJuger(passe(45, 44, 46, 43, 45, 47), RANG)
    expect(juger(CASE, 46)).toBeNull()
    expect(juger(CASE, 'ND')).toBeNull()
    expect(juger(CASE, undefined)).toBeNull()
    const plus = juger(CASE, 90)
    expect(plus).toEqual({
      sens: 1,
      dit: 'Valeur inhabituelle\u00a0: plus que d’ordinaire (entre 31 et 59).',
    })
    expect(juger(CASE, 4500)).toBe(plus)
    expect(juger(CASE, 3)?.sens).toBe(-1)
    expect(juger({ ...CASE, adresse: 'MVT.DEB.M' }, 4500)).toBeNull()
  })

  it('annonce un texte à reprendre par son début et son mois', () => {
    const long = 'Travaux dans l’aile ouest. '.repeat(10)
    const dit = textesPasse.reprendre(long, { mois: 'MARCH', annee: 2025, moisCouverts: 1 })
    expect(dit).toMatch(/^Reprendre\u00a0: «\u00a0Travaux .*…\u00a0» \(mars 2025\)$/)
    expect(dit.length).toBeLessThan(130)
  })

  it('dit depuis quand un texte est le même', () => {
    const dernier = { mois: 'MARCH', annee: 2025, moisCouverts: 1 } as const
    const depuis = { mois: 'OCTOBER', annee: 2024, moisCouverts: 1 } as const
    expect(direMemeTexte({ dernier, depuis: dernier })).toBe('Même texte qu’en mars 2025.')
    expect(direMemeTexte({ dernier, depuis })).toBe(
      'Même texte qu’en mars 2025, depuis octobre 2024.',
    )
  })

  it.each<[Mois, Duree, string]>([
    ['SEPTEMBER', 3, 'Même texte qu’au 3e trimestre 2025, depuis le 3e trimestre 2024.'],
    ['DECEMBER', 12, 'Même texte que dans l’année 2025, depuis l’année 2024.'],
    ['AUGUST', 6, 'Même texte que de mars à août 2025, depuis la période de mars à août 2024.'],
  ])(
    'd’un rapport de %s qui couvre %i mois, nomme ce qu’il couvre',
    (mois, moisCouverts, phrase) => {
      const dit = (annee: number) => ({ mois, annee, moisCouverts })
      expect(direMemeTexte({ dernier: dit(2025), depuis: dit(2024) })).toBe(phrase)
    },
  )

  it('compte des mois, ou des périodes quand un rapport en couvre plusieurs', () => {
    const dit = (valeur: string, moisCouverts: Duree) => ({
      dit: valeur,
      mois: { mois: 'JUNE', annee: 2025, moisCouverts } as const,
    })
    const etendue = (couverts: Duree) =>
      textesPasse.etendue(dit('4', couverts), dit('9', couverts), 3).replaceAll('\u00a0', ' ')
    expect(etendue(1)).toBe('De 4 (juin 2025) à 9 (juin 2025) sur 3 mois connus.')
    expect(etendue(3)).toBe(
      'De 4 (le 2e trimestre 2025) à 9 (le 2e trimestre 2025) sur 3 périodes connues.',
    )
    expect(textesPasse.ceMois('4', 3)).toBe('Cette période\u00a0: 4.')
    expect(textesEtatsCloture.CLOSE('2025-10-01', 3)).toMatch(
      /^La saisie de cette période est close/,
    )
    expect(textesEtatsCloture.ROUVERTE('2025-10-01', 1)).toMatch(/^Ce mois est rouvert/)
  })
})
