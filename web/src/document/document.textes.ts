import { COTE_MAX_LOGO, QUOTAS } from '@releve/contract/document/document.schema.ts'
import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte, formatNombre } from '../ui/format.ts'
import { formatTaille } from '../ui/zoneDepot.textes.ts'

export const textesDocument = {
  logo: {
    titre: 'Changer le logo',
    pour: (structure: string | null) =>
      structure === null
        ? 'Ce sera celui de l’organisation\u202f; les structures qui n’ont pas le leur l’afficheront aussi.'
        : `Ce sera celui de votre structure\u00a0: ${structure}.`,
    fichier: `Image du logo, de ${formatNombre(COTE_MAX_LOGO)}\u00a0pixels de côté au plus`,
    annuler: 'Annuler',
    charger: 'Charger',
    aucun: 'Choisissez d’abord une image.',
    reussite: 'Le logo a été changé.',
    echec: 'Erreur\u00a0: le logo n’a pas été changé',
  },
  transfert: {
    avancee: (nom: string) => `Envoi ${avecDe(nom)}`,
    enCours: (nom: string) => `Envoi ${avecDe(nom)} en cours…`,
    verification: 'Vérification du fichier…',
    annuler: 'Annuler l’envoi',
    annule: 'L’envoi a été annulé\u00a0: rien n’a été gardé.',
  },
  panneau: {
    titre: 'Pièces jointes',
    fermer: 'Fermer les pièces jointes',
    occupe: ({ fichiers, octets }: { fichiers: number; octets: number }) =>
      `${formatCompte(fichiers, 'fichier')} sur ${QUOTAS.formulaire.fichiers}, ${formatTaille(octets)} sur ${formatTaille(QUOTAS.formulaire.octets)}.`,
    vide: 'Aucune pièce n’est jointe à ce rapport.',
    lectureSeule: 'Vous pouvez consulter ces pièces, sans les changer.',
    joindre: 'Joindre une pièce',
    type: 'Type de document',
    choisir: 'Choisir un type',
    fichier: 'Fichier à joindre',
    envoyer: 'Joindre',
    sansType: 'Choisissez d’abord le type du document.',
    sansFichier: 'Choisissez d’abord un fichier.',
    jointe: (nom: string) => `La pièce «\u00a0${nom}\u00a0» a été jointe.`,
    echec: 'Erreur\u00a0: la pièce n’a pas été jointe',
    parQui: (qui: string, quand: string) => `${qui}, le ${quand}`,
  },
  actes: {
    apercu: 'Aperçu',
    apercuNom: (nom: string) => `Aperçu ${avecDe(nom)}`,
    telecharger: 'Télécharger',
    telechargerNom: (nom: string) => `Télécharger ${nom}`,
    supprimer: 'Supprimer',
    supprimerNom: (nom: string) => `Supprimer ${nom}`,
    modifier: 'Modifier',
    modifierNom: (nom: string) => `Modifier ${nom}`,
    edition: 'Fichiers et errata',
    editionNom: (nom: string) => `Fichiers et errata\u00a0: ${nom}`,
    remplacer: 'Remplacer',
    remplacerNom: (nom: string) => `Remplacer le fichier ${avecDe(nom)}`,
  },
  apercu: {
    fermer: 'Fermer',
    image: (nom: string) => `Aperçu\u00a0: ${nom}`,
    sansLecteur: 'Ce navigateur ne montre pas les PDF. Téléchargez le fichier pour le lire.',
    illisible: 'Cette image ne peut pas être montrée. Téléchargez le fichier.',
  },
  suppression: {
    titre: (nom: string) => `Supprimer «\u00a0${nom}\u00a0»\u202f?`,
    effet: 'Le fichier sera effacé pour tous, sans retour possible.',
    garder: 'Garder',
    faite: 'Le fichier a été supprimé.',
    echec: 'Erreur\u00a0: le fichier n’a pas été supprimé',
  },
  bibliotheque: {
    titre: 'Documents',
    chapeau:
      'Les guides, formulaires vierges et notes que la direction centrale met à disposition, et les éditions publiées de l’annuaire.',
    compte: (n: number) => formatCompte(n, 'document'),
    vide: 'Aucun document pour le moment.',
    aucun: 'Aucun document ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
    deposer: 'Déposer un document',
    recherche: 'Titre, description ou nom de fichier',
    categories: 'Catégorie',
    colonnes: {
      titre: 'Titre',
      categorie: 'Catégorie',
      fichier: 'Fichier',
      depose: 'Déposé le',
      rang: 'Place',
      actes: 'Actions',
    },
  },
  fiche: {
    deposer: 'Déposer un document',
    modifier: (titre: string) => `Modifier «\u00a0${titre}\u00a0»`,
    envoyer: 'Déposer',
    enregistrer: 'Enregistrer',
    choisir: 'Choisir une catégorie',
    fichier: 'Fichier',
    presentation: 'Présentation',
    aideRang: 'Les documents se suivent du plus petit nombre au plus grand.',
    depose: 'Le document a été déposé dans la bibliothèque.',
    modifie: 'Le document a été modifié.',
    echec: 'Erreur\u00a0: le document n’a pas été enregistré',
    coupure:
      'Vérifiez la liste avant de recommencer\u00a0: le document a peut-être été enregistré.',
    recharger: 'Recharger la fiche',
  },
  remplacement: {
    titre: (titre: string) => `Remplacer le fichier de «\u00a0${titre}\u00a0»`,
    effet: 'Le titre, la description et la place du document ne changent pas.',
    fichier: 'Nouveau fichier',
    annuler: 'Annuler',
    remplacer: 'Remplacer',
    aucun: 'Choisissez d’abord un fichier.',
    fait: 'Le fichier a été remplacé.',
    echec: 'Erreur\u00a0: le fichier n’a pas été remplacé',
  },
}
