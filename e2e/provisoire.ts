/** An account that must change its password first, as whoever creates accounts leaves it. */
export const PROVISOIRE = { identifiant: 'provisoire', motDePasse: 'Tilleul-Provisoire-2026' }
