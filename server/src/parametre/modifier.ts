import { noter } from '../journal/noter.sql.ts'
import type { Contexte, Db } from '../platform/route.ts'
import {
  avecVersion,
  findGroupe,
  type Groupe,
  type GroupeNote,
  type ReglagesVoulus,
  updateGroupe,
} from './parametre.sql.ts'

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

/** What a route does that reads the settings of a group, to change them. */
export const lectureDe = <Valeurs extends object>(groupe: Groupe<Valeurs>) =>
  ({
    transaction: 'aucune',
    act: async ({ db }: { db: Db }) => avecVersion(await findGroupe(db, groupe)),
  }) as const

/** What a route does that changes them, and nothing else. */
export const modificationDe = <Valeurs extends object>(
  action: Action,
  groupe: GroupeNote<Valeurs>,
) =>
  ({
    transaction: 'une',
    act: (appel: Contexte & { body: ReglagesVoulus<Valeurs> }) =>
      modifierGroupe(appel, action, groupe, appel.body),
  }) as const
