import { ANALYSE } from './analyse.ts'
import { ANNUAIRE } from './annuaire.ts'
import { COURRIELS, DIVERS, INSCRIPTION, JOURNAL, STRUCTURES } from './autres.ts'
import { CALENDRIER, DEBUT } from './calendrier.ts'
import { COMPTE, PARAMETRES, SESSION, UTILISATEURS } from './comptes.ts'
import { DASHBOARD } from './dashboard.ts'
import { FICHIERS_ANNUAIRE } from './fichiers-annuaire.ts'
import { DOCUMENTS, FORMULAIRES, RECEPISSES } from './formulaires.ts'
import { FOURNISSEURS } from './fournisseurs.ts'
import { JETONS } from './jetons.ts'
import type { Ligne } from './ligne.ts'
import { MESSAGERIE } from './messages.ts'
import { MODELES } from './modeles.ts'
import { RELANCES } from './relances.ts'
import { WEBHOOKS } from './webhooks.ts'

/** The ways to call each operation validly. */
export const TABLE: Record<string, Ligne[]> = {
  ...FORMULAIRES,
  ...RECEPISSES,
  ...DASHBOARD,
  ...FICHIERS_ANNUAIRE,
  ...DOCUMENTS,
  ...UTILISATEURS,
  ...COMPTE,
  ...FOURNISSEURS,
  ...JETONS,
  ...WEBHOOKS,
  ...PARAMETRES,
  ...CALENDRIER,
  ...DEBUT,
  ...RELANCES,
  ...SESSION,
  ...STRUCTURES,
  ...INSCRIPTION,
  ...COURRIELS,
  ...JOURNAL,
  ...MESSAGERIE,
  ...MODELES,
  ...DIVERS,
  ...ANNUAIRE,
  ...ANALYSE,
}
