/** True questions of those who fill the reports, and what the platform really does. */
export const questions: readonly { question: string; reponse: readonly string[] }[] = [
  {
    question: 'J’ai oublié mon mot de passe. Que faire ?',
    reponse: [
      'Sur l’écran de connexion, choisissez « Mot de passe oublié ? » et donnez votre identifiant. Un mot de passe provisoire, valable 30 minutes, part à l’adresse électronique de votre compte.',
      'L’ancien fonctionne encore tant que le provisoire n’a pas servi.',
    ],
  },
  {
    question: 'Le réseau s’est coupé pendant la saisie. Ai-je tout perdu ?',
    reponse: [
      'Non. Ce que vous saisissez est gardé dans ce navigateur, sur cet appareil, et part au serveur dès que le réseau revient.',
      'Attendez de lire « Enregistré » avant de changer d’appareil.',
    ],
  },
  {
    question: 'Faut-il laisser une case vide, ou écrire 0 ?',
    reponse: [
      'Écrivez 0 quand vous avez compté et qu’il n’y a rien. Une case vide veut dire que vous n’avez pas encore répondu : si elle est obligatoire, elle empêche de soumettre.',
      'Le bouton « Mettre les cases vides à 0 » remplit d’un coup celles d’une section où tout le reste est nul.',
    ],
  },
  {
    question: 'Que veulent dire ND et SO ?',
    reponse: [
      '« ND », non disponible : la donnée existe, mais vous ne pouvez pas la donner ce mois-ci. Un commentaire dit pourquoi, et le total devient lui-même non disponible.',
      '« SO », sans objet : la question ne concerne pas votre structure. Le total se fait sans elle. Ces deux réponses ne sont proposées que là où elles ont un sens.',
    ],
  },
  {
    question: 'Un contrôle m’arrête alors que mon chiffre est exact.',
    reponse: [
      'Un avertissement n’arrête pas : justifiez-le en une phrase, et soumettez. Une erreur bloquante signale des chiffres qui se contredisent, comme un total par âge différent de l’effectif : l’un des deux est à revoir.',
    ],
  },
  {
    question: 'Comment corriger un rapport déjà soumis ?',
    reponse: [
      'Demandez à la direction de vous le renvoyer : il passe à l’état « À corriger », et vous le modifiez. Cela reste possible après sa diffusion : la version diffusée demeure lisible jusqu’à ce que la version corrigée la remplace.',
    ],
  },
  {
    question: 'Pourquoi ne puis-je plus saisir un ancien mois ?',
    reponse: [
      'Un mois se verrouille le 1ᵉʳ jour du troisième mois qui le suit : janvier se verrouille le 1ᵉʳ avril. Un rapport renvoyé pour correction reste ouvert ; pour les autres, la direction centrale peut rouvrir le mois à votre structure.',
    ],
  },
  {
    question: 'Et s’il ne s’est rien passé ce mois-ci ?',
    reponse: [
      'Le rapport reste attendu. Indiquez la situation de fonctionnement de la structure, mettez les cases à 0 et confirmez qu’il s’agit d’un rapport à néant : ne rien envoyer compterait comme un retard.',
    ],
  },
  {
    question: 'Qui voit mes chiffres ?',
    reponse: [
      'Avant la diffusion : votre structure, la direction régionale dont elle dépend, et la direction centrale. Après : tous les utilisateurs connectés lisent la dernière version diffusée, ses chiffres seulement, sans vos justifications, sans les remarques ni l’historique.',
      'Le public ne voit que les totaux de l’annuaire.',
    ],
  },
  {
    question: 'Comment obtenir un compte ?',
    reponse: [
      'La direction centrale invite votre structure par courriel. Le lien sert une fois et reste valable 72 heures : vous y choisissez votre identifiant et votre mot de passe. Passé ce délai, demandez une nouvelle invitation.',
    ],
  },
  {
    question: 'Quel navigateur faut-il ?',
    reponse: [
      'Firefox 115, Chrome 109, Edge 109 ou plus récents, et tout Safari récent, sur ordinateur, tablette ou téléphone. Rien n’est à installer.',
    ],
  },
]
