import { formatCompte } from '../ui/format.ts'

export const textesJeton = {
  titre: 'Jetons de programme',
  chapeau:
    'Ce par quoi des programmes appellent la plateforme, chacun au nom d’un compte. Un jeton n’est jamais montré\u00a0: il n’a été donné qu’à sa création.',
  comptes: 'Utilisateurs',
  compte: (n: number) => formatCompte(n, 'jeton'),
  vide: 'Aucun jeton de programme pour le moment.',
  aucun: 'Aucun jeton ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  colonnes: {
    utilisateur: 'Compte',
    nom: 'Nom du jeton',
    usages: 'Usages',
    limites: 'Limites',
    creeLe: 'Créé',
    expireLe: 'Fin',
    utiliseLe: 'Dernier appel',
    etat: 'État',
    action: 'Action',
  },
  filtres: { recherche: 'Compte, personne ou nom du jeton', etats: 'État' },
  sansLimite: 'Tout ce que le compte atteint, de partout',
  structures: (codes: readonly string[]) =>
    `${codes.length > 1 ? 'Structures' : 'Structure'}\u00a0: ${codes.join(', ')}`,
  reseaux: (reseaux: readonly string[]) => `Depuis ${reseaux.join(', ')}`,
  jamais: 'Jamais',
  depuis: (adresse: string) => `depuis ${adresse}`,
  revoquer: 'Révoquer',
  revoquerNom: (nom: string, de?: string) =>
    `Révoquer «\u00a0${nom}\u00a0»${de === undefined ? '' : ` (${de})`}`,
  revoque: 'Jeton révoqué.',
  revocation: {
    titre: (nom: string) => `Révoquer «\u00a0${nom}\u00a0»\u202f?`,
    effets:
      'Le programme qui l’emploie n’appellera plus, dès maintenant et pour de bon. Il en faudra un autre.',
    garder: 'Garder',
    echec: 'Erreur\u00a0: le jeton n’est pas révoqué',
  },
  miens: {
    titre: 'Mes jetons de programme',
    chapeau:
      'Un jeton permet à un programme d’appeler la plateforme en votre nom, pour ce que vous cochez et rien d’autre. Il suit votre compte\u00a0: bloqué, ou privé d’un droit, le programme l’est aussi.',
    legende: 'Mes jetons',
    vide: 'Vous n’avez aucun jeton.',
    interdits:
      'La direction centrale ne permet pas les jetons de programme. Les vôtres n’ouvrent rien, et vous ne pouvez pas en créer.',
    creer: 'Créer un jeton',
    compte: 'Mon compte',
  },
  fiche: {
    titre: 'Créer un jeton de programme',
    creer: 'Créer le jeton',
    echec: 'Erreur\u00a0: le jeton n’est pas créé',
    duree: 'Durée',
    autreDate: 'Une autre date',
    jours: (n: number) => (n === 365 ? 'Un an' : formatCompte(n, 'jour')),
    jusquauAide: (n: number) =>
      `Compris. Au plus ${n === 365 ? 'un an' : formatCompte(n, 'jour')} à partir d’aujourd’hui\u00a0: un courriel vous prévient avant.`,
    nomAide: 'Celui du programme. Exemple\u00a0: Entrepôt de données.',
    reseauxAide:
      'Un réseau par ligne, comme 192.0.2.0/24 ou 2001:db8::/48\u00a0: ailleurs, le jeton n’ouvre rien.',
    passwordAide: 'Il prouve que c’est bien vous.',
    qui: 'Le programme',
    limites: 'Limites',
    ajouter: 'Limiter à une structure',
    ajouterAide:
      'Facultatif. Le programme n’atteint alors qu’elle\u00a0; ajoutez-en d’autres au besoin.',
    choisies: 'Structures auxquelles le jeton est limité',
    retirer: (nom: string) => `Retirer ${nom}`,
    structureInconnue: 'Choisissez une structure proposée, ou effacez.',
  },
  neuf: {
    titre: 'Votre jeton',
    libelle: (nom: string) => `Jeton «\u00a0${nom}\u00a0»`,
    aide: 'Copiez-le maintenant dans le programme\u00a0: il ne sera plus jamais montré.',
    secret:
      'Qui l’a peut faire, en votre nom, ce que vous avez coché. Ne l’envoyez pas par courriel\u00a0; au moindre doute, révoquez-le.',
    entete:
      'Le programme l’envoie avec chaque appel, dans l’en-tête «\u00a0Authorization\u00a0»\u00a0:',
    lire: 'Pour lire des chiffres et des listes depuis R, Python, Excel, Power BI ou QGIS, la documentation de Relevé a ses extraits à copier (docs/lire-les-donnees.md)\u00a0; chaque appel est décrit à',
    copier: 'Copier',
    copie: 'Jeton copié.',
    fermer: 'Je l’ai copié',
  },
} as const
