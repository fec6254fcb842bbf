import type { ChampMention } from '@releve/contract/parametre/mentions.champs.ts'
import { formatDate } from '../ui/format.ts'

export const textesParametre = {
  titre: 'Paramètres',
  miseEnRoute: 'Mise en route',
  onglets: {
    securite: 'Sécurité',
    calendrier: 'Calendrier',
    organisation: 'Organisation',
    mentions: 'Mentions légales',
    conservation: 'Conservation',
    annuaire: 'Annuaire',
    modeles: 'Modèles',
    codifications: 'Codifications',
  },
  presentation: 'Paramètres à régler',
  enregistrer: 'Enregistrer',
  annuler: 'Annuler les modifications',
  modifie: 'Modifications non enregistrées',
  echec: 'Erreur\u00a0: les réglages ne sont pas enregistrés',
  reseau:
    'La connexion est interrompue. Ce que vous avez saisi est gardé\u00a0: réessayez dans un instant.',
  recharger: 'Recharger',
  recharge:
    'Les réglages ont été relus. Ce que vous avez saisi est gardé\u202f; vérifiez, puis enregistrez.',
  changeParAutrui: (libelles: readonly string[]) =>
    `Les réglages ont été relus. Une autre personne a changé\u00a0: ${libelles.join(', ')}. Ce que vous avez saisi est gardé\u202f; vérifiez, puis enregistrez.`,
  securite: {
    facteurAide:
      'Ceux qui n’en ont pas l’activent avant toute autre chose, vous compris, le délai passé.',
    delaiAide:
      'De 0 à 30. Jusque-là, l’accueil de la personne le lui annonce. 0\u00a0: dès l’enregistrement.',
    fournisseur: 'Imposer le service d’identité aux comptes qui y sont liés',
    fournisseurAide:
      'Leur mot de passe ne les ouvre plus\u202f; les comptes qui ne sont pas liés gardent le leur, et l’écran «\u00a0Utilisateurs\u00a0» dit lesquels. À la direction centrale, le plus ancien compte actif qui a un mot de passe et un second facteur garde toujours son mot de passe\u00a0: c’est le dernier recours.',
    posteAide:
      'La case «\u00a0Poste partagé\u00a0» est alors cochée d’office à la connexion\u00a0: rien ne reste sur un poste après la session, sauf ce qui attend d’être envoyé, chiffré. Sans réseau, un rapport ne s’y rouvre plus après l’arrêt du poste.',
    jetonsAide:
      'Décochée, aucun programme n’appelle plus\u00a0: les jetons qui existent n’ouvrent rien, jusqu’à ce qu’elle soit cochée de nouveau.',
    jetonDureeAide: 'De 1 à 365. Les jetons qui existent la suivent aussi, depuis leur création.',
    inactiviteAide: 'De 5 à 480. Par défaut\u00a0: 30.',
    dureeAide:
      'De 1 à 24. Par défaut\u00a0: 10. Une session ouverte suit ces durées à son renouvellement.',
    reussite: 'Réglages de sécurité enregistrés.',
  },
  organisation: {
    chapeau:
      'Le nom sous lequel la plateforme parle\u00a0: au pied du site public, sur la couverture de l’annuaire, au bas des courriels et des rapports imprimés, sur les récépissés. Un annuaire arrêté et un récépissé gardent celui de leur jour.',
    aides: {
      organisation: 'Exemple\u00a0: Direction de la protection de la jeunesse.',
      pays: 'Il suit le nom\u00a0: «\u00a0Direction…, Pays\u00a0».',
    },
    reussite: 'Nom de l’organisation enregistré.',
  },
  mentions: {
    chapeau:
      'Le pied du site public mène à ces informations, que la loi demande souvent. Ce que vous laissez vide y est dit «\u00a0pas encore communiqué\u00a0».',
    voir: 'Voir la page publique',
    nouvelOnglet: '(nouvel onglet)',
    groupes: {
      editeur: 'Éditeur du site',
      hebergeur: 'Hébergeur',
      protection: 'Contact pour la protection des données',
      autorite: 'Autorité de protection des données',
      accessibilite: 'Accessibilité',
      securite: 'Failles de sécurité',
    },
    notes: {
      editeur: 'Sans nom, c’est celui de l’organisation et du pays qui paraît.',
      protection: 'À qui une personne demande de lire, corriger ou effacer ce qui la concerne.',
      securite:
        'À qui signaler une faille de la plateforme. Cette adresse paraît dans un fichier que lisent les spécialistes, «\u00a0/.well-known/security.txt\u00a0»\u202f; sans elle, il n’existe pas.',
    },
    aides: {
      accessibiliteAudit: 'Qui l’a mené, quand, et le taux de conformité.',
      accessibiliteRecours: 'À qui s’adresser quand une réponse ne satisfait pas.',
    } satisfies { [Champ in ChampMention]?: string },
    reussite: 'Mentions légales enregistrées.',
  },
  annuaire: {
    chapeau:
      'Ce qui vaut pour tous les annuaires à venir. Un annuaire arrêté garde les règles du secret et la part du jour où il l’a été.',
    seuilAide: (min: number, max: number) =>
      `De ${min} à ${max}. Par défaut\u00a0: 5. Un nombre de personnes plus petit n’est pas montré, sauf celui des agents présents si la case ci-dessous n’est pas cochée, et d’autres sont cachés avec lui, pour que l’édition ne le donne par aucun calcul.`,
    agentsAide:
      'Par défaut, non\u00a0: qui travaille dans un service public se dit. Cochée, un petit nombre d’agents est caché comme celui des personnes accueillies (T4.1, T4.2, leur ligne de T8.1, le taux d’encadrement qui le donnerait), et d’autres avec lui. Les mouvements et les absences du personnel le sont toujours.',
    partAide: (min: number, max: number) =>
      `De ${min} à ${max}. Par défaut\u00a0: 80. La variation d’un chiffre d’une année à l’autre n’est pas donnée quand des rapports qui manquent en laissent comparer une part plus petite, en pour cent de l’effectif.`,
    licenceAide:
      'Elle paraît sur la page publique et avec chaque fichier de données\u00a0: elle dit à chacun ce qu’il peut en faire. Par défaut\u00a0: Licence Ouverte 2.0.',
    lire: 'Lire le texte de la licence',
    reussite: 'Réglages de l’annuaire enregistrés.',
  },
  conservation: {
    chapeau:
      'Le journal garde qui s’est connecté, ce qui a été refusé, et chaque changement d’un compte, d’une structure ou d’un réglage, avec l’adresse réseau. Chaque heure, ce qui est plus ancien que cette durée en est retiré, par jours entiers et sans retour\u202f; une ligne du journal le dit. Les sessions fermées suivent la même durée\u202f; l’historique des rapports, lui, se conserve avec eux. Les messages, avec leurs fichiers, ont leur propre durée.',
    aides: {
      conservationJournalMois: (min: number, max: number) =>
        `De ${min} à ${max}. Par défaut\u00a0: 12. La page «\u00a0Confidentialité\u00a0» du site public dit cette durée.`,
      conservationMessagesMois: (min: number, max: number) =>
        `De ${min} à ${max}. Par défaut\u00a0: 24. La page «\u00a0Confidentialité\u00a0» la dit aussi.`,
    },
    effets: {
      conservationJournalMois: (jour: string) =>
        `À cette durée, ce qui précède le ${formatDate(jour)} est retiré.`,
      conservationMessagesMois: (jour: string) =>
        `À cette durée, les messages d’avant le ${formatDate(jour)} sont retirés.`,
    },
    reussite: 'Durée de conservation enregistrée.',
    confirmation: {
      titre: 'Raccourcir la conservation\u202f?',
      textes: {
        conservationJournalMois: (du: string, au: string) =>
          `Dans l’heure, les lignes du journal du ${formatDate(du)} à la veille du ${formatDate(au)} seront retirées, sans retour. Si vous devez les garder, exportez-les d’abord depuis l’écran Journal.`,
        conservationMessagesMois: (du: string, au: string) =>
          `Dans l’heure, les messages du ${formatDate(du)} à la veille du ${formatDate(au)} seront retirés de toutes les messageries, sans retour.`,
      },
      journal: 'Ouvrir le journal',
      revenir: 'Revenir',
      raccourcir: 'Raccourcir',
    },
  },
} as const
