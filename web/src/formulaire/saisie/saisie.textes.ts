import {
  type Etat,
  type EtatListe,
  LIBELLES_ETATS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterNombre } from '@releve/contract/modele/affichage.ts'
import type { MoisCouvert } from '@releve/contract/mois.schema.ts'
import { avecDe, avecEn, libellePeriode } from '@releve/contract/mois.ts'
import { direNonTransmises } from '../../app/app.textes.ts'
import { formatCompte } from '../../ui/format.ts'

/** Of the identity of a form that is nobody's: an example, or what a model gives. */
const enTete = (dit: string): string => `${dit.charAt(0).toUpperCase()}${dit.slice(1)}`

export const textesDePersonne = {
  structure: 'Aucune\u00a0: ce rapport est un exemple',
  type: 'Celui de la structure qui remplit',
  region: 'Celle de la structure qui remplit',
  responsable: 'Celui de la structure qui remplit',
} as const

/** Sentences of the remarks, of what a report sent back asks for, and of what it has changed. */
export const textesRetour = {
  recu: (motif: string) => `Rapport renvoyé pour correction – ${motif}`,
  remarques: 'Remarques',
  remarque: 'Remarque à la structure',
  ajouterRemarque: 'Ajouter une remarque',
  remarqueGenerale: 'Ajouter une remarque sur l’ensemble du rapport',
  remarqueEnvoyee: 'La remarque a été enregistrée.',
  lever: 'Lever',
  rouvrir: 'Rouvrir',
  parLe: (auteur: string, le: string) => `${auteur}, le ${le}`,

  reponse: 'Réponse de la structure\u00a0:',
  repondre: 'Justifier, sans changer la case ou en plus',
  repondreAide: 'La direction lira cette réponse. N’indiquez aucun nom de personne accueillie.',
  completer: 'Ajouter une réponse',
  changer: 'Changer la réponse',
  envoyer: 'Envoyer la réponse',
  envoyee: 'La réponse a été enregistrée.',
  requise: 'Écrivez votre réponse.',
  sansReseau:
    'Pas de réseau\u00a0: la réponse n’est pas envoyée. Elle reste écrite ici\u202f; envoyez-la au retour du réseau.',
  sansNouvelle: 'Nous ne savons pas encore si la réponse est enregistrée',
  resteIci:
    'Le serveur n’a pas répondu. Elle reste écrite ici\u202f; envoyez-la de nouveau\u00a0: elle ne sera pas enregistrée deux fois.',
  nonEnvoyee: 'La réponse n’est pas enregistrée.',

  aTraiter: (restent: number, toutes: number) =>
    restent === 0
      ? 'Toutes les cases renvoyées sont traitées'
      : `${formatCompte(restent, 'case renvoyée à traiter', 'cases renvoyées à traiter')} sur ${toutes}`,
  comment: (touches: boolean) =>
    touches
      ? 'Corrigez chaque case, ou justifiez-la (Ctrl\u00a0+\u00a0Entrée dans la case). F8 mène à la suivante.'
      : 'Corrigez chaque case, ou justifiez-la.',
  seules:
    'Seules les cases renvoyées, et celles qui en dépendent, peuvent être modifiées\u202f; les autres restent fermées.',
  liste: 'Cases renvoyées',

  ecartees:
    'Des modifications non enregistrées portaient sur des cases qui ne sont pas à corriger. Elles n’ont pas été reprises\u00a0:',

  suivi: (ouvertes: number, corrigees: number, levees: number) =>
    [
      ouvertes > 0 && `${formatCompte(ouvertes, 'remarque')} à traiter par la structure`,
      corrigees > 0 && `${formatCompte(corrigees, 'remarque')} à relire`,
      levees > 0 && formatCompte(levees, 'remarque levée', 'remarques levées'),
    ]
      .filter(Boolean)
      .join(', '),
  leverToutes: (n: number) =>
    n > 1 ? `Lever les ${n} remarques traitées` : 'Lever la remarque traitée',
  changee: (avant: string, apres: string) => `${avant} → ${apres}`,
  inchangee: 'Valeur inchangée.',
  etait: (avant: string, depuis: string, auteur: string) =>
    `Était ${avant} à la soumission du ${depuis}\u202f; changée par ${auteur}.`,
  vide: 'vide',

  differences: (n: number, depuis: string) =>
    n === 0
      ? `Aucune case changée depuis la soumission du ${depuis}`
      : `${formatCompte(n, 'case changée', 'cases changées')} depuis la soumission du ${depuis}`,
  montrer: 'Montrer',
  toutes: (n: number) => `Toutes les cases changées (${n})`,
  renvoyees: (n: number) => `Cases renvoyées (${n})`,
  deSection: (libelle: string, n: number) => `${libelle} (${n})`,
  colonnes: { cellule: 'Case', avant: 'Avant', apres: 'Après', auteur: 'Changée par' },
} as const

