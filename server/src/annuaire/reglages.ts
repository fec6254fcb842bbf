import { DEFAUTS_SECRET, FORMES_SECRET } from '@releve/contract/annuaire/annuaire.api.ts'

/** The setting of statistical secrecy. */
export const SECRET = { defauts: DEFAUTS_SECRET, formes: FORMES_SECRET }
