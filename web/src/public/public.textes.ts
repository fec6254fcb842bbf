import { avecDe } from '@releve/contract/mois.ts'

/** True questions of those who fill the reports, and what the platform really does. */
export const questions: readonly { question: string; reponse: readonly string[] }[] = [
  {
    question: 'J’ai oublié mon mot de passe. Que faire\u202f?',
    reponse: [
      'Sur l’écran de connexion, choisissez «\u00a0Mot de passe oublié\u202f?\u00a0» et donnez votre identifiant. Un mot de passe provisoire, valable 30\u00a0minutes, part à l’adresse électronique de votre compte.',
      'L’ancien fonctionne encore tant que le provisoire n’a pas servi.',
    ],
  },
  {
    question: 'Le réseau s’est coupé pendant la saisie. Ai-je tout perdu\u202f?',
    reponse: [
      'Non. Ce que vous saisissez est gardé dans ce navigateur, sur cet appareil, et part au serveur dès que le réseau revient.',
      'Attendez de lire «\u00a0Enregistré\u00a0» avant de changer d’appareil.',
    ],
  },
  {
    question: 'Faut-il laisser une case vide, ou écrire 0\u202f?',
    reponse: [
      'Écrivez 0 quand vous avez compté et qu’il n’y a rien. Une case vide veut dire que vous n’avez pas encore répondu\u00a0: si elle est obligatoire, elle empêche de soumettre.',
      'Le bouton «\u00a0Mettre les cases vides à 0\u00a0» remplit d’un coup celles d’une section où tout le reste est nul.',
    ],
  },
  {
    question: 'Que veulent dire ND et SO\u202f?',
    reponse: [
      '«\u00a0ND\u00a0», non disponible\u00a0: la donnée existe, mais vous ne pouvez pas la donner ce mois-ci. Un commentaire dit pourquoi, et le total devient lui-même non disponible.',
      '«\u00a0SO\u00a0», sans objet\u00a0: la question ne concerne pas votre structure. Le total se fait sans elle. Ces deux réponses ne sont proposées que là où elles ont un sens.',
    ],
  },
  {
    question: 'Un contrôle m’arrête alors que mon chiffre est exact.',
    reponse: [
      'Un avertissement n’arrête pas\u00a0: justifiez-le en une phrase, et soumettez. Une erreur bloquante signale des chiffres qui se contredisent, comme un total par âge différent de l’effectif\u00a0: l’un des deux est à revoir.',
    ],
  },
  {
    question: 'Comment corriger un rapport déjà soumis\u202f?',
    reponse: [
      'Demandez à la direction de vous le renvoyer\u00a0: il passe à l’état «\u00a0À corriger\u00a0», et vous le modifiez. Cela reste possible après sa diffusion\u00a0: la version diffusée demeure lisible jusqu’à ce que la version corrigée la remplace.',
    ],
  },
  {
    question: 'Pourquoi ne puis-je plus saisir un ancien mois\u202f?',
    reponse: [
      'Un mois se verrouille le 1ᵉʳ\u00a0jour du troisième mois qui le suit\u00a0: janvier se verrouille le 1ᵉʳ\u00a0avril. Un rapport renvoyé pour correction reste ouvert\u202f; pour les autres, la direction centrale peut rouvrir le mois à votre structure.',
    ],
  },
  {
    question: 'Et s’il ne s’est rien passé ce mois-ci\u202f?',
    reponse: [
      'Le rapport reste attendu. Indiquez la situation de fonctionnement de la structure, mettez les cases à 0 et confirmez qu’il s’agit d’un rapport à néant\u00a0: ne rien envoyer compterait comme un retard.',
    ],
  },
  {
    question: 'Qui voit mes chiffres\u202f?',
    reponse: [
      'Avant la diffusion\u00a0: votre structure, la direction régionale dont elle dépend, et la direction centrale. Après\u00a0: tous les utilisateurs connectés lisent la dernière version diffusée, ses chiffres seulement, sans vos justifications, sans les remarques ni l’historique.',
      'Le public ne voit que les totaux de l’annuaire.',
    ],
  },
  {
    question: 'Comment obtenir un compte\u202f?',
    reponse: [
      'La direction centrale invite votre structure par courriel. Le lien sert une fois et reste valable 72\u00a0heures\u00a0: vous y choisissez votre identifiant et votre mot de passe. Passé ce délai, demandez une nouvelle invitation.',
    ],
  },
  {
    question: 'Quel navigateur faut-il\u202f?',
    reponse: [
      'Firefox\u00a0115, Chrome\u00a0109, Edge\u00a0109 ou plus récents, et tout Safari récent, sur ordinateur, tablette ou téléphone. Rien n’est à installer.',
    ],
  },
]

