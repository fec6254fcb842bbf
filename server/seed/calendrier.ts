/**
 * Settings of an empty base: reports are due on day 5 of the next month, or on the
 * next working day; nobody approves what he validated; months lock by the clock of `fuseau`.
 * `joursFeries` holds the fixed holidays, `MM-JJ`, which every year repeats, and may hold a single
 * date `AAAA-MM-JJ`.
 */
export const CALENDRIER = {
  jourEcheance: 5,
  joursFeries: ['01-01', '05-01', '12-25'],
  doubleRegard: true,
  fuseau: 'UTC',
}
