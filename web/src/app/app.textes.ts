import type { Role } from '@releve/contract/utilisateur/droits.ts'

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
  langue: { libelle: 'Langue : français', francais: 'Français' },
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
      'Cette page n’a pas pu s’afficher. Rechargez-la ; si le problème persiste, revenez au tableau de bord et écrivez au support.',
    maj: 'La connexion s’est interrompue, ou une nouvelle version de Relevé est disponible\u00a0: rechargez la page.',
    reference: 'Référence à donner au support :',
    details: 'Détails techniques',
    recharger: 'Recharger la page',
    retour: 'Revenir au tableau de bord',
  },
} as const
