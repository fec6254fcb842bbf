/**
 * Settings of security of an empty base, beside their defaults: central accounts have a second
 * factor from the eighth day after their first sign-in on. A base that has accounts already is left
 * as it is, and so is the demonstration's.
 */
export const SECURITE_INSTALLEE = {
  secondFacteurCentral: true,
  secondFacteurDelaiJours: 7,
}
