import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { avecDe } from '@releve/contract/mois.ts'
import { direNonTransmises } from '../../app/horsLigne.textes.ts'
import { formatCompte } from '../../ui/format.ts'

/**
 * The sentences of the form screen, in all its rooms. What a dialog alone says comes with it
 * (`actes/`).
 */
export const textesSaisie = {
  titre: (periode: string) => `Rapport ${periode}`,
  rapportDe: (periode: string) => `Rapport ${avecDe(periode)}`,
  exemple: 'Rapport d’exemple',
  exercice: 'Exercice : rien n’est envoyé',
  etapes: 'Étapes',
  retour: 'Retour aux saisies',
  chargement: 'Chargement en cours',
  inaccessible: 'Rapport inaccessible',
  numeroDe: (numero: string) => `N° ${numero}`,
  echeance: 'Échéance',
  horsDelai: 'Transmis hors délai',
  sections: 'Sections du rapport',
  outils: 'Options',
  toutVoir: 'Tout voir',
  parSection: 'Une section à la fois',
  importerClasseur: 'Importer un classeur',
  affichage: { pleineLargeur: 'Pleine largeur', compact: 'Compact' },
  imprimer: 'Imprimer',
  historique: 'Historique',
  recepisses: 'Récépissés',
  pieces: 'Pièces jointes',
  ecrire: 'Écrire',
  ecrireSurRapport: 'Écrire à propos de ce rapport',
  versionsDiffusees: 'Version affichée',
  versionCourante: 'Version en cours',
  versionNumero: (n: number) => `Version diffusée n° ${n}`,
  lectureVersion: (n: number) =>
    `Vous lisez la version diffusée n° ${n}. Elle ne peut pas être modifiée.`,
  lectureSeule: (etat: Etat) =>
    `Ce rapport est à l’état « ${LIBELLES_ETATS[etat]} » : vous pouvez le lire, mais pas le modifier.`,
  aRemplir: 'Un astérisque (*) marque ce qui est obligatoire. Une case vide n’est pas un zéro.',
  nonRouverte: 'Cette case n’est pas à corriger\u00a0: elle reste fermée.',
  toutesRequises: '* cases obligatoires',
  aide: 'S’il n’y a personne, indiquez 0. Entrée : case du dessous. Flèches : cases voisines. « = » : reprendre la valeur du mois précédent. Ctrl + Z : annuler. F8 : prochaine case à revoir. « ↑ » ou « ↓ » : valeur inhabituelle pour cette case. Ctrl + Entrée : commentaire et options de la case. « ? » : toutes les touches. Vous pouvez coller un bloc copié d’un tableur, avec ou sans ses intitulés et ses totaux.',
  aideTitre: 'Aide à la saisie',
  source: (source: string) => `Source : ${source}`,
  unite: (unite: string) => `en ${unite}`,
  requis: 'obligatoire',
  moisPrecedent: (periode: string) => `En ${periode} : `,
  partiel: 'Total partiel : des cases sont encore vides.',
  retouche:
    'Modification\u00a0: les flèches déplacent le curseur, Entrée valide, Échap rend la valeur.',
  defiler: (libelle: string) => `${libelle}, tableau à faire défiler`,
  resumeMatrice: (lignes: number, groupes: string, colonnes: string) =>
    `Tableau à deux rangs d’en-têtes : ${groupes}, chacun divisé en ${colonnes}. ${formatCompte(lignes, 'ligne')}.`,
  choisir: 'Choisir…',
  horsMois:
    'Cette valeur n’est pas proposée dans le mois de ce rapport. Elle reste tant que vous n’en choisissez pas une autre.',
  oui: 'Oui',
  non: 'Non',
  mettreAZero: 'Mettre les cases vides à 0',
  mettreAZeroTout: 'Mettre toutes les cases vides du rapport à 0',
  misesAZero: (n: number) =>
    n === 0
      ? 'Aucune case vide à mettre à 0.'
      : `${formatCompte(n, 'case vide mise à 0.', 'cases vides mises à 0.')}`,
  collageAbsent:
    'Rien n’a été collé : la connexion manque pour préparer ce collage. Recommencez à son retour.',
  choisies: (lignes: number, colonnes: number) =>
    `Cases choisies : ${formatCompte(lignes, 'ligne')}, ${formatCompte(colonnes, 'colonne')}.`,
  copiees: (n: number) => `${formatCompte(n, 'case copiée', 'cases copiées')}.`,
  videes: (n: number) => `${formatCompte(n, 'case vidée', 'cases vidées')}.`,
  recopiees: (n: number) => `${formatCompte(n, 'case remplie', 'cases remplies')}.`,
  ajouterLigne: 'Ajouter une ligne',
  supprimerLigne: (rang: number) => `Retirer la ligne ${rang}`,
  ligne: (rang: number) => `Ligne ${rang}`,
  aucuneLigne: 'Aucune ligne. Ajoutez-en une s’il y a lieu.',
  lignesMax: (n: number) => `Ce tableau accepte ${n} lignes au plus.`,

  saisie: {
    repos: 'Rien à enregistrer.',
    attente: 'À enregistrer…',
    envoi: 'Enregistrement…',
    enregistre: (heure: string) => `Enregistré à ${heure}`,
    interrompu:
      'Connexion interrompue. Vos modifications seront enregistrées dès le retour du réseau.',
    nonTransmises: (n: number) =>
      `Connexion interrompue. ${direNonTransmises(n)}, à envoyer dès le retour du réseau.`,
    suspendu: (libelle: string) =>
      `${libelle} Vos modifications seront enregistrées dès que possible.`,
    gardees: (n: number) => `${n > 1 ? 'Gardées' : 'Gardée'} sur ce poste.`,
    enFenetre: (n: number) =>
      `${n > 1 ? 'Gardées' : 'Gardée'} dans cette fenêtre seulement : ne la fermez pas.`,
    conflit: 'Choisissez les valeurs à garder pour enregistrer.',
    refuse: (libelle: string) => `Non enregistré. ${libelle}`,
    retrouvees:
      'Des modifications non enregistrées ont été retrouvées. Elles ont repris leur place.',
  },

  touches: {
    aucunProbleme: 'Aucune case à revoir.',
    rien: { annuler: 'Rien à annuler.', refaire: 'Rien à refaire.' },
    retour: {
      annuler: (n: number) =>
        n === 0
          ? 'Cette case a changé depuis : elle reste.'
          : `Annulé : ${formatCompte(n, 'case')}.`,
      refaire: (n: number) =>
        n === 0
          ? 'Cette case a changé depuis : elle reste.'
          : `Refait : ${formatCompte(n, 'case')}.`,
    },
  },

  panneau: {
    titre: 'Case active',
    aide: 'Aide',
    commentaireManque: 'Rédigez un commentaire (Ctrl + Entrée).',
    nd: 'Non disponible (ND)',
    so: 'Sans objet (SO)',
  },

  onglet: {
    erreurs: (n: number) => `${formatCompte(n, 'erreur')}, `,
    avertissements: (n: number) => `${formatCompte(n, 'avertissement')} à justifier, `,
    remarques: (n: number) => `${formatCompte(n, 'remarque')} à traiter, `,
    reste: (n: number) => `${formatCompte(n, 'case')} à remplir, `,
    complete: 'Complète, ',
    changees: (n: number) => formatCompte(n, 'changée', 'changées'),
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
    remarque: 'Remarque à traiter',
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
    controles: (n: number) => formatCompte(n, 'contrôle à lire', 'contrôles à lire'),
    titre: 'État du rapport',
    rempli: (pourcent: number) => `Rempli à ${pourcent} %`,
    problemes: (erreurs: number, avertissements: number, vides: number, remarques: number) => {
      if (erreurs + avertissements + vides + remarques === 0) return 'Aucune erreur'
      if (erreurs + avertissements + remarques === 0)
        return formatCompte(vides, 'case à remplir', 'cases à remplir')
      return [
        remarques > 0 && formatCompte(remarques, 'remarque'),
        erreurs > 0 && formatCompte(erreurs, 'erreur', 'erreurs'),
        avertissements > 0 && formatCompte(avertissements, 'avertissement'),
      ]
        .filter(Boolean)
        .join(' et ')
    },
    aucun: 'Aucune erreur ni avertissement : le rapport peut être relu et soumis.',
    relire: 'Relire et soumettre',
    valider: 'Valider',
    approuver: 'Approuver',
    diffuser: 'Diffuser',
    renvoyer: 'Renvoyer',
    renvoyerSuite: 'pour correction',
    changerEtat: 'Changer l’état',
  },

  /** Said by the review too. */
  soumission: {
    problemes: 'Ce qui reste à faire',
    soumettre: (periode: string) => `Soumettre le rapport ${avecDe(periode)}`,
    impossible: 'Remplissez, corrigez ou justifiez ce qui est signalé pour pouvoir soumettre.',
    aTraiter: 'Corrigez ou justifiez chaque case renvoyée pour pouvoir soumettre.',
  },
  identification: {
    structure: 'Structure',
    type: 'Type de structure',
    region: 'Région',
    mois: 'Mois',
    responsable: 'Responsable',
    inconnu: 'Non renseigné',
  },

  erreur: (libelle: string) => `Erreur : ${libelle}`,

  perime: (libelle: string) => `${libelle} Le rapport vient d’être rechargé.`,
  nonEnregistre:
    'Des modifications ne sont pas encore enregistrées. Attendez leur enregistrement, puis recommencez.',

  fusion: (par: string | null, cases: number) =>
    `${par ?? 'Une autre personne'} a changé ${formatCompte(cases, 'case')}.`,
  fusionSoi: (cases: number) =>
    `Vous avez changé ${formatCompte(cases, 'case')} dans une autre fenêtre.`,
} as const
