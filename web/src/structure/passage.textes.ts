import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte } from '../ui/format.ts'

/** What comes of a change of state, said before it is asked for. `mois`: « novembre 2026 ». */
const RIEN_PERDU = 'Ses rapports, ses comptes et son historique restent tels quels.'
const ANCIENS = 'Les rapports déjà attendus restent à saisir, jusqu’au verrouillage de leur mois.'

export const textesPassage = {
  annuler: 'Annuler',
  echec: 'Erreur\u00a0: la structure n’a pas changé d’état',
  reseau: 'La connexion au service est interrompue. Vérifiez votre réseau, puis réessayez.',
  dateFermeture: 'Date de fermeture',
  dateFermetureAide: 'Le dernier jour où la structure a fonctionné.',
  dateManquante: 'Donnez la date de fermeture.',
  dateAvant: 'Donnez une date qui suit l’ouverture de la structure.',
  dateFuture:
    'Donnez une date passée, ou celle d’aujourd’hui. Une fermeture à venir s’inscrit dans la fiche, par «\u00a0Modifier\u00a0».',
  rattachees: (n: number) =>
    n > 1
      ? `${formatCompte(n, 'structure')} lui restent rattachées\u00a0: donnez-leur une autre direction régionale, s’il le faut.`
      : 'Une structure lui reste rattachée\u00a0: donnez-lui une autre direction régionale, s’il le faut.',
  suspendre: {
    bouton: 'Suspendre',
    confirmer: 'Suspendre la structure',
    titre: (nom: string) => `Suspendre «\u00a0${nom}\u00a0»\u202f?`,
    effets: (mois: string) => [
      `La suspension commence aujourd’hui. Le dernier rapport attendu est celui ${avecDe(mois)}\u00a0: les mois entiers qui suivent n’en attendent pas.`,
      ANCIENS,
      RIEN_PERDU,
      'Vous pourrez mettre fin à la suspension à tout moment.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est suspendue.`,
  },
  reprendre: {
    bouton: 'Mettre fin à la suspension',
    confirmer: 'Mettre fin à la suspension',
    titre: (nom: string) => `Mettre fin à la suspension de «\u00a0${nom}\u00a0»\u202f?`,
    effets: (mois: string) => [
      `Ses rapports sont de nouveau attendus, à partir de celui ${avecDe(mois)}.`,
      'Les mois entiers de la suspension restent sans rapport attendu.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est de nouveau active.`,
  },
  fermer: {
    bouton: 'Fermer',
    confirmer: 'Fermer la structure',
    titre: (nom: string) => `Fermer «\u00a0${nom}\u00a0»\u202f?`,
    effets: (mois: string) => [
      mois
        ? `Le dernier rapport attendu est celui ${avecDe(mois)}.`
        : 'Le mois de la fermeture est le dernier dont le rapport est attendu.',
      ANCIENS,
      RIEN_PERDU,
      'Les personnes qui ont un compte peuvent toujours se connecter\u00a0: bloquez leurs comptes s’il le faut.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est fermée.`,
  },
  rouvrir: {
    bouton: 'Rouvrir',
    confirmer: 'Rouvrir la structure',
    titre: (nom: string) => `Rouvrir «\u00a0${nom}\u00a0»\u202f?`,
    effets: (mois: string) => [
      `Ses rapports sont de nouveau attendus, à partir de celui ${avecDe(mois)}.`,
      'Les mois entiers pendant lesquels elle était fermée restent sans rapport attendu.',
      'Sa date de fermeture est effacée\u00a0; la fermeture reste inscrite dans ses interruptions.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est rouverte.`,
  },
} as const
