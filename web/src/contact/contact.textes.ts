export const textesContact = {
  titre: 'Contact',
  chapeau:
    'Une question sur la plateforme, un rapport ou vos accès\u202f? Écrivez à la direction centrale.',
  aides: {
    email: 'La réponse y sera envoyée. Exemple\u00a0: nom@domaine.org',
    message: 'N’indiquez aucun nom de personne accueillie.',
  },
  obligatoires: 'Tous les champs sont à remplir.',
  piege: 'Laissez ce champ vide',
  restants: (n: string) => `Il reste ${n}.`,
  depasse: (n: string) => `Votre message dépasse la limite de ${n}.`,
  caractere: 'caractère',
  moinsDe: (n: string) => `Il reste moins de ${n}.`,
  tropLong: 'Votre message est trop long.',
  envoyer: 'Envoyer le message',
  enCours: 'Envoi en cours…',
  reessayer: 'Réessayer',
  fautes: (n: number) =>
    n > 1 ? `Erreur\u00a0: ${n} champs sont à corriger` : 'Erreur\u00a0: un champ est à corriger',
  echec: 'Erreur\u00a0: votre message n’a pas été envoyé',
  coupure: 'Erreur\u00a0: la connexion au service est interrompue',
  reseau:
    'Votre message n’est peut-être pas parti. Rien de ce que vous avez saisi n’est perdu\u00a0: réessayez quand la connexion sera rétablie.',
  reussite: 'Message envoyé',
  reponse: 'La réponse sera envoyée à',
  autreMessage: 'Écrire un autre message',
  accueil: 'Revenir à l’accueil',
  bonASavoir: 'Bon à savoir',
  qui: {
    titre: 'Qui vous répond',
    texte:
      'La direction centrale (DPPS), qui anime la collecte et tient les comptes. Votre message lui parvient aussitôt.',
  },
  delai: {
    titre: 'Sous quel délai',
    texte:
      'Par courriel, à l’adresse que vous indiquez, dès qu’une personne de la direction a lu votre message.',
  },
  jamais: {
    titre: 'Ce qu’il ne faut pas envoyer',
    texte:
      'N’indiquez aucun nom de personne accueillie, ni rien qui permette de la reconnaître. N’écrivez jamais votre mot de passe\u00a0: personne ne vous le demandera.',
  },
  donnees: {
    titre: 'Vos données',
    texte: 'Votre nom et votre adresse servent à vous répondre, et à rien d’autre.',
  },
  avant: 'Avant d’écrire',
  faq: 'Lire les questions fréquentes',
  oubli: 'Demander un nouveau mot de passe',
} as const
