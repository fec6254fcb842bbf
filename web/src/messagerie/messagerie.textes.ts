import type { ActionMessage } from '@releve/contract/messagerie/messagerie.schema.ts'
import { formatCompte, formatHeure } from '../ui/format.ts'

/** The beginning of a text on one line: what ended a line without a sign is told from what follows. */
export const enSuite = (texte: string): string =>
  texte.trim().replace(/([^\s.,;:!?…])\s*\n\s*/g, '$1 – ')

export const BOITES = ['recus', 'envoyes', 'importants', 'brouillons'] as const
export type Boite = (typeof BOITES)[number]

const RIEN = 'Aucun message.' // [S]

const commun = {
  compte: (n: number) => formatCompte(n, 'message'),
  vide: RIEN,
  aucun: 'Aucun message ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
}

export const textesMessagerie = {
  titre: 'Messagerie',
  boites: 'Mes messages',
  onglets: {
    recus: 'Reçus',
    envoyes: 'Envoyés',
    importants: 'Importants',
    brouillons: 'Brouillons',
  } satisfies Record<Boite, string>,
  nouveau: 'Nouveau message',
  listes: {
    recus: { titre: 'Messages reçus', ...commun },
    envoyes: { titre: 'Messages envoyés', ...commun },
    importants: { titre: 'Messages importants', ...commun },
    brouillons: {
      titre: 'Brouillons',
      ...commun,
      compte: (n: number) => formatCompte(n, 'brouillon'),
      vide: 'Aucun brouillon.',
    },
  },
  filtres: {
    recherche: 'Personne, structure, objet ou texte',
    lecture: { libelle: 'Lecture', vide: 'Tous' },
    nonLus: 'Non lus',
  },
  colonnes: {
    important: 'Important',
    de: 'De',
    a: 'À',
    objet: 'Objet',
    le: 'Date',
    ecrit: 'Écrit',
    jeter: 'Actions',
  },
  /** Who is meant, where the platform writes, or where one wrote. */
  pourA: (a: string) => `À\u00a0: ${a}`,
  nonLu: 'Non lu',
  marquer: (objet: string) => `Marquer «\u00a0${objet}\u00a0» important`,
  sansObjet: '(sans objet)',
  sansDestinataire: '(personne encore)',
  destinataires: (noms: readonly string[], reste: number) =>
    noms.length === 0 && reste > 0
      ? formatCompte(reste, 'personne')
      : [...noms, ...(reste > 0 ? [formatCompte(reste, 'autre')] : [])].join(', '),
  personnes: (libelle: string, nombre: number) =>
    `${libelle} (${formatCompte(nombre, 'personne')})`,
  message: {
    retour: 'Revenir aux messages',
    le: 'Le',
    rapport: 'Rapport',
    ouvrirRapport: 'Ouvrir le rapport',
    rapports: 'Rapports dont parle ce message',
    nomRapport: (modele: string, periode: string, structure: string) =>
      `${modele} ${periode}, ${structure}`,
    nonCommence: '(pas encore commencé)',
    ouvrirCase: (cellule: string) => `Ouvrir le rapport à la case ${cellule}`,
    fichiers: 'Fichiers joints',
    telecharger: (nom: string, taille: string) => `Télécharger ${nom} (${taille})`,
    lus: (lus: number, nombre: number) =>
      nombre === 1
        ? lus === 1
          ? 'Lu'
          : 'Pas encore lu'
        : `Lu par ${lus} sur ${formatCompte(nombre, 'personne')}`,
    automatique: 'Message automatique',
    actions: {
      repondre: 'Répondre',
      repondreATous: 'Répondre à tous',
      transferer: 'Transférer',
      supprimer: 'Supprimer',
    } satisfies Record<ActionMessage, string>,
    parCourriel: 'Répondre par courriel',
    marquerNonLu: 'Marquer comme non lu',
    important: 'Important',
    imprimer: 'Imprimer',
    fil: 'Toute la conversation',
  },
  suppression: {
    titre: 'Supprimer ce message\u202f?',
    texte:
      'Il disparaît de votre messagerie seulement\u00a0: les autres personnes gardent leur copie.',
    fermer: 'Annuler',
    supprimer: 'Supprimer',
    fait: 'Le message a été supprimé.',
    echec: 'Erreur\u00a0: le message n’a pas été supprimé',
  },
  ecrire: {
    titre: 'Nouveau message',
    titreReponse: 'Répondre',
    titreTransfert: 'Transférer',
    destinataires: 'Destinataires',
    aideDestinataires: 'Une personne, ou un groupe\u00a0: tapez quelques lettres, puis choisissez.',
    choisis: 'Destinataires choisis',
    retirer: (nom: string) => `Retirer ${nom}`,
    requis: 'Choisissez au moins un destinataire.',
    groupe: (libelle: string, nombre: number) => `Groupe\u00a0: ${libelle} (${nombre})`,
    rapport: 'Numéro du rapport (facultatif)',
    aideRapport: (cellule: string | null) =>
      cellule ? `Le message ouvrira la case ${cellule}.` : 'Exemple\u00a0: RMA-CAU-R01-01-202503',
    fichier: 'Joindre des fichiers, l’un après l’autre (dix au plus)',
    joints: 'Fichiers joints',
    envoyer: 'Envoyer',
    jeter: 'Jeter le brouillon',
    plusTard: 'Garder pour plus tard',
    garde: (le: string) => `Brouillon enregistré à ${formatHeure(le)}.`, // [S]
    nonGarde: (raison: string) => `Brouillon non enregistré. ${raison}`,
    coupure: 'Ce que vous écrivez reste à l’écran.',
    conflit: 'Attention\u00a0: ce brouillon a changé ailleurs',
    reprendre: 'Abandonner ce texte et reprendre le brouillon',
    garderAilleurs: 'Garder ce texte dans un autre brouillon',
    gardeAilleurs: 'Ce texte est gardé dans un autre brouillon.',
    echecAilleurs: 'Erreur\u00a0: ce texte n’est pas gardé',
    fait: 'Le message a été envoyé.',
    jete: 'Le brouillon a été jeté.',
    echec: 'Erreur\u00a0: le message n’a pas été envoyé',
    echecFichier: 'Erreur\u00a0: le fichier n’a pas été joint',
    /** What a message about a report begins with. */
    aPropos: (numero: string) => `Rapport ${numero}`,
    re: (objet: string) => (/^re\s*:/i.test(objet) ? objet : `Re\u00a0: ${objet}`),
    tr: (objet: string) => (/^tr\s*:/i.test(objet) ? objet : `Tr\u00a0: ${objet}`),
    cite: (nom: string, le: string, corps: string) =>
      `\n\n— ${nom}, le ${le}\u00a0:\n${corps.replace(/^/gm, '> ')}`,
    coupe: '\n\n[La suite de la conversation n’est pas reprise.]',
  },
  reliquats: {
    titre: 'Attention\u00a0: ce que vous écriviez n’est pas encore enregistré',
    aide: (enPeril: boolean) =>
      `La connexion manquait quand vous avez quitté la page. Votre texte est gardé dans ${enPeril ? 'cette fenêtre seulement' : 'ce navigateur'}\u00a0; reprenez-le pour l’enregistrer.`,
    reprendre: (objet: string) => `Reprendre «\u00a0${objet || 'Sans objet'}\u00a0»`,
  },
  avisFait: 'Votre choix est enregistré.',
} as const
