import { noter } from '../journal/noter.sql.ts'
import type { Contexte } from '../platform/route.ts'
import { type GroupeNote, type ReglagesVoulus, updateGroupe } from './parametre.sql.ts'

type Action =
  | 'ORGANISATION_MODIFIEE'
  | 'MENTIONS_MODIFIEES'
  | 'CONSERVATION_MODIFIEE'
  | 'SECURITE_MODIFIEE'
  | 'CALENDRIER_MODIFIE'
  | 'RELANCES_REGLEES'
  | 'REGLAGES_ANNUAIRE_MODIFIES'

/** Changes the settings of a group, with one line of the journal; none when nothing changes. */
export async function modifierGroupe<Valeurs extends object>(
  contexte: Contexte,
  action: Action,
  groupe: GroupeNote<Valeurs>,
  voulues: ReglagesVoulus<Valeurs>,
) {
  const { db, maintenant } = contexte
  const { valeurs, changements } = await updateGroupe(db, groupe, voulues, maintenant)
  if (changements) await noter(contexte, action, { changements })
  return valeurs
}
