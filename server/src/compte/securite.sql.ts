import type { Securite } from '@releve/contract/compte/securite.api.ts'
import { findGroupe, SECURITE } from '../parametre/parametre.sql.ts'
import type { Sql } from '../platform/route.ts'

/** The settings of security as stored, over their defaults. */
export const findSecurite = (sql: Sql): Promise<Securite> => findGroupe(sql, SECURITE)
