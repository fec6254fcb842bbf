import { installer } from '../src/installation.ts'
import { migrer } from '../src/platform/base/migrer.ts'
import type { BaseOuverte } from '../src/platform/base/ouvrir.ts'
import { ouvrirCollecte } from './base.ts'

/** What every test base holds at first, its collection begun; done once per home, then copied. */
export async function preparer({ db }: BaseOuverte): Promise<void> {
  await migrer(db)
  await installer(db)
  await ouvrirCollecte(db)
}
