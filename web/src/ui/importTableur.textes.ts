import { ENTETE_FAUTES, type LigneImport } from '@releve/contract/import.ts'
import { formatCompte, formatNombre } from './format.ts'

export type Effet = LigneImport['effet']

/** What is imported, in words. `feminin`: « créées ». */
export type NomImporte = { singulier: string; pluriel: string; feminin?: boolean }

const LIBELLES_EFFETS: Record<Effet, string> = {
  CREER: 'À créer',
  MODIFIER: 'À modifier',
  INCHANGE: 'Sans changement',
  ATTENDRE: 'En attente',
  ERREUR: 'En erreur',
}
/** The same, once what could be is written. */
const LIBELLES_FAITS: Record<Effet, string> = {
  ...LIBELLES_EFFETS,
  CREER: 'Créé',
  MODIFIER: 'Modifié',
}
const libellesDe = (faits: boolean) => (faits ? LIBELLES_FAITS : LIBELLES_EFFETS)

const accorder = (n: number, { feminin }: NomImporte, participe: string) =>
  `${participe}${feminin ? 'e' : ''}${n >= 2 ? 's' : ''}`

/** « 3 comptes créés et 2 modifiés » ; the counts that are none are left out. */
function dire(creees: number, modifiees: number, nom: NomImporte): string {
  const compte = (n: number) => formatCompte(n, nom.singulier, nom.pluriel)
  const creation = `${compte(creees)} ${accorder(creees, nom, 'créé')}`
  const suite = accorder(modifiees, nom, 'modifié')
  if (modifiees === 0) return creation
  if (creees === 0) return `${compte(modifiees)} ${suite}`
  return `${creation} et ${formatCompte(modifiees, suite, suite)}`
}

export const textesImportTableur = {
  fichier: 'Tableur à importer',
  lecture: 'Lecture du fichier…',
  lectureDe: (rang: number, total: number) => `Lecture du fichier ${rang} sur ${total}…`,
  ecriture: 'Import en cours…',
  ecritureDe: (rang: number, total: number) => `Import du fichier ${rang} sur ${total}…`,
  arreter: 'Arrêter après ce fichier',
  arretDemande: 'L’import s’arrêtera après ce fichier.',
  fichierEntier: 'Tout le fichier',
  echecLecture: 'Erreur\u00a0: le fichier n’a pas pu être lu',
  echec: 'Erreur\u00a0: rien n’a été importé',
  reseau: 'La connexion au service est interrompue. Vérifiez votre réseau, puis réessayez.',
  reessayer: 'Réessayer',
  sansReponse: 'Erreur\u00a0: la réponse du service n’est pas arrivée',
  peutEtreEcrit:
    'L’import a peut-être été fait. Quand la connexion sera rétablie, relisez le fichier\u00a0: les lignes déjà écrites y seront «\u00a0Sans changement\u00a0».',
  relire: 'Relire le fichier',
  relireTous: 'Relire les fichiers',
  disparu: 'Ce fichier n’a pas pu être lu. S’il a été déplacé ou changé, choisissez-le à nouveau.',
  double: (fichier: string) =>
    `Ce rapport est aussi dans «\u00a0${fichier}\u00a0»\u00a0: le dernier importé l’emporte.`,
  nonEnvoye: 'Ce fichier n’a pas été envoyé\u00a0: rien n’en est écrit.',
  peutEtreEcritFichier:
    'La réponse du service n’est pas arrivée\u00a0: ce fichier a peut-être été écrit.',
  arrete: 'L’import s’est arrêté avant la fin',
  bilanArret: (restants: number) =>
    restants === 0
      ? 'Relisez les fichiers\u00a0: ce qui est déjà écrit y sera «\u00a0Sans changement\u00a0».'
      : `${formatCompte(restants, 'fichier n’a pas été envoyé', 'fichiers n’ont pas été envoyés')}. Relisez les fichiers quand vous le voudrez\u00a0: ce qui est déjà écrit y sera «\u00a0Sans changement\u00a0».`,
  effet: (effet: Effet, faits: boolean) => libellesDe(faits)[effet],
  montrer: 'Lignes montrées',
  effetCompte: (effet: Effet, faits: boolean, n: string) => `${libellesDe(faits)[effet]} (${n})`,
  apercu: (faits: boolean) => `Ce ${faits ? 'qu’a fait' : 'que ferait'} l’import, ligne par ligne`,
  ligneDe: (ligne: string) => `ligne\u00a0${ligne}`,
  colonnes: {
    ligne: 'Ligne',
    fichier: 'Fichier',
    cle: 'Désignation',
    effet: 'Effet',
    details: 'À savoir',
  },
  /** What came of the reading: « 2 en erreur », « 3 à créer »… */
  compte: (n: string, effet: Effet) => `${n}\u00a0${LIBELLES_EFFETS[effet].toLowerCase()}`,
  lus: (comptes: readonly string[]) =>
    comptes.length > 0
      ? `Lecture faite\u00a0: ${comptes.join(', ')}.`
      : 'Le fichier n’a aucune ligne sous ses en-têtes.',
  annuler: 'Annuler',
  fermer: 'Fermer',
  importer: (n: number, { singulier, pluriel }: NomImporte) =>
    n === 0 ? 'Importer' : `Importer ${formatCompte(n, singulier, pluriel)}`,
  importerJustes: (n: number) =>
    n > 1 ? `Importer les ${formatNombre(n)}\u00a0lignes justes` : 'Importer la ligne juste',
  reprendre: (n: number) =>
    n > 1
      ? `Télécharger les ${formatNombre(n)}\u00a0lignes restantes`
      : 'Télécharger la ligne restante',
  /** What a partial import leaves, and what to do of it. */
  laissees: (n: number) =>
    `${formatCompte(n, 'ligne n’a pas été importée', 'lignes n’ont pas été importées')}. Téléchargez ${n > 1 ? 'leur fichier' : 'son fichier'}\u00a0: la colonne «\u00a0${ENTETE_FAUTES}\u00a0» dit quoi corriger. Une fois corrigé, il s’importe tel quel.`,
  restent: `Rien d’autre n’est à importer. Le fichier des lignes restantes dit leurs fautes, colonne «\u00a0${ENTETE_FAUTES}\u00a0»\u00a0: corrigé, il s’importe tel quel.`,
  raisons: {
    fichier: 'Choisissez d’abord un fichier.',
    lecture: 'Le fichier est en cours de lecture.',
    illisible: 'Choisissez un autre fichier.',
    reseau: 'Le fichier n’a pas encore été lu.',
    erreurs: (n: number, justes: number) => {
      const fautives = n > 1 ? `les ${n}\u00a0lignes` : 'la ligne'
      const suite = `${fautives} en erreur dans le fichier, puis choisissez-le à nouveau`
      const sinon = justes > 0 ? '\u202f; ou n’importez que ce qui est juste' : ''
      return `Corrigez d’abord ${suite}${sinon}.`
    },
    refusees: 'Rien de ce qui a été lu ne peut être importé. Corrigez ce qui est en erreur.',
    rien: 'Toutes les lignes sont déjà à jour\u00a0: il n’y a rien à importer.',
  },
  fait: 'L’import est terminé',
  bilan: (creees: number, modifiees: number, nom: NomImporte) => `${dire(creees, modifiees, nom)}.`,
} as const
