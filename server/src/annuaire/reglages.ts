import {
  DEFAUTS_REGLAGES_ANNUAIRE,
  FORMES_REGLAGES_ANNUAIRE,
} from '@releve/contract/annuaire/annuaire.api.ts'

/** The settings of the annuaire: statistical secrecy, licence of published data. */
export const REGLAGES = { defauts: DEFAUTS_REGLAGES_ANNUAIRE, formes: FORMES_REGLAGES_ANNUAIRE }