export const textesDonnees = {
  lecture: 'Lecture des données publiées…',
  echec: 'Les données publiées n’ont pas pu être lues. Rechargez la page dans un instant.',
  annee: 'Année',
  tableaux: (n: number) => `Un fichier CSV par tableau (${n})`,
  licence: 'Licence',
  dictionnaire: 'Dictionnaire',
  dictionnaireAide:
    'décrit chaque colonne\u00a0: titre, unité, type, source (Frictionless Data Package).',
  adresse: 'Adresse stable',
  edition: 'Édition',
  uneEdition: (edition: number, jour: string, derniere: boolean) =>
    `Édition ${edition}, publiée le ${jour}${derniere ? '' : ' (corrigée depuis)'}`,
  adresseAide: (edition: number, derniere: boolean) =>
    derniere
      ? `pour un programme, sans compte\u00a0; elle mène toujours à la dernière édition publiée (aujourd’hui, l’édition ${edition}).`
      : `pour citer l’édition ${edition}\u00a0: elle mène toujours à celle-ci, que d’autres ont corrigée depuis.`,
}

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
    accessibilite: 'Accessibilité\u00a0: partiellement conforme',
    version: (nom: string, version: string) => `${nom}, version\u00a0${version}`,
    demonstration: 'Données de démonstration\u00a0: aucun chiffre n’est réel.',
  },
  accueil: {
    titre: "Relevé – Système d'information de gestion", // [S]
    surtitre: 'Système d’information de gestion',
    accroche: 'Les chiffres du mois, justes dès la saisie',
    chapeau:
      'Chaque mois, les structures remplissent leurs rapports dans Relevé\u202f; la direction centrale les valide, les approuve, les diffuse, et en tire l’annuaire statistique de l’année.',
    seConnecter: 'Se connecter',
    unMois: 'Comment se passe un mois',
  },
  registre: {
    titre: 'Mouvement des effectifs',
    legende: (mois: string) =>
      `Extrait d’un rapport ${avecDe(mois)}. Chiffres d’exemple\u00a0: la saisie montre l’erreur, et son calcul.`,
    ligne: 'Ligne',
    libelle: 'Personnes présentes',
    colonnes: ['Masculin', 'Féminin', 'Total'],
    lignes: [
      { libelle: 'Effectif au 1ᵉʳ\u00a0jour du mois', valeurs: [38, 42, 80] },
      { libelle: 'Entrées du mois', valeurs: [4, 5, 9] },
      { libelle: 'Sorties du mois', valeurs: [2, 3, 5] },
      { libelle: 'Effectif au dernier jour', valeurs: [40, 45, 85] },
    ],
    /** Row and column of the figure that the control points at. */
    faute: [3, 1],
    niveau: 'Erreur bloquante',
    message:
      'Effectif féminin\u00a0: 42\u00a0+\u00a05\u00a0−\u00a03\u00a0=\u00a044, mais vous avez déclaré 45 au dernier jour du mois.',
  },
  pourQui: {
    titre: 'Pour qui',
    chapeau: 'Quatre métiers, une seule base\u00a0: chacun y voit ce qui le regarde.',
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
          'Chaque version diffusée est figée\u202f; les suivantes la corrigent au grand jour.',
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
      `Un rapport est attendu le ${jour}\u00a0du mois suivant, ou le premier jour ouvré qui vient. Voici le calendrier`,
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
        texte: 'Une seconde personne confirme\u00a0: jamais celle qui a validé.',
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
      'Les structures en lignes, les mois en colonnes\u00a0: la direction voit ce qui est reçu, ce qui tarde, et qui relancer.',
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
          'Effectifs, âges, motifs, budgets\u00a0: plusieurs dizaines de règles, appliquées pendant la saisie puis de nouveau par le serveur.',
        calcul: '42\u00a0+\u00a05\u00a0−\u00a03\u00a0=\u00a044',
        declare: '45\u00a0déclarés',
      },
      blanc: {
        nom: 'Un blanc n’est pas zéro',
        texte:
          'Une case vide attend une réponse. «\u00a0ND\u00a0» dit que la donnée n’est pas disponible, «\u00a0SO\u00a0» qu’elle est sans objet. Aucun total ne les confond.',
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
          'Qui, quand, pourquoi, et chaque case modifiée avec sa valeur d’avant\u00a0: l’historique reste avec le rapport.',
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
          'Une coupure n’efface rien\u00a0: la saisie est gardée sur l’appareil et part au retour du réseau. Les pages sont légères.',
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
    publie: (titre: string, edition: number, jour: string) =>
      edition > 1
        ? `${titre}, édition ${edition}, publiée le ${jour}. Elle corrige la précédente, qui reste disponible plus bas.`
        : `${titre}, édition ${edition}, publiée le ${jour}.`,
    donnees: 'Lire l’annuaire, reprendre ses données',
  },
  apropos: {
    titre: 'À propos',
    paragraphes: [
      'Relevé est le registre commun d’une direction centrale et des structures qui lui rendent compte\u00a0: centres, établissements, directions régionales.',
      'Les modèles de rapport, les listes de codes, le calendrier et les seuils des contrôles sont des données que la direction administre\u202f; ils évoluent sans que les rapports passés changent de sens\u00a0: chacun garde la version du modèle avec laquelle il a été rempli.',
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
    suite: 'Votre question n’y est pas\u202f?',
    contact: 'Écrivez-nous',
  },
} as const
