import type { LigneHistorique } from '@releve/contract/formulaire/formulaire.schema.ts'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type Lieu, Terrain } from './deux.monde.banc.ts'
import { Partie } from './deux.partie.banc.ts'

declare module 'vitest' {
  interface ProvidedContext {
    deux: Lieu & { actes: number; graines: readonly number[] }
  }
}

const { actes, graines, ...lieu } = inject('deux')
const PAR_PARTIE = 60

/** It stops what hangs: a long run is given as much more, however slow the machine. */
const PATIENCE = 300_000 + actes * 200

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What a long run must have met, for what it proves to be worth something. */
const A_RENCONTRER = [
  'enregistre',
  'fusion',
  'conflit',
  'garde la sienne',
  'prend la leur',
  'réponse perdue',
  'coupé',
  'arrive en retard',
  'ferme',
  'tuée',
  'retrouve',
  'annule',
  'suit son autre fenêtre',
]

describe('plusieurs fenêtres sur un rapport', () => {
  it.each(graines)(
    `ne perdent aucune valeur enregistrée, et finissent pareilles (GRAINE=%i ACTES=${actes})`,
    {
      timeout: PATIENCE,
    },
    async (graine) => {
      const vus = new Map<string, number>()
      const parties = Math.max(1, Math.ceil(actes / PAR_PARTIE))
      const depart = (await new Terrain(lieu).lire('awa')).version
      const historique: LigneHistorique[] = []
      for (let rang = 0; rang < parties; rang += 1) {
        const partie = await Partie.ouvrir(lieu, graine + rang)
        try {
          for (let n = 0; n < PAR_PARTIE; n += 1) await partie.jouer()
          await partie.conclure()
        } catch (echec) {
          const seule = `GRAINE=${graine + rang} ACTES=${PAR_PARTIE}`
          throw new Error(`${seule}\n${partie.trace.slice(-150).join('\n')}`, { cause: echec })
        }
        for (const [nom, n] of partie.vus) vus.set(nom, (vus.get(nom) ?? 0) + n)
        historique.push(...partie.ecrits)
      }
      expect(depart + historique.length).toBe((await new Terrain(lieu).lire('awa')).version)
      if (parties < 50) return
      expect(
        A_RENCONTRER.filter((nom) => !vus.has(nom)),
        'jamais rencontrés',
      ).toEqual([])
    },
  )
})
