import { createVenue } from '../app/venue.ts'

/** The frame of every protected screen. It comes with the guard for whoever is signed in. */
export const CADRE = createVenue(() => import('./Shell.tsx'))
