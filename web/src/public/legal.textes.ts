import type { Notices } from '@releve/contract/systeme/notices.api.ts'
import {
  auditDe,
  autoriteDe,
  directeurDe,
  editeurDe,
  hebergeurDe,
  protectionDe,
  recoursDe,
  type Valeur,
} from './fiches.ts'

/** A part of a notice. In `fiches`, null is what the administration has not given. */
export type Partie = {
  titre: string
  fiches?: readonly (readonly [terme: string, valeur: Valeur])[]
  paragraphes?: readonly string[]
  points?: readonly string[]
}
export type Notice = { titre: string; parties: readonly Partie[] }
export type NomNotice = 'conditions' | 'confidentialite' | 'accessibilite'

/** What the running platform says of itself; null until it has answered. */
export type Emetteur = { notices: Notices | null; version: string }

export const legal = {
  page: (titre: string) => `${titre} – Relevé`,
  absent: 'pas encore communiqué',
  attente: 'lecture en cours…',
  illisible: 'non lu',
  surDemande:
    'Ce qui n’est pas encore communiqué ici vous sera volontiers donné sur demande, par la page de contact.',
  echec: 'Une partie de cette page n’a pas pu être lue\u00a0: le serveur ne répond pas.',
  relire: 'Réessayer',
  contact: 'Écrire à la direction',
  fermer: 'Fermer',
} as const

/** Undefined, as long as nothing has been read. */
const dire = (notices: Notices | null, de: (lues: Notices) => Valeur): Valeur =>
  notices ? de(notices) : undefined

const journalDe = ({ conservationJournalMois }: Notices): Valeur =>
  `connexions, tentatives manquées, actes d’administration, avec l’appareil et l’adresse réseau, pendant ${conservationJournalMois}\u00a0mois\u202f; les sessions fermées, autant.`

const messagesDe = ({ conservationMessagesMois }: Notices): Valeur =>
  `les messages, leurs auteurs et leurs fichiers, pendant ${conservationMessagesMois}\u00a0mois\u202f; chacun efface quand il veut ceux qu’il a reçus ou envoyés.`

const organisationDe = ({ organisation }: Notices): Valeur => organisation || null

const conditions = ({ notices }: Emetteur): Notice => ({
  titre: "Conditions d'utilisation", // [S]
  parties: [
    {
      titre: 'Mentions légales',
      fiches: [
        ['Éditeur', dire(notices, editeurDe)],
        ['Directeur de la publication', dire(notices, directeurDe)],
        ['Hébergeur', dire(notices, hebergeurDe)],
      ],
    },
    {
      titre: 'Objet et accès',
      paragraphes: [
        'Relevé sert à recueillir, contrôler, valider et diffuser les rapports des structures. Le site public est ouvert à tous\u202f; le reste est réservé aux personnes qui ont reçu un compte pour leurs fonctions.',
        'Le service peut s’interrompre pour son entretien. Ce qui a été enregistré est conservé.',
      ],
    },
    {
      titre: 'Ce à quoi vous vous engagez',
      points: [
        'Votre compte est personnel\u00a0: ne prêtez ni votre identifiant ni votre mot de passe.',
        'Déclarez des chiffres exacts, tirés des registres de votre structure, et signalez une erreur dès que vous la voyez.',
        'N’inscrivez le nom d’aucune personne accueillie, ni dans les commentaires, ni dans les fichiers joints.',
        'N’utilisez les rapports non diffusés que pour votre travail.',
      ],
    },
    {
      titre: 'Ce que la plateforme retient',
      paragraphes: [
        'Chaque acte sur un rapport est inscrit dans son historique, avec son auteur et sa date. Un compte dont l’usage met les données en danger peut être bloqué.',
      ],
    },
    {
      titre: 'Réutiliser les chiffres publiés',
      paragraphes: [
        'Les totaux publiés peuvent être cités en indiquant la source, l’année et l’édition de l’annuaire. Les autres conditions de réutilisation sont celles que fixe l’éditeur.',
      ],
    },
  ],
})

const conservation = (notices: Notices | null): Partie => ({
  titre: 'Ce qui est conservé, et combien de temps',
  fiches: [
    [
      'Comptes',
      'nom, prénoms, identifiant, adresse électronique, téléphone, fonction, rôles, structure, dernière connexion. Un compte inactif doit être désactivé au bout de 6\u00a0mois, puis supprimé ou anonymisé au bout de 24\u00a0mois.',
    ],
    [
      'Mots de passe',
      'leur empreinte seulement\u00a0: personne ne peut les lire. Les mots de passe provisoires expirent en 30\u00a0minutes.',
    ],
    [
      'Contacts des structures',
      'responsable, téléphone, adresse électronique, tant que la structure figure au répertoire.',
    ],
    ['Messagerie interne et page de contact', dire(notices, messagesDe)],
    [
      'Courriels envoyés',
      'leur texte disparaît dès l’envoi\u202f; le destinataire et l’objet, 90 jours après.',
    ],
    ['Journal de sécurité', dire(notices, journalDe)],
    [
      'Journal technique du serveur',
      'l’heure, l’opération demandée et sa durée, sans nom ni adresse, le temps que fixe l’exploitant.',
    ],
    [
      'Historique des rapports',
      'auteur, date et objet de chaque acte\u00a0: il fait partie du rapport et se conserve avec lui.',
    ],
  ],
})