type Extreme = { dit: string; mois: MoisCouvert }

const direMois = (mois: MoisCouvert): string => libellePeriode(mois, mois.moisCouverts)
const connusDe = (n: number, couverts: number): string =>
  couverts === 1
    ? formatCompte(n, 'mois connu', 'mois connus')
    : formatCompte(n, 'période connue', 'périodes connues')
const ceMois = (couverts: number): string => (couverts === 1 ? 'Ce mois' : 'Cette période')

/** A long text is recognised by its beginning. */
const DEBUT = 90
const debutDe = (texte: string) =>
  texte.length > DEBUT ? `${texte.slice(0, DEBUT).trimEnd()}…` : texte

export const textesPasse = {
  entre: (min: string, max: string) => `entre ${min} et ${max}`,
  toujours: (valeur: string) => `toujours ${valeur}`,
  usuel: (dit: string) => `D’ordinaire ${dit}.`,
  inhabituelle: (sens: 1 | -1, dit: string) =>
    `Valeur inhabituelle\u00a0: ${sens > 0 ? 'plus' : 'moins'} que d’ordinaire (${dit}).`,
  etendue: (min: Extreme, max: Extreme, connus: number) => {
    const sur = connusDe(connus, Math.max(min.mois.moisCouverts, max.mois.moisCouverts))
    return min.dit === max.dit
      ? `${connus > 1 ? 'Toujours ' : ''}${min.dit}, sur ${sur}.`
      : `De ${min.dit} (${direMois(min.mois)}) à ${max.dit} (${direMois(max.mois)}) sur ${sur}.`
  },
  aucun: 'Aucun chiffre sur les douze derniers mois.',
  ceMois: (valeur: string, couverts: number) => `${ceMois(couverts)}\u00a0: ${valeur}.`,
  titre: 'Douze derniers mois',
  voir: 'Voir les valeurs',
  vide: 'vide',
  nonRecu: 'non reçu',
  reprendre: (texte: string, mois: MoisCouvert) =>
    `Reprendre\u00a0: «\u00a0${debutDe(texte)}\u00a0» (${direMois(mois)})`,
} as const

/** What is said of what the browser's own search found in a section that is not shown. */
export const textesTrouver = {
  dans: (section: string) => `Dans la section «\u00a0${section}\u00a0»`,
} as const

/** Of an act sent, whose answer was lost: until the server tells, nobody here knows. */
export const textesIncertain = {
  soumettre: 'Nous ne savons pas encore si le rapport est soumis',
  valider: 'Nous ne savons pas encore si le rapport est validé',
  approuver: 'Nous ne savons pas encore si le rapport est approuvé',
  diffuser: 'Nous ne savons pas encore si le rapport est diffusé',
  renvoyer: 'Nous ne savons pas encore si le rapport est renvoyé',
  changerEtat: 'Nous ne savons pas encore si le rapport a changé d’état',
  texte:
    'La demande est partie, et la réponse du serveur n’est pas arrivée. Dès qu’il répondra, ce qu’il en est sera dit ici.',
  fait: (etat: EtatListe) =>
    `C’est fait\u00a0: le rapport est à l’état «\u00a0${LIBELLES_ETATS[etat]}\u00a0».`,
  nonFait: (etat: EtatListe) =>
    `La connexion s’est interrompue, et rien n’a été fait\u00a0: le rapport est toujours à l’état «\u00a0${LIBELLES_ETATS[etat]}\u00a0». Réessayez.`,
} as const

