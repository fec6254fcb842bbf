import { CALENDRIER_PAR_DEFAUT } from '@releve/contract/calendrier/calendrier.rules.ts'
import { describe, expect, it } from 'vitest'
import { deroulementDe } from './etapes.ts'

const joursDe = (calendrier: typeof CALENDRIER_PAR_DEFAUT, maintenant: string) =>
  deroulementDe(calendrier, new Date(maintenant)).etapes.map(({ jour }) => jour)

describe('Le mois que montre le site public', () => {
  it('est le dernier qui a pris fin, avec ses vraies dates', () => {
    const { periode, verrou } = deroulementDe(CALENDRIER_PAR_DEFAUT, new Date('2026-11-20T10:00Z'))
    expect(periode).toEqual({ mois: 'OCTOBER', annee: 2026 })
    expect(verrou).toBe('2027-01-01')
    expect(joursDe(CALENDRIER_PAR_DEFAUT, '2026-11-20T10:00Z')).toEqual([
      '2026-10-01',
      null,
      '2026-11-05',
      '2026-11-12',
      '2026-11-18',
      '2026-11-20',
    ])
  })

  it('n’est pas d’avant le début de la collecte', () => {
    const maintenant = new Date('2026-11-20T10:00Z')
    const duMois = (debutCollecte: string | null) => {
      const calendrier = { ...CALENDRIER_PAR_DEFAUT, debutCollecte }
      const { periode, aujourdhui, etapes } = deroulementDe(calendrier, maintenant)
      return [periode.mois, aujourdhui !== null, etapes[0]?.jour]
    }
    expect(duMois('2026-01')).toEqual(['OCTOBER', true, '2026-10-01'])
    expect(duMois('2026-11')).toEqual(['NOVEMBER', true, '2026-11-01'])
    // It has not begun: today is nowhere on the drawing.
    expect(duMois('2027-01')).toEqual(['JANUARY', false, '2027-01-01'])
  })

  it('repousse l’échéance au jour ouvré, et elle seule', () => {
    // 5 December 2026 is a Saturday.
    const [, , echeance, validation] = joursDe(CALENDRIER_PAR_DEFAUT, '2026-12-02T10:00Z')
    expect([echeance, validation]).toEqual(['2026-12-07', '2026-12-12'])
  })

  it('garde les étapes dans l’ordre, sur le dessin, pour toute échéance et tout mois', () => {
    for (let jourEcheance = 1; jourEcheance <= 15; jourEcheance += 1) {
      for (let mois = 1; mois <= 12; mois += 1) {
        const maintenant = new Date(Date.UTC(2026, mois, 28))
        const { etapes, aujourdhui } = deroulementDe(
          { ...CALENDRIER_PAR_DEFAUT, jourEcheance },
          maintenant,
        )
        const places = etapes.map(({ place }) => place)
        expect(places).toEqual([...places].sort((a, b) => a - b))
        expect(places.every((place) => place >= 0 && place <= 1)).toBe(true)
        expect(aujourdhui).toBeGreaterThan(0.5)
      }
    }
  })
})
