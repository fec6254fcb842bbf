const dans = (minutes: number) => (minutes > 1 ? `${minutes}\u00a0minutes` : 'moins d’une minute')

export const textesFinDeSession = {
  titre: 'Fin de session',
  expire: (minutes: number) => `Votre session expire dans ${dans(minutes)}.`,
  inactivite:
    'Sans nouvelle de vous, elle se fermera. Rien de ce que vous avez saisi ne sera perdu.',
  definitive: 'Elle a atteint sa durée maximale. Rien de ce que vous avez saisi ne sera perdu.',
  rester: 'Rester connecté',
  reconnecter: 'Se reconnecter maintenant',
  /** Signing in again before the end, which may still wait. */
  avance: { titre: 'Se reconnecter', plusTard: 'Plus tard' },
  reseau: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
} as const
