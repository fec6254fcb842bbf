import { ECRANS } from '../routes.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { aDroit } from './session.ts'
import type { Auth } from './stockage.ts'

/** A line of the menu. */
export type Entree = { libelle: string; to: string; icone: NomIcone }

/**
 * What this person's menu shows: the screens that he may see and that serve him; nothing while
 * another password, or a second factor, is asked for. The server decides every right.
 */
export function entreesDe(auth: Auth): Entree[] {
  if (auth.forceChangePassword || auth.secondFacteurAActiver) return []
  return ECRANS.flatMap(({ titre, droit, menu }) => {
    if (!menu || !aDroit(auth.roles, droit) || menu.sert?.(auth) === false) return []
    return [{ libelle: titre, to: menu.to, icone: menu.icone }]
  })
}
