import { COURRIELS, DIVERS, INSCRIPTION, JOURNAL, STRUCTURES } from './droits.autres.banc.ts'
import { COMPTE, PARAMETRES, SESSION, UTILISATEURS } from './droits.comptes.banc.ts'
import { DOCUMENTS, FORMULAIRES } from './droits.formulaires.banc.ts'
import type { Ligne } from './droits.ligne.banc.ts'

/** The ways to call each operation validly. */
export const TABLE: Record<string, Ligne[]> = {
  ...FORMULAIRES,
  ...DOCUMENTS,
  ...UTILISATEURS,
  ...COMPTE,
  ...PARAMETRES,
  ...SESSION,
  ...STRUCTURES,
  ...INSCRIPTION,
  ...COURRIELS,
  ...JOURNAL,
  ...DIVERS,
}
