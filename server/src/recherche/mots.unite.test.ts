import { describe, expect, it } from 'vitest'
import { readMots } from './mots.ts'

const MARS_2025 = 2025 * 12 + 2
const rangsDe = (q: string) => readMots(q).map(({ rangs }) => rangs)

describe('les mots d’une recherche', () => {
  it('sont chacun pris une fois, quels que soient les blancs', () => {
    expect(readMots(' RMA \u00a0 mars\tRMA ').map(({ texte }) => texte)).toEqual(['RMA', 'mars'])
  })

  it('nomment un mois dès trois lettres, sans égard aux accents ni à la casse', () => {
    for (const mot of ['mars', 'MAR', 'Mars']) {
      const [rangs = []] = rangsDe(mot)
      expect(rangs).toContain(MARS_2025)
      expect(rangs.every((rang) => rang % 12 === 2)).toBe(true)
    }
    expect(rangsDe('fév')).toEqual(rangsDe('FEVRIER'))
    expect(rangsDe('août')[0]?.every((rang) => rang % 12 === 7)).toBe(true)
    expect(rangsDe('ma')).toEqual([[]])
    expect(rangsDe('marsan')).toEqual([[]])
  })

  it('nomment une année, ou le mois d’une année', () => {
    expect(rangsDe('2025')[0]).toEqual(Array.from({ length: 12 }, (_, i) => 2025 * 12 + i))
    for (const q of ['202503', '2025-03', '2025/03', '03/2025', '3/2025']) {
      expect(rangsDe(q), q).toEqual([[MARS_2025]])
    }
    for (const q of ['1999', '13/2025', '25', '202513', '٢٠٢٥']) {
      expect(rangsDe(q), q).toEqual([[]])
    }
  })

  it('se coupent où la fin d’un numéro dit un mois', () => {
    const [mot] = readMots('RMA-CAU-R01-01-202503')
    expect(mot?.numero).toEqual({ tete: 'rma-cau-r01-01', rangs: [MARS_2025] })
    expect(readMots('CAU-R01-01')[0]?.numero).toBeNull()
    expect(readMots('202503')[0]?.numero).toBeNull()
  })
})
