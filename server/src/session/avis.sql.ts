import { z } from 'zod'
import type { Sql } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { findEmpreinteDuNom } from './provisoire.sql.ts'
import type { Essai } from './tentative.sql.ts'

/** What the task carries: nothing that was typed, and no link. */
export const zAvis = z.object({
  cause: z.enum(['MOT_DE_PASSE', 'CODE']),
  /** Of the name, known or not. */
  empreinte: z.string(),
  essais: z.number(),
  le: z.iso.datetime(),
  adresse: z.string(),
})
export type Avis = z.infer<typeof zAvis>

type Echec = Pick<Avis, 'cause' | 'adresse'> & { identifiant: string; le: Date }

const JOUR = 86_400_000

/**
 * Has an account's owner told, by mail, that failures make it wait: once for an episode, and once a
 * day while it lasts. Alike for any name, known or not: whose it is, the task sees later.
 */
export async function insertAvis(
  sql: Sql,
  { identifiant, le, ...dit }: Echec,
  { cle, echecs: essais, premierLe }: Essai,
): Promise<void> {
  const empreinte = await findEmpreinteDuNom(sql, identifiant)
  const debut = new Date(premierLe)
  const jour = Math.floor((le.getTime() - debut.getTime()) / JOUR)
  const charge: Avis = { ...dit, empreinte, essais, le: le.toISOString() }
  await insertTache(sql, {
    genre: 'COMPTE_FREINE',
    cle: `frein:${cle}:${debut.toISOString()}:${jour}`,
    charge,
    dueLe: le,
  })
}
