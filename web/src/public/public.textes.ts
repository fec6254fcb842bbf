import { avecDe } from '@releve/contract/mois.ts'

/** Figures here are examples: those of no real structure. */
export const textesPublic = {
  evitement: 'Aller au contenu',
  indisponible:
    'Ce texte n’a pas pu être chargé. Vérifiez votre connexion, puis rechargez la page.',
  nav: {
    titre: 'Site public',
    accueil: 'Accueil',
    contact: 'Contact',
    seConnecter: 'Se connecter',
    clair: 'Passer en clair',
    sombre: 'Passer en sombre',
  },
  pied: {
    titre: 'Pied de page',
    apropos: 'À propos',
    contact: 'Contact',
    faq: 'FAQ',
    conditions: "Conditions d'utilisation", // [S]
    confidentialite: 'Confidentialité',
    accessibilite: 'Accessibilité : partiellement conforme',
    version: (nom: string, version: string) => `${nom}, version ${version}`,
    demonstration: 'Données de démonstration : aucun chiffre n’est réel.',
  },
  accueil: {
    titre: "Relevé – Système d'information de gestion", // [S]
    surtitre: 'Système d’information de gestion',
    accroche: 'Les chiffres du mois, justes dès la saisie',
    chapeau:
      'Chaque mois, les structures remplissent leurs rapports dans Relevé ; la direction centrale les valide, les approuve, les diffuse, et en tire l’annuaire statistique de l’année.',
    seConnecter: 'Se connecter',
    unMois: 'Comment se passe un mois',
  },
  registre: {
    titre: 'Mouvement des effectifs',
    legende: (mois: string) =>
      `Extrait d’un rapport ${avecDe(mois)}. Chiffres d’exemple : la saisie montre l’erreur, et son calcul.`,
    ligne: 'Ligne',
    libelle: 'Personnes présentes',
    colonnes: ['Masculin', 'Féminin', 'Total'],
    lignes: [
      { libelle: 'Effectif au 1ᵉʳ jour du mois', valeurs: [38, 42, 80] },
      { libelle: 'Entrées du mois', valeurs: [4, 5, 9] },
      { libelle: 'Sorties du mois', valeurs: [2, 3, 5] },
      { libelle: 'Effectif au dernier jour', valeurs: [40, 45, 85] },
    ],
    /** Row and column of the figure that the control points at. */
    faute: [3, 1],
    niveau: 'Erreur bloquante',
    message:
      'Effectif féminin : 42 + 5 − 3 = 44, mais vous avez déclaré 45 au dernier jour du mois.',
  },
  pourQui: {
    titre: 'Pour qui',
    chapeau: 'Quatre métiers, une seule base : chacun y voit ce qui le regarde.',
    profils: [
      {
        nom: 'Agents des structures',
        promesse: 'Le rapport du mois, sans calculatrice.',
        points: [
          'Les totaux se calculent, l’effectif du mois précédent est repris.',
          'Une incohérence est dite aussitôt, avec les chiffres en cause.',
          'L’échéance, les cases à revoir et les remarques sont en tête de page.',
        ],
      },
      {
        nom: 'Statisticiens',
        promesse: 'Des séries que l’on peut défendre.',
        points: [
          'Mêmes définitions, mêmes contrôles pour toutes les structures.',
          'Chaque écart inhabituel porte sa justification.',
          'Chaque version diffusée est figée ; les suivantes la corrigent au grand jour.',
        ],
      },
      {
        nom: 'Direction',
        promesse: 'L’année entière d’un regard.',
        points: [
          'Qui a transmis, qui est en retard, depuis combien de jours.',
          'Les écarts d’effectif, du plus grand au plus petit.',
          'L’annuaire, compilé à partir des seuls rapports validés.',
        ],
      },
      {
        nom: 'Administrateur système',
        promesse: 'Des droits clairs, des traces sûres.',
        points: [
          'Trois rôles, une seule table des droits, décidée par le serveur.',
          'Un journal que l’on complète et que l’on n’efface pas.',
          'Un seul service à exploiter, sur PostgreSQL ou sur sa base embarquée.',
        ],
      },
    ],
  },
  unMois: {
    titre: 'Un mois, pas à pas',
    chapeau: (jour: string) =>
      `Un rapport est attendu le ${jour} du mois suivant, ou le premier jour ouvré qui vient. Voici le calendrier`,
    exemple: (mois: string) => `du rapport ${avecDe(mois)}.`,
    aujourdhui: 'Aujourd’hui',
    dates: {
      saisie: (jour: string) => `dès le ${jour}`,
      controles: 'à chaque chiffre',
      soumission: (jour: string) => `au plus tard le ${jour}`,
      environ: (jour: string) => `vers le ${jour}`,
    },
    etapes: {
      saisie: {
        nom: 'Saisie',
        texte: 'La structure remplit son rapport au fil du mois, à son rythme.',
      },
      controles: {
        nom: 'Contrôles',
        texte: 'Chaque chiffre est confronté aux autres et au mois précédent.',
      },
      soumission: {
        nom: 'Soumission',
        texte: 'Rien d’obligatoire ne manque, chaque avertissement est justifié.',
      },
      validation: {
        nom: 'Validation',
        texte: 'La direction relit, ou renvoie pour correction en disant pourquoi.',
      },
      approbation: {
        nom: 'Approbation',
        texte: 'Une seconde personne confirme : jamais celle qui a validé.',
      },
      diffusion: {
        nom: 'Diffusion',
        texte: 'Les chiffres sont publiés à tous les utilisateurs, sous un numéro de version.',
      },
    },
    verrou: (mois: string, jour: string) =>
      `La saisie ${avecDe(mois)} se ferme le ${jour}. Ensuite, seule la direction peut la rouvrir.`,
  },
  annee: {
    titre: 'L’année d’un regard',
    chapeau:
      'Les structures en lignes, les mois en colonnes : la direction voit ce qui est reçu, ce qui tarde, et qui relancer.',
    points: [
      ['Complétude', 'rapports reçus, sur rapports attendus'],
      ['Promptitude', 'rapports reçus avant l’échéance, sur rapports attendus'],
    ],
    legende: 'Suivi des rapports d’une année, exemple',
    structure: 'Structure',
    periode: 'De janvier à décembre',
    part: 'Complétude',
    etats: {
      recu: 'Reçu à temps',
      horsDelai: 'Reçu hors délai',
      manquant: 'Non reçu',
      avenir: 'À venir',
    },
    ensemble: 'Ensemble',
    ligne: (recus: number, horsDelai: number, manquants: number) =>
      `${recus} à temps, ${horsDelai} hors délai, ${manquants} ${manquants > 1 ? 'non reçus' : 'non reçu'}`,
  },
  surete: {
    titre: 'Ce qui rend les chiffres sûrs',
    chapeau: 'Un chiffre publié doit pouvoir être expliqué, des années plus tard.',
    points: {
      controles: {
        nom: 'Des contrôles qui montrent leur calcul',
        texte:
          'Effectifs, âges, motifs, budgets : plusieurs dizaines de règles, appliquées pendant la saisie puis de nouveau par le serveur.',
        calcul: '42 + 5 − 3 = 44',
        declare: '45 déclarés',
      },
      blanc: {
        nom: 'Un blanc n’est pas zéro',
        texte:
          'Une case vide attend une réponse. « ND » dit que la donnée n’est pas disponible, « SO » qu’elle est sans objet. Aucun total ne les confond.',
        cases: [
          ['', 'à remplir'],
          ['0', 'zéro'],
          ['ND', 'non disponible'],
          ['SO', 'sans objet'],
        ],
      },
      historique: {
        nom: 'Rien ne change sans trace',
        texte:
          'Qui, quand, pourquoi, et chaque case modifiée avec sa valeur d’avant : l’historique reste avec le rapport.',
        avant: '45',
        apres: '44',
        cellule: 'Effectif féminin au dernier jour',
      },
      regards: {
        nom: 'Deux regards avant la diffusion',
        texte:
          'Qui a validé un rapport ne l’approuve pas. Un état forcé l’est par la direction seule, avec son motif.',
        actes: [
          ['Validé', 'par une personne'],
          ['Approuvé', 'par une autre'],
        ],
      },
      reseau: {
        nom: 'Faite pour un réseau incertain',
        texte:
          'Une coupure n’efface rien : la saisie est gardée sur l’appareil et part au retour du réseau. Les pages sont légères.',
      },
      accessibilite: {
        nom: 'Utilisable par tous',
        texte:
          'Tout se fait au clavier, chaque case a un nom pour les lecteurs d’écran, aucun état n’est dit par la couleur seule.',
      },
    },
  },
  annuaire: {
    titre: 'Derniers chiffres publiés',
    publie: (titre: string, jour: string) => `${titre}, publié le ${jour}.`,
    donnees: 'Lire l’annuaire, reprendre ses données',
  },
  apropos: {
    titre: 'À propos',
    paragraphes: [
      'Relevé est le registre commun d’une direction centrale et des structures qui lui rendent compte : centres, établissements, directions régionales.',
      'Les modèles de rapport, les listes de codes, le calendrier et les seuils des contrôles sont des données que la direction administre ; ils évoluent sans que les rapports passés changent de sens : chacun garde la version du modèle avec laquelle il a été rempli.',
      'Les rapports portent sur des effectifs, jamais sur des personnes nommées.',
    ],
    contact: 'Écrire à la direction',
    fiche: {
      organisation: 'Organisation',
      pays: 'Pays',
      periodicite: ['Périodicité', 'mensuelle'],
      echeance: 'Échéance',
      jour: (jour: string) => `le ${jour} du mois suivant`,
      version: 'Version du logiciel',
    },
  },
  faq: {
    titre: 'Questions fréquentes',
    suite: 'Votre question n’y est pas ?',
    contact: 'Écrivez-nous',
  },
} as const