/** What is said of a submission asked for without network. */
export const textesSoumissionAttendue = {
  incertaine: textesIncertain.soumettre,
  incertaineTexte: textesIncertain.texte,

  attend: 'La soumission attend le retour du réseau',
  attendTexte:
    'Rien n’est soumis pour l’instant. Dès que vos valeurs seront transmises, la plateforme vous demandera de relire ce rapport et de le soumettre.',
  prete: 'Vous avez demandé à soumettre ce rapport',
  preteTexte: (instant: string) =>
    `C’était sans réseau, le ${instant}, et il n’est pas soumis. Vos valeurs sont transmises\u00a0: relisez-les, puis soumettez.`,
  renoncer: 'Ne plus soumettre',
}

/** What the review of a form says. */
export const textesRevue = {
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
  precedent: (periode: string) => enTete(avecEn(periode)),
  declare: ceMois,
  indicateur: 'Indicateur',
  justifications: 'Justifications',
  aucuneJustification: 'Aucune justification rédigée.',
  soumettreExercice: 'Soumettre (exercice)',
  pret: 'Rien ne manque\u00a0: le rapport peut être soumis.',
  part: (remplies: number, requises: number) => `${remplies} sur ${requises}`,
  manque: (vides: number, erreurs: number, avertissements: number) =>
    [
      vides > 0 && `${formatCompte(vides, 'case')} à remplir`,
      erreurs > 0 && formatCompte(erreurs, 'erreur'),
      avertissements > 0 && `${formatCompte(avertissements, 'avertissement')} à justifier`,
    ]
      .filter(Boolean)
      .join(', '),
  resume: (incompletes: number, erreurs: number, avertissements: number, remarques: number) =>
    `${[
      remarques > 0 && formatCompte(remarques, 'remarque à traiter', 'remarques à traiter'),
      incompletes > 0 && formatCompte(incompletes, 'section à compléter', 'sections à compléter'),
      erreurs > 0 && formatCompte(erreurs, 'erreur à corriger', 'erreurs à corriger'),
      avertissements > 0 &&
        formatCompte(avertissements, 'avertissement à justifier', 'avertissements à justifier'),
    ]
      .filter(Boolean)
      .join(', ')
      .replace(/, ([^,]*)$/, ' et $1')} avant de soumettre`,
}

/** What is left to do, in one sentence. */
export const textesReste = {
  debut: 'Il reste',
  et: ' et ',
  rien: 'Tout est rempli\u00a0: relisez et soumettez.',
  vides: (cases: number, parties: number) =>
    `${formatCompte(cases, 'case à remplir', 'cases à remplir')} dans ${formatCompte(parties, 'partie')}`,
  remarques: (n: number) => formatCompte(n, 'remarque à traiter', 'remarques à traiter'),
  erreurs: (n: number) => formatCompte(n, 'erreur à corriger', 'erreurs à corriger'),
  avertissements: (n: number) =>
    formatCompte(n, 'avertissement à justifier', 'avertissements à justifier'),
}

export const textesPresence = {
  saisit: (nom: string, section: string) => `${nom} saisit dans «\u00a0${section}\u00a0»`,
  lit: (nom: string) => `${nom} lit ce rapport`,
  soi: 'Ouvert aussi dans une autre de vos fenêtres',
  aussi: (noms: readonly string[]) =>
    `${noms.length > 1 ? 'Ont' : 'A'} aussi ce rapport ouvert\u00a0: ${noms.join(', ')}.`,
}

/** What the panel of a cell says unfolded. */
export const textesPanneau = {
  precedent: (periode: string, valeur: string) => `${periode}\u00a0: ${valeur}`,
  reprendreValeur: (valeur: string) => `Reprendre ${valeur}`,
  sansPasse: 'Les mois passés de cette case ne peuvent pas être montrés pour l’instant.',
  commentaire: 'Commentaire',
  commentaireRequis: 'Commentaire (obligatoire)',
  commentaireAide: 'N’indiquez aucun nom de personne accueillie.',
  revenir: 'Revenir à la case',
  ecrire: 'Écrire à propos de cette case',
  lire: (texte: string) => `Lire ${texte.includes(',') ? texte : formaterNombre(Number(texte))}`,
} as const

/** The help of a cell. */
export const textesAide = {
  titre: 'Aide de la case',
  definition: 'Définition',
  source: 'Source',
  exemple: 'Exemple',
  rien: 'Aucune aide n’est écrite pour cette case.',
} as const

