import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { avecDe, direNonTermine } from '@releve/contract/mois.ts'
import { formatCompte } from '../../../ui/format.ts'

/** Sentences of a report's history: they come with it. */
export const textesHistorique = {
  titre: 'Historique du rapport',
  vide: 'Aucun acte pour l’instant.',
  auNomDe: (structure: string) => `au nom de «\u00a0${structure}\u00a0»`,
  force: 'état forcé',
  passage: (de: string | null, vers: string) => (de ? `${de} → ${vers}` : vers),
  cellule: 'Case',
  avant: 'Avant',
  apres: 'Après',
  cases: (n: number) => formatCompte(n, 'case modifiée', 'cases modifiées'),
  textes: {
    REMARQUE: (n: number) => formatCompte(n, 'remarque changée', 'remarques changées'),
    REPONSE: (n: number) => formatCompte(n, 'réponse à une remarque', 'réponses à des remarques'),
    JUSTIFICATION: (n: number) =>
      formatCompte(n, 'justification modifiée', 'justifications modifiées'),
    COMMENTAIRE: (n: number) => formatCompte(n, 'commentaire modifié', 'commentaires modifiés'),
  },
  ensemble: 'Ensemble du rapport',
  sujets: {
    REMARQUE: 'Case marquée',
    REPONSE: 'Case marquée',
    JUSTIFICATION: 'Case de l’avertissement',
    COMMENTAIRE: 'Case commentée',
  },
  fermer: 'Fermer',
} as const

/** What is said of two values for one cell. */
export const textesConflit = {
  titre: 'Les mêmes cases ont été modifiées ailleurs',
  aide: 'Choisissez, pour chaque case, la valeur à garder. Rien n’est enregistré avant votre choix.',
  mienne: 'Garder la vôtre',
  leur: (auteur: string) =>
    auteur === 'vous' ? 'Prendre celle de votre autre fenêtre' : `Prendre celle ${avecDe(auteur)}`,
  tapee: (instant: string) => `saisie ${instant}`,
  tapeeAvant: 'saisie sur ce poste lors d’une visite précédente',
  enregistree: (instant: string) => `enregistrée ${instant}`,
  toutesMiennes: 'Garder toutes les vôtres',
  toutesLeurs: 'Prendre toutes les autres',
  confirmer: 'Enregistrer ce choix',
  vide: 'vide',
}

/** Sentences of the questions asked before an act: they come with them. */
export const textesDialogues = {
  souhaitee:
    'Pas de réseau\u00a0: rien n’est soumis. La demande est gardée, à confirmer à son retour.',
  annuler: 'Annuler',
  choisir: 'Choisir…',
  soumission: {
    titre: (periode: string) => `Soumettre le rapport ${avecDe(periode)}\u202f?`,
    consequence: 'Vous ne pourrez plus le modifier, sauf si la DPPS vous le renvoie.',
    moisEnCours: (periode: string) =>
      `${direNonTermine(periode)}. Je confirme que ce rapport est définitif.`,
    cochez: 'Cochez la case pour confirmer.',
    revenir: 'Revenir à la saisie',
    soumettre: 'Soumettre',
  },
  renvoi: {
    titre: 'Renvoyer ce rapport à la structure\u202f?',
    aide: 'Indiquez ce qui doit être corrigé.',
    rouvrir: 'Ce que la structure pourra modifier',
    cases: (n: number) =>
      n > 1 ? `Seulement les ${n} cases marquées` : 'Seulement la case marquée',
    casesAide:
      'Avec les cases marquées s’ouvrent celles dont elles dépendent et celles qu’un contrôle bloquant y lie. Le reste du rapport reste fermé.',
    tout: 'Tout le rapport',
    marquer:
      'Tout le rapport sera rouvert. Pour ne rouvrir que certaines cases, marquez-les d’abord\u00a0: une remarque sur chacune, dans le volet de la case.',
    motif: 'Motif du renvoi',
    motifRequis: 'Choisissez un motif dans la liste.',
    texte: 'Ce qui doit être corrigé',
    texteRequis: 'Indiquez ce qui doit être corrigé.',
    confirmer: 'Renvoyer',
  },
  forcer: {
    titre: 'Changer l’état du rapport',
    aide: 'Ce changement est inscrit à l’historique avec son motif, et la structure en est prévenue.',
    cible: 'Nouvel état',
    cibleRequise: 'Choisissez un état dans la liste.',
    motif: 'Motif',
    texte: 'Explication',
    texteRequis: 'Expliquez ce changement.',
    confirmer: 'Changer l’état',
    annuler:
      'L’annulation est définitive\u00a0: un nouveau rapport pourra être commencé à sa place.',
  },
  confirmation: {
    valider: {
      titre: 'Valider ce rapport\u202f?',
      bouton: 'Valider',
      aide: 'Il attendra ensuite l’approbation d’une autre personne.',
    },
    approuver: {
      titre: 'Approuver ce rapport\u202f?',
      bouton: 'Approuver',
      aide: 'Il pourra ensuite être diffusé.',
    },
    diffuser: {
      titre: 'Diffuser ce rapport\u202f?',
      bouton: 'Diffuser',
      aide: 'Il sera visible de toutes les structures.',
    },
  },
  succes: {
    soumettre: (periode: string, numero: string) =>
      `Le rapport ${avecDe(periode)} a été soumis. La DPPS a été prévenue. Numéro\u00a0: ${numero}.`,
    valider: 'Rapport validé.',
    approuver: 'Rapport approuvé.',
    diffuser: 'Rapport diffusé.',
    renvoyer: 'Rapport renvoyé à la structure.',
    changerEtat: (etat: Etat) =>
      `Le rapport est maintenant à l’état «\u00a0${LIBELLES_ETATS[etat]}\u00a0».`,
  },
} as const
