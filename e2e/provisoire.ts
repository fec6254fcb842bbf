/** An account that must change its password first, as whoever creates accounts leaves it. */
export const PROVISOIRE = { identifiant: 'provisoire', motDePasse: 'Tilleul-Provisoire-2026' }

/** Another, that no test frees from it: its screens are looked at. */
export const PROVISOIRE_GARDE = {
  identifiant: 'provisoire-garde',
  motDePasse: 'Demonstration-2026',
}
