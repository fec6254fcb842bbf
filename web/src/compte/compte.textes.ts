import type { FrequenceAvis } from '@releve/contract/messagerie/messagerie.schema.ts'
import { formatCompte, formatInstantCourt } from '../ui/format.ts'

export const textesAgenda = {
  titre: 'Calendrier dans votre agenda',
  texte:
    'Une adresse personnelle donne à votre agenda les échéances, les derniers jours de saisie et les mois rouverts de vos structures. Qui la connaît les lit\u00a0: ne la transmettez pas.',
  sansMotDePasse:
    'Elle s’ouvre sans mot de passe, et survit à un changement de mot de passe comme à la fermeture de vos sessions\u00a0: si quelqu’un d’autre a pu la lire, renouvelez-la ou retirez-la.',
  aucune: 'Vous n’avez pas d’adresse de calendrier.',
  depuis: (le: string) =>
    `Votre adresse vaut depuis le ${formatInstantCourt(le)}. Elle n’est montrée qu’à sa création.`,
  lue: (le: string | null) =>
    le
      ? `Un agenda l’a lue le ${formatInstantCourt(le)}, à une heure près.`
      : 'Aucun agenda ne l’a encore lue.',
  creer: 'Créer mon adresse',
  renouveler: 'Renouveler mon adresse',
  retirer: 'Retirer mon adresse',
  adresse: 'Votre adresse de calendrier',
  adresseAide: 'Copiez-la maintenant dans votre agenda\u00a0: elle ne sera plus montrée.',
  copier: 'Copier',
  copiee: 'Adresse copiée.',
  creee: 'Adresse créée. La précédente, s’il y en avait une, ne vaut plus rien.',
  retiree: 'Adresse retirée\u00a0: elle ne vaut plus rien.',
} as const

export const textesIdentites = {
  titre: 'Services d’identité',
  texte:
    'Un compte que vous avez ailleurs peut ouvrir celui-ci, à la place du mot de passe. Un lien que vous ne reconnaissez pas\u202f? Déliez-le, puis changez votre mot de passe.',
  service: 'Service',
  inconnu: 'Service qui n’est plus configuré',
  email: 'Adresse qu’il a dite',
  lieeLe: 'Lié le',
  utiliseeLe: 'Dernière connexion par lui',
  jamais: 'Jamais',
  action: 'Action',
  lier: (libelle: string) => `Lier à «\u00a0${libelle}\u00a0»`,
  lierTexte:
    'Saisissez votre mot de passe\u00a0: il prouve que c’est bien vous. Ce service vous demandera ensuite qui vous êtes, et votre compte s’ouvrira désormais par lui aussi.',
  continuer: 'Continuer',
  delier: 'Délier',
  delierNom: (libelle: string) => `Délier de «\u00a0${libelle}\u00a0»`,
  delierTexte:
    'Les autres sessions que ce service a ouvertes seront fermées, et votre compte ne s’ouvrira plus par lui. Saisissez votre mot de passe\u00a0: il prouve que c’est bien vous.',
  deliee: 'Identité déliée.',
  sansHttps: 'L’adresse de ce site n’est pas en HTTPS\u00a0: rien ne peut s’y lier.',
  echecDepart: 'Erreur\u00a0: le service d’identité n’a pas pu être joint',
} as const

