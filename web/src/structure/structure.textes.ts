import { avecDe } from '@releve/contract/mois.ts'
import {
  type EtatInterruption,
  type EtatStructure,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import { formatCompte, formatDate } from '../ui/format.ts'

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

export const textesRelances = {
  relancer: 'Relancer',
  actives: 'Cette structure est relancée quand un rapport manque.',
  jamais: 'Une structure qui n’est pas en service n’est jamais relancée.',
  suspendues: (jusqua: string) => `Relances suspendues jusqu’au ${formatDate(jusqua)} compris.`,
  motif: (motif: string, par: string | null) => (par ? `${motif} – ${par}` : motif),
  suspendre: 'Suspendre les relances',
  prolonger: 'Changer la suspension',
  reprendre: 'Reprendre les relances',
  suspension: {
    titre: (nom: string) => `Suspendre les relances\u00a0: ${nom}`,
    jusquaAide: 'Elles reprennent d’elles-mêmes le lendemain. Un an au plus.',
    motifAide: 'La direction et l’administration le lisent ici.',
    bouton: 'Suspendre',
    echec: 'Erreur\u00a0: les relances ne sont pas suspendues',
  },
  aucune: 'Aucune relance envoyée.',
  dernieres: 'Dernières relances',
  toutes: 'toutes les relances',
  colonnes: { le: 'Envoyée le', rapport: 'Rapport', retard: 'Retard', par: 'Par' },
  calendrier: 'Calendrier',
  a: (noms: string) => `À ${noms}`,
} as const

const vues = {
  arbre: 'Arborescence',
  tableau: 'Tableau',
  carte: 'Carte',
  invitations: 'Invitations',
}

/** « 2 suspendues » : so many structures in this state. */
const DE_CET_ETAT: Record<EtatStructure, string> = {
  INVITEE: 'invitée',
  ACTIVE: 'active',
  SUSPENDUE: 'suspendue',
  FERMEE: 'fermée',
}

const interruptions: Record<EtatInterruption, string> = {
  INVITEE: 'Invitée, pas encore inscrite',
  SUSPENDUE: 'Suspendue',
  FERMEE: 'Fermée, puis rouverte',
}

export const textesStructure = {
  titre: 'Structures',
  chapeau: 'Qui rend compte, de quoi, et à qui chacune est rattachée.',
  compte: (n: number) => formatCompte(n, 'structure'),
  creer: 'Créer une structure',
  importer: 'Importer',
  vide: 'Aucune structure pour le moment. Créez la première, ou importez-les d’un tableur.',
  aucun: 'Aucune structure ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  aucunDe: '—',
  presentation: 'Présentation',
  vues,
  etats: LIBELLES_ETATS_STRUCTURE,
  colonnes: {
    libelle: 'Structure',
    typeStructure: 'Type',
    region: 'Région',
    parent: 'Direction régionale',
    modeles: 'Modèles',
    capacite: 'Capacité',
    etat: 'État',
  },
  filtres: {
    recherche: 'Nom ou code',
    region: 'Région',
    typeStructure: 'Type',
    etat: 'État',
    modele: 'Modèle',
    toutes: 'Toutes',
    tous: 'Tous',
  },
  arbre: {
    nom: 'Structures par région et par direction régionale',
    deplier: 'Tout déplier',
    replier: 'Tout replier',
    dont: (n: number, etat: EtatStructure) => formatCompte(n, DE_CET_ETAT[etat]),
    rattachees: (n: number) => `${formatCompte(n, 'structure')} rattachée${n >= 2 ? 's' : ''}`,
    horsFiltres: 'Hors des filtres\u00a0; montrée pour situer celles qui en dépendent.',
    places: (n: number) => formatCompte(n, 'place'),
  },
  carte: {
    nom: 'Carte des structures',
    description:
      'Chaque structure est placée par sa latitude et sa longitude\u00a0; les mêmes figurent dans la liste qui suit la carte.',
    passer: 'Passer la carte et aller à la liste',
    liste: 'Structures sur la carte',
    sans: 'Sans coordonnées',
    sansAide:
      'Donnez leur latitude et leur longitude dans leur fiche pour les placer sur la carte.',
    aucune: 'Aucune de ces structures n’a de coordonnées\u00a0: la carte reste vide.',
    legende: 'Légende',
    types: 'Types',
    etats: 'États',
    amas: (n: number, regions: string) =>
      `${formatCompte(n, 'structure')}, ${regions}\u00a0: agrandir`,
    toute: 'Revenir à toute la carte',
    decalees: 'Un trait fin relie à son emplacement exact un point écarté de ses voisins.',
  },
  page: {
    retour: 'Toutes les structures',
    inconnue: 'Structure',
    modifier: 'Modifier',
    rapports: 'Voir ses rapports',
    inviter: 'Inviter cette structure',
    nonRenseigne: 'Non renseigné',
    identite: 'Identité',
    rattachement: 'Rattachement',
    contact: 'Contact',
    capacites: 'Capacités',
    postes: 'Postes de référence',
    postesColonnes: { categorie: 'Catégorie de personnel', nombre: 'Postes' },
    aucunPoste: 'Aucun poste de référence n’est donné.',
    total: 'Total',
    modeles: 'Modèles de rapport',
    effectifs: 'Effectif à l’ouverture',
    modelesColonnes: { modele: 'Modèle', effectif: 'Effectif à l’ouverture' },
    aucunModele: 'Aucun modèle\u00a0: aucun rapport n’est attendu de cette structure.',
    dates: 'Dates et état',
    interruptions: 'Interruptions',
    interruptionsAide:
      'Les mois entièrement compris dans une interruption n’attendent pas de rapport.',
    interruptionsColonnes: { etat: 'Raison', du: 'Du', au: 'Au' },
    enCours: 'En cours',
    aucuneInterruption: 'Aucune interruption depuis l’ouverture.',
    etatsInterruption: interruptions,
    relances: 'Relances',
    comptes: 'Comptes',
    comptesAide: 'Les personnes qui saisissent pour cette structure.',
    comptesColonnes: { nom: 'Nom', identifiant: 'Identifiant', statut: 'Statut' },
    aucunCompte: 'Aucun compte ne saisit pour cette structure.',
    logo: 'Logo',
    logoDe: (nom: string) => `Logo\u00a0: ${nom}`,
    aucunLogo:
      'Aucun logo\u00a0: celui de l’organisation le remplace. La structure dépose le sien.',
    places: (n: number) => formatCompte(n, 'place'),
    depuis: 'Ouverture',
    fermee: 'Fermeture',
    aucune: 'Aucune',
    etat: 'État',
    coordonnees: 'Coordonnées',
    capacite: 'Capacité d’accueil',
    capaciteTheorique: 'Capacité théorique',
  },
  fiche: {
    creation: 'Créer une structure',
    modification: (nom: string) => `Modifier «\u00a0${nom}\u00a0»`,
    aucunParent: 'Aucune',
    identite: 'Identité',
    rattachement: 'Rattachement',
    contact: 'Contact (facultatif)',
    capacites: 'Capacités (facultatif)',
    dates: 'Dates',
    categorie: (code: string) => `Catégorie ${code}`,
    aides: {
      code: 'Des majuscules et des chiffres, séparés par des tirets\u00a0: CAU-R01-01. Il ne changera plus.',
      parent: 'Celle qui suit la structure et lit ses rapports.',
      latitude: 'En degrés, positive au nord. Exemple\u00a0: 3,427',
      longitude: 'En degrés, négative à l’ouest. Exemple\u00a0: −20,087',
      capacite:
        'Laissez vide si la structure n’accueille personne. Les prochains rapports la reprennent.',
      capaciteTheorique:
        'Pour un établissement pénitentiaire\u00a0: les places prévues à la construction.',
      postesReference:
        'Le nombre de postes prévus, par catégorie. Les états du personnel y comparent les présents.',
      modeles:
        'Les rapports attendus chaque mois. Le type de la structure dit lesquels conviennent.',
      effectifsOuverture: 'Ce que comptait la structure avant son premier rapport, par modèle.',
      dateOuverture: 'Le premier rapport attendu est celui de ce mois.',
      dateFermeture: 'Le dernier rapport attendu est celui de ce mois.',
    },
    fautes: {
      coordonnees: 'Donnez la latitude et la longitude ensemble, ou ni l’une ni l’autre.',
      dateFermeture: 'Donnez une date de fermeture qui suit la date d’ouverture.',
    },
    echec: 'Erreur\u00a0: la structure n’a pas été enregistrée',
    creer: 'Créer la structure',
    enregistrer: 'Enregistrer',
    creee: 'La structure a été correctement créée.',
    modifiee: 'La structure a été correctement modifiée.',
  },
  imports: {
    titre: 'Importer des structures',
    aide: 'Partez d’un fichier exporté d’ici\u00a0: les colonnes sont les mêmes. Une ligne dont le code existe modifie cette structure, les autres en créent une. Rien n’est écrit avant que vous ayez vu ce que chaque ligne ferait.',
    nom: { singulier: 'structure', pluriel: 'structures', feminin: true },
  },
} as const
