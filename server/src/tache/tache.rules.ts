const SECONDE = 1000
const MINUTE = 60 * SECONDE
const HEURE = 60 * MINUTE

const QUOTIDIENNES = Array<number>(4).fill(24 * HEURE)

/**
 * Pauses after the first failed try, the second…; a task that has failed once more is given up.
 * Nearly five days (RFC 5321 §4.5.4.1): a relay that is down from Friday to Monday loses nothing.
 */
export const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HEURE, 12 * HEURE, ...QUOTIDIENNES]

/** Tries of one task. Taken once more, it has killed the process that carried it out. */
export const ESSAIS_MAX = PAUSES.length + 1

/**
 * A mail is due as it is written. Further ahead than this, in milliseconds, the clock was wrong
 * then: a person may have it tried now.
 */
export const AVANCE_MAX = 10 * MINUTE

/**
 * How long a task belongs to the process that took it: more than a task may last (a mail: one
 * minute), so that only a dead process loses it.
 */
export const BAIL = 3 * MINUTE

/** Tasks taken, and carried out side by side, at a time. */
export const LOT = 4

/**
 * Deliveries to webhooks side by side in a process, one for each webhook: fewer than the threads by
 * which Node resolves names, which files and passwords share.
 */
export const VOIES = 3

/** How often a process looks for tasks when nothing tells it to. */
export const PERIODE = 5 * SECONDE

/** After a task is announced, time for its transaction to commit. */
export const ELAN = 150

/** How long tasks under way may last once the process is told to stop. */
export const GRACE = 3 * SECONDE

/** Days that a task carried out stays readable. */
export const CONSERVATION_JOURS = 90
