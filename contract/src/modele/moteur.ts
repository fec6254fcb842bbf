/**
 * Which engine this is: the fingerprint of its sources when its results last changed. Results that
 * another one computed are not to be trusted. Written by `npm run sceller`, with that of its sources
 * today; the gate refuses another.
 * Sources: PtcLJ1chSDPG
 */
export const MOTEUR = 'j1dvNh6AQppi'
