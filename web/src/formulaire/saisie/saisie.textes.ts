import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte } from '../../ui/format.ts'

/** Every sentence of the form screen. */
export const TEXTES = {
  titre: (periode: string) => `Rapport ${periode}`,
  titrePage: (modele: string, periode: string) => `Rapport ${modele} ${periode} – Relevé`,
  rapportDe: (periode: string) => `Rapport ${avecDe(periode)}`,
  retour: 'Retour aux saisies',
  chargement: 'Ouverture du rapport…',
  introuvable: 'Ce rapport n’a pas pu être ouvert.',
  reessayer: 'Réessayer',
  modele: 'Modèle',
  structure: 'Structure',
  numeroDe: (numero: string) => `N° ${numero}`,
  etat: 'État',
  echeance: 'Échéance',
  echeanceLe: (jour: string) => `À soumettre avant le ${jour}`,
  horsDelai: 'Transmis hors délai',
  sections: 'Sections du rapport',
  toutVoir: 'Tout voir',
  parSection: 'Une section à la fois',
  imprimer: 'Imprimer',
  historique: 'Historique',
  versionsDiffusees: 'Version affichée',
  versionCourante: 'Version en cours',
  versionNumero: (n: number) => `Version diffusée n° ${n}`,
  lectureVersion: (n: number) => `Vous lisez la version diffusée n° ${n}. Elle ne se modifie pas.`,
  lectureSeule: (etat: Etat) =>
    `Ce rapport est à l’état « ${LIBELLES_ETATS[etat]} » : il se lit, mais ne se modifie pas.`,
  aRemplir:
    'Les cases marquées d’un astérisque (*) sont obligatoires. Une case vide n’est pas un zéro : indiquez 0 s’il n’y a personne.',
  aide: 'Entrée : case du dessous. Flèches : cases voisines. « = » : reprendre la valeur du mois précédent. F2 : commentaire et options de la case. Vous pouvez coller un bloc copié d’un tableur.',
  aideTitre: 'Aide à la saisie',
  source: (source: string) => `Source : ${source}`,
  unite: (unite: string) => `en ${unite}`,
  requis: 'obligatoire',
  facultatif: '(facultatif)',
  moisPrecedent: (periode: string) => `En ${periode} : `,
  total: 'Total',
  partiel: 'Total partiel : des cases sont encore vides.',
  defiler: (libelle: string) => `${libelle}, tableau à faire défiler`,
  resumeMatrice: (lignes: number, groupes: string, colonnes: string) =>
    `Tableau à deux rangs d’en-têtes : ${groupes}, chacun divisé en ${colonnes}. ${formatCompte(lignes, 'ligne')}.`,
  choisir: 'Choisir…',
  oui: 'Oui',
  non: 'Non',
  caracteres: (reste: number) =>
    `${formatCompte(reste, 'caractère restant', 'caractères restants')}`,
  mettreAZero: 'Mettre les cases vides à 0',
  mettreAZeroTout: 'Mettre toutes les cases vides du rapport à 0',
  misesAZero: (n: number) =>
    n === 0
      ? 'Aucune case vide à mettre à 0.'
      : `${formatCompte(n, 'case vide mise à 0.', 'cases vides mises à 0.')}`,
  collees: (posees: number, ignorees: number, dehors: number) =>
    [
      formatCompte(posees, 'case collée', 'cases collées'),
      ignorees > 0 && formatCompte(ignorees, 'case calculée ignorée', 'cases calculées ignorées'),
      dehors > 0 && formatCompte(dehors, 'valeur hors du tableau', 'valeurs hors du tableau'),
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  ajouterLigne: 'Ajouter une ligne',
  supprimerLigne: (rang: number) => `Retirer la ligne ${rang}`,
  ligne: (rang: number) => `Ligne ${rang}`,
  aucuneLigne: 'Aucune ligne. Ajoutez-en une s’il y a lieu.',
  lignesMax: (n: number) => `Ce tableau accepte ${n} lignes au plus.`,
  retirer: 'Retirer',

  saisie: {
    repos: 'Rien à enregistrer.',
    attente: 'Modifications en attente…',
    envoi: 'Enregistrement…',
    enregistre: (heure: string) => `Enregistré à ${heure}`,
    interrompu:
      'Connexion interrompue. Vos modifications seront enregistrées dès le retour du réseau.',
    suspendu: (libelle: string) =>
      `${libelle} Vos modifications restent dans ce navigateur et seront enregistrées dès que possible.`,
    conflit: 'Choisissez les valeurs à garder pour enregistrer.',
    refuse: (libelle: string) => `Non enregistré. ${libelle}`,
    retrouvees:
      'Des modifications non enregistrées ont été retrouvées. Elles ont repris leur place.',
    retrouveesFermees:
      'Des modifications non enregistrées ont été retrouvées, mais ce rapport n’est plus ouvert à la saisie. Elles restent dans ce navigateur.',
    reessayer: 'Enregistrer maintenant',
  },

  panneau: {
    titre: 'Case active',
    aucune: 'Placez-vous dans une case pour voir ses options.',
    precedent: (periode: string, valeur: string) => `${periode} : ${valeur}`,
    reprendre: 'Reprendre',
    reprendreValeur: (valeur: string) => `Reprendre ${valeur}`,
    commentaire: 'Commentaire',
    commentaireRequis: 'Commentaire (obligatoire)',
    commentaireAide: 'N’indiquez aucun nom de personne accueillie.',
    nd: 'Non disponible (ND)',
    so: 'Sans objet (SO)',
    remarques: 'Remarques',
    remarque: 'Remarque à la structure',
    ajouterRemarque: 'Ajouter une remarque',
    ouvrir: 'Options de la case',
    fermer: 'Fermer les options de la case',
    revenir: 'Revenir à la case',
    lever: 'Lever',
    rouvrir: 'Rouvrir',
    parLe: (auteur: string, le: string) => `${auteur}, le ${le}`,
    statuts: { OUVERTE: 'À traiter', CORRIGEE: 'Corrigée', LEVEE: 'Levée' },
    remarqueEnvoyee: 'La remarque a été ajoutée.',
  },

  onglet: {
    erreurs: (n: number) => `${formatCompte(n, 'erreur')}, `,
    avertissements: (n: number) => `${formatCompte(n, 'avertissement')} à justifier, `,
    reste: (n: number) => `${formatCompte(n, 'case')} à remplir, `,
    complete: 'Complète, ',
    precedente: (libelle: string) => `Section précédente : ${libelle}`,
    suivante: (libelle: string) => `Section suivante : ${libelle}`,
  },

  controles: {
    titre: 'Contrôles de cohérence',
    BLOQUANT: 'Erreur bloquante',
    AVERTISSEMENT: 'Avertissement',
    INFO: 'Information',
    invalide: 'Valeur à corriger',
    manquante: 'Case à remplir',
    commentaire: 'Commentaire à rédiger',
    voir: 'Voir la case',
    justification: 'Justification (10 caractères au moins)',
    justificationManque: (n: number) =>
      `Encore ${formatCompte(n, 'caractère', 'caractères')} au moins.`,
    justifie: 'Justifié',
    manquantes: (section: string, n: number) =>
      `${section} : ${formatCompte(n, 'case obligatoire à remplir', 'cases obligatoires à remplir')}.`,
    faute: (libelle: string, message: string) => `${libelle} : ${message}`,
    perimee: 'Les chiffres ont changé depuis cette justification. Modifiez-la, ou confirmez-la.',
    confirmer: 'Confirmer la justification',
    commentaireRequis: (libelle: string) => `${libelle} : rédigez un commentaire.`,
  },

  barre: {
    titre: 'État du rapport',
    rempli: (pourcent: number) => `Rempli à ${pourcent} %`,
    problemes: (erreurs: number, avertissements: number) =>
      erreurs + avertissements === 0
        ? 'Aucune erreur'
        : [
            erreurs > 0 && formatCompte(erreurs, 'erreur', 'erreurs'),
            avertissements > 0 &&
              formatCompte(
                avertissements,
                'avertissement à justifier',
                'avertissements à justifier',
              ),
          ]
            .filter(Boolean)
            .join(' et '),
    voirProblemes: 'Voir les problèmes',
    fermerProblemes: 'Fermer',
    aucun: 'Aucune erreur ni avertissement : le rapport peut être relu et soumis.',
    relire: 'Relire et soumettre',
    soumettre: 'Soumettre',
    valider: 'Valider',
    approuver: 'Approuver',
    diffuser: 'Diffuser',
    renvoyer: 'Renvoyer pour correction',
    changerEtat: 'Changer l’état',
    autres: 'Autres actions',
  },

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
  resume: (erreurs: number, avertissements: number) =>
    `${[
      erreurs > 0 && formatCompte(erreurs, 'erreur à corriger', 'erreurs à corriger'),
      avertissements > 0 &&
        formatCompte(avertissements, 'avertissement à justifier', 'avertissements à justifier'),
    ]
      .filter(Boolean)
      .join(' et ')} avant de soumettre`,
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
    auNomDe: (structure: string) => `au nom de ${structure}`,
    force: 'état forcé',
    passage: (de: string | null, vers: string) => (de ? `${de} → ${vers}` : vers),
    cellule: 'Case',
    avant: 'Avant',
    apres: 'Après',
    plus: 'Actes plus anciens',
    cases: (n: number) => formatCompte(n, 'case modifiée', 'cases modifiées'),
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

  identification: {
    structure: 'Structure',
    type: 'Type de structure',
    region: 'Région',
    mois: 'Mois',
    responsable: 'Responsable',
    inconnu: '—',
  },
} as const
