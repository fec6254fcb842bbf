import { lazy } from 'react'

/** The panel of the invitations, on the screen of the structures: features do not meet, the shell mounts them. */
export const Invitations = lazy(() => import('../inscription/InvitationsPanneau.tsx'))
