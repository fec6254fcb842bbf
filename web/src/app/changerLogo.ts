import { differer } from './differe.tsx'
import { aDroit } from './session.ts'
import type { Auth } from './stockage.ts'

/** Who has a logo to change: a structure's people its own, the central accounts the organisation's. */
export const peutChangerLogo = ({ structure, roles, ...auth }: Auth): boolean =>
  !auth.forceChangePassword &&
  !auth.secondFacteurAActiver &&
  (structure !== null || aDroit(roles, 'logo.organisation'))

/** The dialog that changes the logo. */
export const useLogo = differer(() => import('../document/LogoDialogue.tsx'))
