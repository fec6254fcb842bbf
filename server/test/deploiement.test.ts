import { expect, test } from 'vitest'
import { seedsOf } from '../../tools/graines.ts'
import { PORTEE } from '../../tools/portee.ts'
import { Vie } from './deploiement/vie.ts'

/** The whole country, or one of its provinces. */
const PAYS =
  PORTEE === 'porte' ? { structures: 32, comptes: 70 } : { structures: 200, comptes: 500 }

/** It stops what hangs: the whole country is four thousand mails, on a machine however slow. */
const PATIENCE = 1_200_000

/** Four months after the first one asked for, so that the year that ends is reminded to its last step. */
const FIN = '2027-01-29'

test.each(seedsOf('deploiement'))(
  'quatre mois d’un déploiement : chaque courriel parti est juste, aucun ne manque (%i)',
  async (graine) => {
    const vie = await Vie.ouvrir(graine, PAYS)
    while (vie.jour <= FIN) await vie.vivre()
    expect(vie.bilan()).toEqual([])
  },
  PATIENCE,
)
