import { DEFAUTS_LICENCE, FORMES_LICENCE } from '@releve/contract/annuaire/fichier.api.ts'
import type { Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { findGroupe } from '../parametre/parametre.sql.ts'
import type { Db } from '../platform/route.ts'

/** The setting of the licence of published data. */
const LICENCE_DES_DONNEES = { defauts: DEFAUTS_LICENCE, formes: FORMES_LICENCE }

export async function findLicence(db: Db): Promise<Licence> {
  return (await findGroupe(db, LICENCE_DES_DONNEES)).licence
}
