const SECONDE = 1000
const MINUTE = 60 * SECONDE
const HEURE = 60 * MINUTE
const JOUR = 24 * HEURE

/** How long things live (docs/decisions/0004, 0014), in milliseconds; sessions: see `findDurees`. */
export const DUREES = {
  /** No longer than the idle limit of sessions. */
  jetonAcces: 15 * MINUTE,
  /** The previous refresh token still answers its successor: two tabs, a lost answer. */
  grace: 60 * SECONDE,
  /** A temporary password, from the moment it is sent. */
  provisoire: 30 * MINUTE,
  /** A challenge, from the password to the code. */
  defi: 5 * MINUTE,
  /** From the password by which one asks to link one's account, to the provider's answer. */
  liaison: 10 * MINUTE,
  /** A device is known for so long after its last sign-in. */
  appareilConnu: 395 * JOUR,
  /** The link of a mail that lifts a wait, from the moment it is sent. */
  levee: JOUR,
}

/** Codes that one may try on a challenge. */
export const ESSAIS_PAR_DEFI = 5

/** Temporary passwords that one may ask for. */
export const QUOTAS_OUBLI = {
  parCompte: { maximum: 3, fenetre: 30 * MINUTE },
  /** Much higher: a whole centre shares one address. */
  parAdresse: { maximum: 30, fenetre: HEURE },
}

/** Sign-ins by a provider, from one address: a whole centre shares it. */
export const QUOTA_FOURNISSEUR = { maximum: 100, fenetre: 15 * MINUTE }

/** Links to lift a wait that one address may show: nobody guesses 256 bits. */
export const QUOTA_LEVEE = { maximum: 60, fenetre: HEURE }

/**
 * Wrong passwords, or codes, on one account. Five, then one after each wait: 14 tries on the first
 * day, six on the next ones, from all that strangers can do.
 */
export const FREIN = {
  parCompte: 5,
  /** What the fifth failure brings about, the sixth, and so on; the last one, each that follows. */
  attentes: [15 * MINUTE, 30 * MINUTE, HEURE, 2 * HEURE, 4 * HEURE],
  /** A time without any failure, after which all is forgotten. */
  oubli: JOUR,
  /** Failures after which an answer is put off: half a second, then twice as long. */
  sansPause: 3,
  pause: SECONDE / 2,
}

/**
 * Wrong codes of a second factor on one account in a day, from all who never gave it a right one;
 * then all of them wait a day. No link and no mailed password forgets them.
 */
export const FREIN_CODES = { parJour: 14, jour: JOUR }

/** Wrong passwords from one address: many more, for a whole centre shares it. */
export const FREIN_ADRESSE = { maximum: 100, fenetre: 15 * MINUTE, blocage: 15 * MINUTE }

/** Where all else waits, one try in so long from an address is still looked at. */
export const PASSAGE = { ecart: 3 * SECONDE, file: 3 * SECONDE }
