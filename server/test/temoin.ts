import { TEMOINS } from '../src/platform/temoins.ts'

type Sorte = keyof typeof TEMOINS
/** A piece of work that the platform did, and what it told of it. */
export type Travail = { sorte: Sorte; dit: unknown }

/** What the platform does while this act runs, in order. Nothing else may run meanwhile. */
export async function observer(acte: () => Promise<unknown>): Promise<Travail[]> {
  const travaux: Travail[] = []
  const abonnes = Object.entries(TEMOINS).map(([sorte, canal]) => {
    const entendre = (dit: unknown) => void travaux.push({ sorte: sorte as Sorte, dit })
    canal.subscribe(entendre)
    return () => canal.unsubscribe(entendre)
  })
  try {
    await acte()
  } finally {
    for (const partir of abonnes) partir()
  }
  return travaux
}

/** What was told of one sort of work. */
export const ditsDe = (travaux: readonly Travail[], sorte: Sorte): unknown[] =>
  travaux.filter((travail) => travail.sorte === sorte).map(({ dit }) => dit)
