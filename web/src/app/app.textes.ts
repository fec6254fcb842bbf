import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { formatCompte } from '../ui/format.ts'

/** « 3 valeurs non transmises » */
export const direNonTransmises = (n: number) =>
  formatCompte(n, 'valeur non transmise', 'valeurs non transmises')

export const textesHorsLigne = {
  continuer: 'Continuer hors connexion',
  coupee:
    'Hors connexion. Ce que vous avez ouvert sur ce poste reste disponible, tel qu’à la dernière connexion.',
  gardees: (n: number) =>
    `Hors connexion. ${direNonTransmises(n)}\u00a0: ${n > 1 ? 'gardées sur ce poste, elles partiront' : 'gardée sur ce poste, elle partira'} au retour du réseau.`,
  enFenetre: (n: number) =>
    `Hors connexion. ${direNonTransmises(n)}\u00a0: ${n > 1 ? 'gardées' : 'gardée'} dans cette fenêtre seulement. Ne la fermez pas avant le retour du réseau.`,
  aVoir: (n: number) =>
    `${direNonTransmises(n)}\u00a0: ${n > 1 ? 'elles ne peuvent pas partir d’elles-mêmes' : 'elle ne peut pas partir d’elle-même'}. Le rapport dit pourquoi, et ce que vous pouvez en faire.`,
  transmises: (n: number) => `${formatCompte(n, 'valeur transmise', 'valeurs transmises')}.`,
  soumisPeutEtre: 'Nous ne savons pas encore si un rapport est soumis.',
  aSoumettre: 'Vous avez demandé à soumettre un rapport\u00a0: confirmez-le.',
  coupeePartage:
    'Hors connexion. Ce poste est partagé\u00a0: seul ce qui est ouvert dans cette fenêtre reste disponible.',
  sousCle: 'Des valeurs attendent sur ce poste\u202f; elles se liront au retour du réseau.',
  depart: (scelle: boolean) =>
    `Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Si vous vous déconnectez maintenant, celles des rapports restent sur ce poste, à votre nom, et partiront à votre prochaine connexion ici. ${scelle ? 'Elles y sont chiffrées\u00a0: personne d’autre ne peut les lire.' : 'Elles n’y sont pas chiffrées, faute de connexion sûre\u00a0: qui sait fouiller dans ce navigateur peut les lire.'}`,
  departFenetre:
    'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Ce navigateur refuse de les garder\u00a0: si vous vous déconnectez maintenant, celles des rapports restent dans cette fenêtre seulement, et seront perdues si vous la fermez.',
  departPerdu:
    'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Ce poste est partagé, et n’a pas pu les garder chiffrées\u00a0: si vous vous déconnectez maintenant, elles seront perdues.',
  ouvrir: (numero: string) => `Ouvrir le rapport ${numero}`,
  autre:
    'Des valeurs d’une autre personne attendent sur ce poste\u00a0: elles partiront quand elle se connectera ici.',
} as const

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

const RESERVE: Record<Role, string> = {
  ROLE_DPPS: 'à la direction centrale (DPPS)',
  ROLE_STRUCTURE: 'aux structures',
  ROLE_ADMIN: 'à l’administration',
}
const listeDe = (mots: readonly string[]) => new Intl.ListFormat('fr').format(mots)

export const textesApp = {
  produit: 'Relevé',
  evitement: 'Aller au contenu',
  navigation: 'Menu principal',
  menuEtCompte: 'Menu et compte',
  ouvrirMenu: 'Ouvrir le menu',
  fermerMenu: 'Fermer le menu',
  menuCompte: (nom: string) => `Compte «\u00a0${nom}\u00a0»`,
  reduireMenu: 'Réduire le menu',
  deplierMenu: 'Déplier le menu',
  changerLogo: 'Changer le logo',
  rechercher: 'Rechercher',
  langue: { libelle: 'Langue\u00a0: français', francais: 'Français' },
  pleinEcran: 'Plein écran',
  quitterPleinEcran: 'Quitter le plein écran',
  fermerMessage: 'Fermer ce message',
  reglages: {
    titre: 'Réglages d’affichage',
    fermer: 'Fermer les réglages',
    mode: 'Mode',
    modes: { light: 'Clair', dark: 'Sombre', system: 'Système' },
    direction: 'Direction',
    directions: { ltr: 'De gauche à droite', rtl: 'De droite à gauche' },
    couleur: 'Couleur',
    couleurs: {
      default: 'Défaut',
      purple: 'Violet',
      cyan: 'Cyan',
      blue: 'Bleu',
      orange: 'Orange',
      red: 'Rouge',
    },
    largeur: 'Largeur',
    largeurs: { normale: 'Normale', etendue: 'Étendue' },
    touchesSeules: 'Touches qui agissent seules dans un rapport',
    touches: { actives: 'Actives', inactives: 'Sans effet' },
    origine: 'Revenir aux réglages d’origine',
  },
  deconnexion: 'Déconnexion',
  depart: {
    titre: 'Des modifications ne sont pas enregistrées',
    texte:
      'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Si vous vous déconnectez maintenant, elles seront perdues.',
    rester: 'Rester',
    partir: 'Se déconnecter quand même',
  },
  travail: {
    libelle: 'Structure de travail',
    toutes: 'Toutes mes structures',
  },
  reserve: (roles: readonly Role[]) =>
    `Cet écran est réservé ${listeDe(roles.map((role) => RESERVE[role]))}.`,
  introuvable: {
    titre: 'Page introuvable',
    texte:
      'L’adresse demandée n’existe pas, ou n’existe plus. Vérifiez-la, ou reprenez depuis le tableau de bord.',
    retour: 'Revenir au tableau de bord',
    accueil: 'Aller à l’accueil',
  },
  site: 'Site public',
  accueil: 'Accueil',
  contact: 'Contact',
  panne: {
    titre: 'Une erreur est survenue',
    texte:
      'Cette page n’a pas pu s’afficher. Rechargez-la\u202f; si le problème persiste, revenez au tableau de bord et écrivez au support.',
    coupure:
      'La connexion s’est interrompue avant que cet écran n’arrive\u00a0: rechargez la page une fois le réseau revenu.',
    maj: 'Une nouvelle version de Relevé est disponible\u00a0: rechargez la page pour la prendre.',
    reference: 'Référence à donner au support\u00a0:',
    details: 'Détails techniques',
    recharger: 'Recharger la page',
    retour: 'Revenir au tableau de bord',
  },
} as const