/** What is said of what was typed and will not be saved. */
export const textesAbandonnees = {
  retrouvees: (enPeril: boolean) =>
    `Des modifications non enregistrées ont été retrouvées, mais ce rapport n’est plus ouvert à la saisie. Elles restent dans ${enPeril ? 'cette fenêtre seulement\u00a0: notez-les avant de la fermer' : 'ce navigateur'}.`,
  oublier: 'Oublier ces modifications',
}

/**
 * The sentences of the form screen, in all its rooms. What a dialog alone says comes with it
 * (`actes/`).
 */
export const textesSaisie = {
  titre: (periode: string) => `Rapport ${periode}`,
  rapportDe: (periode: string) => `Rapport ${avecDe(periode)}`,
  exemple: 'Rapport d’exemple',
  exercice: 'Exercice\u00a0: rien n’est envoyé',
  etapes: 'Étapes',
  retour: 'Retour aux saisies',
  retourFile: 'Retour à «\u00a0À examiner\u00a0»',
  suivantFile: 'Rapport suivant à examiner',
  chargement: 'Chargement en cours',
  inaccessible: 'Rapport inaccessible',
  numeroDe: (numero: string) => `N°\u00a0${numero}`,
  echeance: 'Échéance',
  horsDelai: 'Transmis hors délai',
  sections: 'Sections du rapport',
  outils: 'Options',
  toutVoir: 'Tout voir',
  importerClasseur: 'Importer un classeur',
  affichage: {
    titre: 'Affichage',
    nom: 'Affichage du rapport',
    pleineLargeur: 'Pleine largeur',
    compact: 'Compact',
    majF9: 'Maj + F9',
    pour: (n: number) => `Pleine largeur (F9)\u00a0: un tableau a ${formatCompte(n, 'colonne')}`,
  },
  plus: 'Plus',
  plusNom: 'Plus d’actions sur ce rapport',
  imprimer: 'Imprimer',
  historique: 'Historique',
  recepisses: 'Récépissés',
  pieces: 'Pièces jointes',
  ecrire: 'Écrire',
  ecrireSurRapport: 'Écrire à propos de ce rapport',
  versionsDiffusees: 'Version affichée',
  versionCourante: 'Version en cours',
  versionNumero: (n: number) => `Version diffusée n°\u00a0${n}`,
  lectureVersion: (n: number) =>
    `Vous lisez la version diffusée n°\u00a0${n}. Elle ne peut pas être modifiée.`,
  lectureSeule: (etat: Etat) =>
    `Ce rapport est à l’état «\u00a0${LIBELLES_ETATS[etat]}\u00a0»\u00a0: vous pouvez le lire, mais pas le modifier.`,
  aRemplir: 'Un astérisque (*) marque ce qui est obligatoire. Une case vide n’est pas un zéro.',
  nonRouverte: 'Cette case n’est pas à corriger\u00a0: elle reste fermée.',
  toutesRequises: '* cases obligatoires',
  /** `seules`: the keys that act alone do. */
  aide: (touches: boolean, seules: boolean) =>
    [
      'S’il n’y a personne, indiquez 0.',
      touches && 'Entrée\u00a0: case du dessous. Flèches\u00a0: cases voisines.',
      touches && seules && '«\u00a0=\u00a0»\u00a0: reprendre la valeur du rapport précédent.',
      touches && 'Ctrl + Z\u00a0: annuler. F8\u00a0: prochaine case à revoir.',
      '«\u00a0↑\u00a0» ou «\u00a0↓\u00a0»\u00a0: valeur inhabituelle pour cette case.',
      touches && 'Ctrl + Entrée\u00a0: commentaire et options de la case.',
      touches &&
        `«\u00a0${seules ? '?' : 'F1'}\u00a0»${seules ? '' : ', hors d’une case'}\u00a0: toutes les touches.`,
      'Vous pouvez coller un bloc copié d’un tableur, avec ou sans ses intitulés et ses totaux.',
    ]
      .filter(Boolean)
      .join(' '),
  versPremiereCase: 'Aller à la première case à remplir',
  aideTitre: 'Aide à la saisie',
  source: (source: string) => `Source\u00a0: ${source}`,
  unite: (unite: string) => `en ${unite}`,
  requis: 'obligatoire',
  legendePrecedent: (periode: string) => `en petit\u00a0: ${periode}`,
  moisPrecedent: (periode: string) => `${enTete(avecEn(periode))}\u00a0: `,
  partiel: 'Total partiel\u00a0: des cases sont encore vides.',
  retouche:
    'Modification\u00a0: les flèches déplacent le curseur, Entrée valide, Échap rend la valeur.',
  defiler: (libelle: string) => `${libelle}, tableau à faire défiler`,
  resumeMatrice: (lignes: number, groupes: string, colonnes: string) =>
    `Tableau à deux rangs d’en-têtes\u00a0: ${groupes}, chacun divisé en ${colonnes}. ${formatCompte(lignes, 'ligne')}.`,
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
    'Rien n’a été collé\u202f: la connexion manque pour préparer ce collage. Recommencez à son retour.',
  choisies: (lignes: number, colonnes: number) =>
    `Cases choisies\u00a0: ${formatCompte(lignes, 'ligne')}, ${formatCompte(colonnes, 'colonne')}.`,
  copiees: (n: number) => `${formatCompte(n, 'case copiée', 'cases copiées')}.`,
  videes: (n: number) => `${formatCompte(n, 'case vidée', 'cases vidées')}.`,
  recopiees: (n: number) => `${formatCompte(n, 'case remplie', 'cases remplies')}.`,
  ajouterLigne: 'Ajouter une ligne',
  supprimerLigne: (rang: number) => `Retirer la ligne ${rang}`,
  ligne: (rang: number) => `Ligne ${rang}`,
  aucuneLigne: 'Aucune ligne. Ajoutez-en une s’il y a lieu.',
  lignesMax: (n: number) => `Ce tableau accepte ${formatCompte(n, 'ligne')} au plus.`,

  saisie: {
    repos: 'Rien à enregistrer.',
    refusees: (n: number) =>
      `${formatCompte(n, 'valeur refusée', 'valeurs refusées')}, non ${n > 1 ? 'enregistrées' : 'enregistrée'}.`,
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
      `${n > 1 ? 'Gardées' : 'Gardée'} dans cette fenêtre seulement\u00a0: ne la fermez pas.`,
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
          ? 'Cette case a changé depuis\u00a0: elle reste.'
          : `Annulé\u00a0: ${formatCompte(n, 'case')}.`,
      refaire: (n: number) =>
        n === 0
          ? 'Cette case a changé depuis\u00a0: elle reste.'
          : `Refait\u00a0: ${formatCompte(n, 'case')}.`,
    },
  },

  panneau: {
    titre: 'Case active',
    aide: 'Aide',
    commentaireManque: (touches: boolean) =>
      touches ? 'Rédigez un commentaire (Ctrl + Entrée).' : 'Rédigez un commentaire.',
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
    precedente: (libelle: string) => `Section précédente\u00a0: ${libelle}`,
    suivante: (libelle: string) => `Section suivante\u00a0: ${libelle}`,
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
      `${section}\u00a0: ${formatCompte(n, 'case obligatoire à remplir', 'cases obligatoires à remplir')}.`,
    faute: (libelle: string, message: string) => `${libelle}\u00a0: ${message}`,
    perimee: 'Les chiffres ont changé depuis cette justification. Modifiez-la, ou confirmez-la.',
    confirmer: 'Confirmer la justification',
    commentaireRequis: (libelle: string) => `${libelle}\u00a0: rédigez un commentaire.`,
  },

  barre: {
    controles: (n: number) => formatCompte(n, 'contrôle à lire', 'contrôles à lire'),
    titre: 'État du rapport',
    rempli: (pourcent: number) => `Rempli à ${pourcent}\u00a0%`,
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
    aucun: 'Aucune erreur ni avertissement\u00a0: le rapport peut être relu et soumis.',
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
    responsable: 'Responsable',
    inconnu: 'Non renseigné',
  },

  erreur: (libelle: string) => `Erreur\u00a0: ${libelle}`,

  perime: (libelle: string) => `${libelle} Le rapport vient d’être rechargé.`,
  nonEnregistre:
    'Des modifications ne sont pas encore enregistrées. Attendez leur enregistrement, puis recommencez.',

  fusion: (par: string | null, cases: number) =>
    `${par ?? 'Une autre personne'} a changé ${formatCompte(cases, 'case')}.`,
  fusionSoi: (cases: number) =>
    `Vous avez changé ${formatCompte(cases, 'case')} dans une autre fenêtre.`,
} as const
