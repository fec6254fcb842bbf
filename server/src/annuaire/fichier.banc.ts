import { ANNUAIRE_EXEMPLE } from '@releve/contract/annuaire/annuaire.banc.ts'
import type { Annuaire, NatureErratum } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { Db } from '../platform/route.ts'

/** Puts a frozen annuaire in the base as ARRETE, then PUBLIE, leave it; for tests. */
export async function figer(
  db: Db,
  etat: 'ARRETE' | 'PUBLIE',
  plus: Partial<Annuaire> = {},
  suite: { nature: NatureErratum; correction: string } | null = null,
): Promise<{ id: number; annuaire: Annuaire }> {
  const annuaire: Annuaire = { ...ANNUAIRE_EXEMPLE, etat, actions: [], ...plus }
  const { annee, edition, titre, avantPropos, arreteLe, publieLe, ...reste } = annuaire
  const { etat: _, version: __, provisoire: ___, soumisInclus: ____, ...contenu } = reste
  const { id } = await db
    .insertInto('annuaire')
    .values({
      ...suite,
      annee,
      edition,
      titre,
      avantPropos,
      etat,
      arreteLe,
      publieLe: etat === 'PUBLIE' ? publieLe : null,
      contenu,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, annuaire }
}
