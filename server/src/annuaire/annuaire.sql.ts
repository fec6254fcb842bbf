import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
import type { Db } from '../platform/route.ts'

/** The most recent annuaire that is published, in its last published edition; null for none. */
export async function findDernierPublie(db: Db): Promise<AnnuairePublie | null> {
  const ligne = await db
    .selectFrom('annuaire')
    .select(['annee', 'titre', 'publieLe', 'chiffres'])
    .where('etat', '=', 'PUBLIE')
    .orderBy('annee', 'desc')
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst()
  // `annuaire_publie_date`: what is published has its date.
  return ligne?.publieLe ? { ...ligne, publieLe: ligne.publieLe } : null
}

type NouvelAnnuaire = Omit<Insertable<Tables['annuaire']>, 'chiffres'> & {
  chiffres: AnnuairePublie['chiffres']
}

/** Keeps an edition and returns its id. Twice the same one violates `annuaire_unique`. */
export async function insertAnnuaire(db: Db, nouveau: NouvelAnnuaire): Promise<number> {
  const { id } = await db
    .insertInto('annuaire')
    .values({ ...nouveau, chiffres: JSON.stringify(nouveau.chiffres) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
