/**
 * Which engine this is: the fingerprint of its sources. Results that another one computed are not
 * to be trusted. Written by `npm run sceller`; the gate refuses another value.
 */
export const MOTEUR = 'yMY7rvMcBSVW'