export const textesCompte = {
  titre: 'Mon compte',
  exige:
    'Un second facteur est exigé de votre compte. Activez-le pour ouvrir les autres écrans\u00a0: il vous faut un téléphone et deux minutes.',
  fiche: {
    titre: 'Fiche',
    derniereConnexion: 'Dernière connexion',
    exercice: 'Exercice fait',
    corriger: 'Une erreur dans cette fiche\u202f? Demandez sa correction à l’administration.',
  },
  motDePasse: { titre: 'Mot de passe', changer: 'Changer le mot de passe' },
  jetons: {
    titre: 'Jetons de programme',
    texte:
      'Un programme (tableur, entrepôt de données, logiciel de gestion) appelle la plateforme en votre nom par un jeton, limité à ce que vous cochez.',
    voir: 'Mes jetons de programme',
  },
  facteur: {
    titre: 'Second facteur',
    role: 'À la connexion, un code affiché par une application de votre téléphone s’ajoute au mot de passe\u00a0: qui vole l’un n’a pas l’autre.',
    inactif: 'Aucun second facteur n’est actif.',
    activer: 'Activer un second facteur',
    actif: (le: string) => `Actif depuis le ${le}.`,
    codes: (n: number) =>
      `Il vous reste ${formatCompte(n, 'code de récupération', 'codes de récupération')}.`,
    plusGuere: 'Renouvelez-les avant de les épuiser.',
    aucunCode: 'Il ne vous reste aucun code de récupération\u00a0: renouvelez-les maintenant.',
    codesCourts:
      'Ces codes sont plus courts que ceux d’aujourd’hui\u00a0: ils servent encore, mais renouvelez-les pour en avoir de plus sûrs.',
    renouveler: 'Renouveler les codes de récupération',
    desactiver: 'Désactiver',
    active: 'Second facteur activé, autres sessions fermées.',
    renouveles: 'Codes de récupération renouvelés, autres sessions fermées.',
    desactive: 'Second facteur désactivé, autres sessions fermées.',
    change: 'Pour changer de téléphone, désactivez le second facteur, puis activez-en un autre.',
  },
  preparation: {
    lire: 'Lisez cette image avec une application d’authentification (FreeOTP, Aegis, Google Authenticator, Microsoft Authenticator…).',
    image:
      'Image à lire avec l’application d’authentification\u00a0; le même secret est écrit dessous',
    saisir: 'Ou saisissez ce secret dans l’application\u00a0:',
    copier: 'Copier le secret',
    copie: 'Secret copié.',
    aideCode: 'Six chiffres, par exemple 123\u00a0456. Il change toutes les 30\u00a0secondes.',
    verifier: 'Vérifier et activer',
    annuler: 'Annuler',
    echec: 'Erreur\u00a0: le second facteur n’est pas actif',
  },
  recuperation: {
    titre: 'Vos codes de récupération',
    texte:
      'Chacun remplace une fois le code de l’application, le jour où votre téléphone manque. Ils ne seront plus jamais affichés\u00a0: gardez-les loin du téléphone.',
    compte: (identifiant: string) => `Relevé, compte «\u00a0${identifiant}\u00a0»\u00a0:`,
    copier: 'Copier les codes',
    copies: 'Codes copiés.',
    imprimer: 'Imprimer',
    conserves: 'Je les ai conservés',
  },
  preuve: {
    activerTexte:
      'Saisissez votre mot de passe\u00a0: il prouve que c’est bien vous. Dès que le second facteur sera actif, vos autres sessions seront fermées.',
    continuer: 'Continuer',
    renouveler: 'Renouveler les codes de récupération',
    renouvelerTexte:
      'Les codes précédents ne vaudront plus rien, et vos autres sessions seront fermées.',
    desactiver: 'Désactiver le second facteur',
    desactiverTexte:
      'Votre mot de passe suffira de nouveau pour vous connecter, et vos autres sessions seront fermées.',
    fermer: 'Fermer cette session',
    fermerTexte: (appareil: string, le: string) =>
      `${appareil}, ouverte le ${le}. Saisissez votre mot de passe\u00a0: il prouve que c’est bien vous.`,
    fermerAutres: 'Fermer toutes les autres sessions',
    fermerAutresTexte:
      'Celle-ci reste ouverte. Saisissez votre mot de passe\u00a0: il prouve que c’est bien vous.',
    annuler: 'Annuler',
    echec: 'Erreur\u00a0: rien n’a été changé',
  },
  mesSessions: 'Mes sessions',
  sessions: {
    titre: 'Sessions ouvertes',
    texte:
      'Une session que vous ne reconnaissez pas\u202f? Fermez-la, puis changez votre mot de passe.',
    appareil: 'Appareil',
    inconnu: 'Appareil inconnu',
    adresse: 'Adresse réseau',
    ouverteLe: 'Ouverte le',
    activite: 'Dernière activité',
    action: 'Action',
    courante: 'Celle-ci',
    fermer: 'Fermer',
    fermerLa: (appareil: string, le: string) => `Fermer la session\u00a0: ${appareil}, ${le}`,
    fermee: 'Session fermée.',
    fermerAutres: 'Fermer toutes les autres',
    fermees: (n: number) =>
      n === 0
        ? 'Aucune autre session n’était ouverte.'
        : `${formatCompte(n, 'session fermée', 'sessions fermées')}.`,
  },
  avis: {
    titre: 'Être prévenu de mes messages par courriel',
    legende: 'Quand',
    libelles: {
      JAMAIS: 'Jamais',
      CHAQUE: 'À chaque message',
      QUOTIDIEN: 'Une fois par jour, s’il y en a de nouveaux',
    } satisfies Record<FrequenceAvis, string>,
    aide: (email: string | null) =>
      email
        ? `Le courriel va à ${email}. Il donne l’expéditeur et l’objet, jamais le texte.`
        : 'Votre compte n’a pas d’adresse électronique\u00a0: demandez à l’administration de l’ajouter.',
  },
} as const
