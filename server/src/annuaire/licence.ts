import type { Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { findGroupe } from '../parametre/parametre.sql.ts'
import type { Db } from '../platform/route.ts'
import { REGLAGES } from './reglages.ts'

/** Under which the published data may be used again. */
export async function findLicence(db: Db): Promise<Licence> {
  return (await findGroupe(db, REGLAGES)).licence
}
