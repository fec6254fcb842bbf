import {
  type EtatInterruption,
  type EtatStructure,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import { formatCompte } from '../ui/format.ts'

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
