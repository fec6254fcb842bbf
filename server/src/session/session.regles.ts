const SECONDE = 1000
const MINUTE = 60 * SECONDE
const HEURE = 60 * MINUTE

/** How long sessions live (domaine.md §5), in milliseconds. */
export const DUREES = {
  jetonAcces: 15 * MINUTE,
  /** A refresh token not used within it is dead. */
  inactivite: 30 * MINUTE,
  /** After it one signs in again, however active one was. */
  session: 10 * HEURE,
  /** The previous refresh token still answers its successor: two tabs, a lost answer. */
  grace: 60 * SECONDE,
}

/** Wrong passwords allowed in `fenetre`, then how long nobody may try. */
export const FREIN = {
  parCompte: 5,
  /** Much higher: a whole centre shares one address. */
  parAdresse: 100,
  fenetre: 15 * MINUTE,
  blocage: 15 * MINUTE,
  /** Failures after which each answer waits: half a second, then twice as long each time. */
  sansPause: 3,
  pause: SECONDE / 2,
}
