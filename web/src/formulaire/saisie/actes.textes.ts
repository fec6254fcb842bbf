import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte } from '../../ui/format.ts'

/** Sentences of the acts on a form: review, submission, return, change of state, conflicts, history. */
export const TEXTES_ACTES = {
  revue: {
    titre: (periode: string) => `Relecture du rapport ${avecDe(periode)}`,
    revenir: 'Revenir à la saisie',
    sections: 'Sections',
    section: 'Section',
    cases: 'Cases obligatoires',
    etat: 'À corriger ou à justifier',
    complet: 'Complète',
    chiffres: 'Chiffres principaux',
    indicateurs: {
      effectif: 'Effectif',
      entrees: 'Entrées',
      sorties: 'Sorties',
      reference: 'Référence',
    },
    precedent: (periode: string) => `En ${periode}`,
    declare: 'Ce mois',
    indicateur: 'Indicateur',
    justifications: 'Justifications',
    aucuneJustification: 'Aucune justification rédigée.',
    problemes: 'Ce qui reste à faire',
    soumettre: (periode: string) => `Soumettre le rapport ${avecDe(periode)}`,
    pret: 'Rien ne manque : le rapport peut être soumis.',
    part: (remplies: number, requises: number) => `${remplies} sur ${requises}`,
    manque: (vides: number, erreurs: number, avertissements: number) =>
      [
        vides > 0 && `${formatCompte(vides, 'case')} à remplir`,
        erreurs > 0 && formatCompte(erreurs, 'erreur'),
        avertissements > 0 && `${formatCompte(avertissements, 'avertissement')} à justifier`,
      ]
        .filter(Boolean)
        .join(', '),
    cochez: 'Cochez la case pour confirmer.',
    impossible: 'Corrigez les erreurs et justifiez les avertissements pour pouvoir soumettre.',
    confirmer: (periode: string) => `Soumettre le rapport ${avecDe(periode)} ?`,
    consequence: 'Vous ne pourrez plus le modifier, sauf si la DPPS vous le renvoie.',
    moisEnCours: (periode: string) =>
      `Le mois ${avecDe(periode)} n’est pas terminé. Je confirme que ce rapport est définitif.`,
    confirmation: 'Soumettre',
  },
  resume: (incompletes: number, erreurs: number, avertissements: number) =>
    `${[
      incompletes > 0 && formatCompte(incompletes, 'section à compléter', 'sections à compléter'),
      erreurs > 0 && formatCompte(erreurs, 'erreur à corriger', 'erreurs à corriger'),
      avertissements > 0 &&
        formatCompte(avertissements, 'avertissement à justifier', 'avertissements à justifier'),
    ]
      .filter(Boolean)
      .join(', ')
      .replace(/, ([^,]*)$/, ' et $1')} avant de soumettre`,
  erreur: (libelle: string) => `Erreur : ${libelle}`,

  renvoi: {
    titre: 'Renvoyer ce rapport à la structure ?',
    aide: 'Indiquez ce qui doit être corrigé.',
    motif: 'Motif du renvoi',
    motifRequis: 'Choisissez un motif dans la liste.',
    texte: 'Ce qui doit être corrigé',
    texteRequis: 'Indiquez ce qui doit être corrigé.',
    confirmer: 'Renvoyer',
    recu: 'Rapport renvoyé pour correction',
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
    annuler: 'L’annulation est définitive : le mois pourra être saisi à nouveau.',
  },
  annuler: 'Annuler',
  fermer: 'Fermer',
  confirmation: {
    valider: {
      titre: 'Valider ce rapport ?',
      bouton: 'Valider',
      aide: 'Il attendra ensuite l’approbation d’une autre personne.',
    },
    approuver: {
      titre: 'Approuver ce rapport ?',
      bouton: 'Approuver',
      aide: 'Il pourra ensuite être diffusé.',
    },
    diffuser: {
      titre: 'Diffuser ce rapport ?',
      bouton: 'Diffuser',
      aide: 'Il sera visible de toutes les structures.',
    },
  },
  succes: {
    soumettre: (periode: string, numero: string) =>
      `Le rapport ${avecDe(periode)} a été soumis. La DPPS a été prévenue. Numéro : ${numero}.`,
    valider: 'Rapport validé.',
    approuver: 'Rapport approuvé.',
    diffuser: 'Rapport diffusé.',
    renvoyer: 'Rapport renvoyé à la structure.',
    changerEtat: (etat: Etat) => `Le rapport est maintenant à l’état « ${LIBELLES_ETATS[etat]} ».`,
  },
  perime: (libelle: string) => `${libelle} Le rapport vient d’être rechargé.`,
  nonEnregistre:
    'Des modifications ne sont pas encore enregistrées. Attendez leur enregistrement, puis recommencez.',

  conflit: {
    titre: 'Une autre personne a modifié les mêmes cases',
    aide: 'Choisissez, pour chaque case, la valeur à garder.',
    mienne: 'Garder la mienne',
    leur: 'Prendre la leur',
    toutesMiennes: 'Garder toutes les miennes',
    toutesLeurs: 'Prendre toutes les leurs',
    valeur: (valeur: string) => `Votre valeur : ${valeur}`,
    autre: (valeur: string) => `Valeur enregistrée : ${valeur}`,
    confirmer: 'Enregistrer ce choix',
    vide: 'vide',
  },

  journal: {
    titre: 'Historique du rapport',
    vide: 'Aucun acte pour l’instant.',
    auNomDe: (structure: string) => `au nom de «\u00a0${structure}\u00a0»`,
    force: 'état forcé',
    passage: (de: string | null, vers: string) => (de ? `${de} → ${vers}` : vers),
    cellule: 'Case',
    avant: 'Avant',
    apres: 'Après',
    plus: 'Actes plus anciens',
    cases: (n: number) => formatCompte(n, 'case modifiée', 'cases modifiées'),
    textes: {
      JUSTIFICATION: (n: number) =>
        formatCompte(n, 'justification modifiée', 'justifications modifiées'),
      COMMENTAIRE: (n: number) => formatCompte(n, 'commentaire modifié', 'commentaires modifiés'),
    },
    ensemble: 'Ensemble du rapport',
    sujets: { JUSTIFICATION: 'Case de l’avertissement', COMMENTAIRE: 'Case commentée' },
    actions: {
      enregistrer: 'Création',
      modifier: 'Modification',
      soumettre: 'Soumission',
      valider: 'Validation',
      approuver: 'Approbation',
      diffuser: 'Diffusion',
      renvoyer: 'Renvoi pour correction',
      changerEtat: 'Changement d’état',
      remarquer: 'Remarque',
    },
  },
} as const
