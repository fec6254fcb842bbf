const SECONDE = 1000
const MINUTE = 60 * SECONDE
const HEURE = 60 * MINUTE

/** How long things live (domaine.md §5), in milliseconds; sessions: see `findDurees`. */
export const DUREES = {
  /** No longer than the idle limit of sessions. */
  jetonAcces: 15 * MINUTE,
  /** The previous refresh token still answers its successor: two tabs, a lost answer. */
  grace: 60 * SECONDE,
  /** A temporary password, from the moment it is sent. */
  provisoire: 30 * MINUTE,
  /** A challenge, from the password to the code. */
  defi: 5 * MINUTE,
}

/** Codes that one may try on a challenge. */
export const ESSAIS_PAR_DEFI = 5

/** Temporary passwords that one may ask for. */
export const QUOTAS_OUBLI = {
  parCompte: { maximum: 3, fenetre: 30 * MINUTE },
  /** Much higher: a whole centre shares one address. */
  parAdresse: { maximum: 30, fenetre: HEURE },
}

/** Wrong passwords allowed in `fenetre`, then how long nobody may try. */
export const FREIN = {
  parCompte: 5,
  /** Much higher: a whole centre shares one address. */
  parAdresse: 100,
  fenetre: 15 * MINUTE,
  blocage: 15 * MINUTE,
  /** Failures in a day, none of them followed by a success, after which somebody must lift it. */
  avantVerrou: 10,
  fenetreVerrou: 24 * HEURE,
  /** Failures after which each answer waits: half a second, then twice as long each time. */
  sansPause: 3,
  pause: SECONDE / 2,
}