const confidentialite = ({ notices }: Emetteur): Notice => ({
  titre: 'Confidentialité',
  parties: [
    {
      titre: 'Qui est responsable',
      fiches: [
        ['Responsable du traitement', dire(notices, organisationDe)],
        ['À qui s’adresser', dire(notices, protectionDe)],
        ['Autorité de protection des données', dire(notices, autoriteDe)],
      ],
      paragraphes: [
        'Les rapports ne contiennent que des effectifs. Les données personnelles sont celles des agents qui se servent de la plateforme, et des visiteurs qui écrivent par la page de contact.',
      ],
    },
    conservation(notices),
    {
      titre: 'Ce que le site garde dans votre navigateur',
      paragraphes: [
        'Aucun cookie, aucune mesure d’audience, aucun service tiers\u00a0: polices et images viennent du site lui-même. Le stockage local du navigateur contient\u00a0:',
      ],
      fiches: [
        [
          'settings',
          'vos choix d’affichage, dont clair ou sombre (celui de votre machine tant que vous n’avez pas choisi), et un nombre tiré au hasard, qui ne dit rien de vous\u00a0: il évite que les essais d’un inconnu vous fassent attendre. Ils restent après la déconnexion.',
        ],
        [
          'auth',
          'votre session\u00a0: identifiant, nom affiché, rôles, structure, jetons. Effacée à la déconnexion.',
        ],
        ['accessToken', 'le jeton de la session. Effacé à la déconnexion.'],
        [
          'saisie',
          'ce que vous avez saisi et que le serveur n’a pas encore reçu. Effacé une fois reçu, ou à la déconnexion.',
        ],
        [
          'reponse',
          'la réponse à une remarque que vous écrivez et n’avez pas encore envoyée. Effacée une fois envoyée, à la déconnexion, ou avec l’onglet.',
        ],
      ],
    },
    {
      titre: 'Qui les voit',
      paragraphes: [
        'Les personnes habilitées, selon leur rôle et leur structure. Rien n’est vendu ni transmis à des fins commerciales. Les tableaux publiés ne portent que sur des effectifs.',
      ],
    },
    {
      titre: 'Vos droits',
      paragraphes: [
        'Vous pouvez demander à consulter les données qui vous concernent, les faire rectifier, vous opposer à leur traitement ou demander leur effacement, dans les limites de la loi de votre pays et des obligations d’archivage. Écrivez par la page de contact\u202f; si la réponse ne vous satisfait pas, saisissez l’autorité de contrôle.',
      ],
    },
  ],
})

const accessibilite = ({ notices, version }: Emetteur): Notice => ({
  titre: 'Déclaration d’accessibilité',
  parties: [
    {
      titre: 'État de conformité',
      fiches: [
        ['Site', version ? `Relevé, version\u00a0${version}` : 'Relevé'],
        ['Déclaré par', dire(notices, organisationDe)],
        ['Référentiel', 'RGAA\u00a04.1.2 (WCAG\u00a02.1, niveaux A et AA)'],
        [
          'Conformité',
          'partielle, selon l’évaluation des auteurs du logiciel le 28\u00a0novembre 2026\u00a0: 75 critères sont respectés sur les 76 qui s’appliquent (98,7\u00a0%), et un reste à éprouver',
        ],
        ['Audit par un tiers, taux de conformité', dire(notices, auditDe)],
      ],
    },
    {
      titre: 'Comment le site est vérifié',
      paragraphes: [
        'Les écrans sont soumis à axe-core (règles WCAG\u00a02.1 A et AA), en clair et en sombre, à chaque version. La connexion, la saisie et la soumission d’un rapport sont parcourues au clavier seul.',
        'Un outil automatique ne voit qu’une partie des critères\u00a0: son silence ne vaut pas un audit.',
      ],
    },
    {
      titre: 'Limites connues',
      points: [
        'Les essais suivis avec des lecteurs d’écran (NVDA, JAWS, VoiceOver, TalkBack) restent à mener\u00a0: c’est le critère qui n’a pas été éprouvé.',
        'Les grands tableaux d’un rapport défilent de côté sur un écran étroit, dans une zone nommée et accessible au clavier.',
        'Les fichiers joints par les structures (images, PDF, tableurs) ne sont pas vérifiés.',
        'L’annuaire et les rapports en PDF sont balisés\u202f; aucun outil tiers ne les a encore contrôlés.',
      ],
    },
    {
      titre: 'Signaler un défaut',
      paragraphes: [
        'Un contenu vous échappe, une action vous est impossible\u202f? Écrivez par la page de contact, en disant la page, ce que vous vouliez faire et l’outil que vous utilisez\u00a0: la réponse, ou l’information sous une autre forme, vous sera donnée.',
      ],
      fiches: [['Voie de recours, sans réponse satisfaisante', dire(notices, recoursDe)]],
    },
  ],
})

export const notices: Record<NomNotice, (emetteur: Emetteur) => Notice> = {
  conditions,
  confidentialite,
  accessibilite,
}
