import { avecDe, libellePeriode, type Periode } from '@releve/contract/mois.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import {
  type EtatInterruption,
  type EtatStructure,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import { formatCompte, formatDate, formatNombre } from '../ui/format.ts'

/** What comes of a change of state, said before it is asked for. `mois`: « novembre 2026 ». */
const RIEN_PERDU = 'Ses rapports, ses comptes et son historique restent tels quels.'
const ANCIENS = 'Les rapports déjà attendus restent à saisir, jusqu’au verrouillage de leur mois.'

const enumerer = (mots: readonly string[]) => new Intl.ListFormat('fr').format(mots)

/** A report of a model, by what it covers: « le 1er trimestre 2026 ». */
export type FormulaireDit = { modele: string; periode: string }

/** « celui de mai 2026 »; where models differ, each by its own: « RMA mai 2026 ». */
function direFormulaires(
  formulaires: readonly FormulaireDit[],
  celui: string,
  ceux: string,
): string {
  const [premier, ...autres] = new Set(formulaires.map(({ periode }) => periode))
  if (premier !== undefined && autres.length === 0) return `${celui} ${avecDe(premier)}`
  return `${ceux} ${enumerer(formulaires.map(({ modele, periode }) => `${modele} ${periode}`))}`
}

const derniersAttendus = (formulaires: readonly FormulaireDit[]): string =>
  direFormulaires(
    formulaires,
    'Le dernier rapport attendu est celui',
    'Les derniers rapports attendus sont',
  )

function deNouveauAttendus(formulaires: readonly FormulaireDit[]): string {
  const attendus = 'Ses rapports sont de nouveau attendus'
  if (formulaires.length === 0) return `${attendus}.`
  const [celui, ceux] = [`${attendus}, à partir de celui`, `${attendus}, à partir de`]
  return `${direFormulaires(formulaires, celui, ceux)}.`
}

export const textesPassage = {
  annuler: 'Annuler',
  echec: 'Erreur\u00a0: la structure n’a pas changé d’état',
  reseau: 'La connexion au service est interrompue. Vérifiez votre réseau, puis réessayez.',
  jour: { suspendre: 'Premier jour de la suspension', reprendre: 'Premier jour de la reprise' },
  jourAide: 'Aujourd’hui, ou un jour passé.',
  jourManquant: 'Donnez ce jour.',
  jourFutur: 'Donnez un jour passé, ou celui d’aujourd’hui.',
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
    effets: (formulaires: readonly FormulaireDit[]) => [
      formulaires.length > 0
        ? `${derniersAttendus(formulaires)}\u00a0: les mois entiers qui suivent n’en attendent pas.`
        : 'Les mois entiers de la suspension n’attendent pas de rapport.',
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
    effets: (formulaires: readonly FormulaireDit[]) => [
      deNouveauAttendus(formulaires),
      'Les mois entiers de la suspension restent sans rapport attendu.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est de nouveau active.`,
  },
  fermer: {
    bouton: 'Fermer',
    confirmer: 'Fermer la structure',
    titre: (nom: string) => `Fermer «\u00a0${nom}\u00a0»\u202f?`,
    effets: (formulaires: readonly FormulaireDit[]) => [
      formulaires.length > 0
        ? `${derniersAttendus(formulaires)}.`
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
    effets: (formulaires: readonly FormulaireDit[]) => [
      deNouveauAttendus(formulaires),
      'Les mois entiers pendant lesquels elle était fermée restent sans rapport attendu.',
      'Sa date de fermeture est effacée\u00a0; la fermeture reste inscrite dans ses interruptions.',
    ],
    fait: (nom: string) => `«\u00a0${nom}\u00a0» est rouverte.`,
  },
} as const

/** What is true from a month on: in a sentence of the form. */
const DATES: Record<ChampDate, string> = {
  typeStructure: 'le type',
  region: 'la région',
  parent: 'la direction régionale',
  capacite: 'la capacité d’accueil',
  capaciteTheorique: 'la capacité théorique',
  postesReference: 'les postes de référence',
  modeles: 'les modèles de rapport',
}

const champsHistorique: Record<ChampDate, string> = {
  typeStructure: 'Type',
  region: 'Région',
  parent: 'Direction régionale',
  capacite: 'Capacité d’accueil',
  capaciteTheorique: 'Capacité théorique',
  postesReference: 'Postes de référence',
  modeles: 'Modèle de rapport',
}

/** Where a report is counted, once its month says another value. */
const AILLEURS: Partial<Record<ChampDate, string>> = {
  typeStructure: 'sous un autre type',
  region: 'dans une autre région',
  parent: 'sous une autre direction régionale',
}

/** « a, b et c ». */

/** « depuis novembre 2026 », « de mars 2025 à octobre 2026 »: in a sentence. */
function direPeriode(de: Periode | null, a: Periode | null, aVenir: boolean): string {
  const [debut, fin] = [de && libellePeriode(de), a && libellePeriode(a)]
  if (debut === fin) return debut ? `en ${debut}` : 'depuis l’ouverture'
  if (!debut) return `jusqu’en ${fin}`
  if (fin) return `${avecDe(debut)} à ${fin}`
  return aVenir ? `à partir ${avecDe(debut)}` : `depuis ${debut}`
}

const compterFormulaires = (n: number) => formatCompte(n, 'rapport')

export const textesPeriodes = {
  titre: 'Historique',
  aide: 'Ce qui vaut d’un mois à un autre. Les rapports d’un mois sont comptés selon ce qui valait ce mois-là.',
  rien: 'Rien n’a changé depuis l’ouverture\u00a0: le type, la région, la direction régionale, les capacités, les postes et les modèles valent pour tous les mois.',
  colonnes: { donnee: 'Donnée', valeur: 'Valeur', periode: 'Période', moment: 'Situation' },
  moments: { passe: 'Passé', present: 'En vigueur', avenir: 'À venir' },
  champs: champsHistorique,
  dire: direPeriode,
  aVenir: (valeur: string, periode: string) => `À venir\u00a0: ${valeur}, ${periode}`,
  aucune: 'Aucune',
  aucunPoste: 'Aucun poste',
  postes: (categorie: string, nombre: string) => `${categorie}\u00a0: ${nombre}`,
  correction: {
    bouton: 'Corriger une période',
    titre: (nom: string) => `Corriger une période de «\u00a0${nom}\u00a0»`,
    aide: 'Une correction dit ce qui valait vraiment d’un mois à un autre, quoi que la fiche en ait dit. Pour un changement qui commence, passez par «\u00a0Modifier\u00a0».',
    quoi: 'Ce qui est à corriger',
    quand: 'De quand à quand',
    pourquoi: 'Pourquoi',
    deVide: 'Depuis l’ouverture',
    aVide: 'Sans fin',
    valeur: 'Ce qui valait alors',
    postesAide: 'Le nombre de postes prévus ces mois-là, par catégorie.',
    modelesAide:
      'Les modèles que la structure avait ces mois-là, et aucun autre\u00a0: laissez cochés ceux qui ne changent pas.',
    inversee: 'Donnez un dernier mois qui suit le premier, ou le même.',
    voir: 'Voir ce que cela change',
    sansEffet: 'Il n’y a rien à corriger\u00a0: la fiche dit déjà cela pour ces mois.',
    corriger: 'Corriger',
    revenir: 'Revenir à la saisie',
    question: (nom: string) => `Corriger «\u00a0${nom}\u00a0»\u202f?`,
    perime:
      'Ce que cette correction change n’est plus ce qui vous en avait été dit\u00a0: rien n’a été écrit. Voici le nouvel aperçu\u00a0: relisez-le, puis corrigez.',
    champ: (champ: ChampDate) => `${champsHistorique[champ]}\u00a0: ce que dira la fiche`,
    avant: 'Aujourd’hui',
    apres: 'Après la correction',
    vide: 'Rien',
    periode: (valeur: string, periode: string) => `${valeur}, ${periode}`,
    chiffres: 'Ce qui est compté jusqu’à ce mois-ci',
    colonnes: { quoi: 'Rapports', avant: 'Avant', apres: 'Après' },
    attendus: 'Attendus',
    recus: 'Reçus',
    deplaces: (n: number, numeros: string, champ: ChampDate) =>
      `${compterFormulaires(n)} ${n > 1 ? 'seront comptés' : 'sera compté'} ${AILLEURS[champ] ?? 'ailleurs'}\u00a0: ${numeros}.`,
    recalcules: (n: number, numeros: string) =>
      `${compterFormulaires(n)} en cours ${n > 1 ? 'seront recalculés' : 'sera recalculé'}\u00a0: ${numeros}.`,
    autres: (numeros: string, n: number) =>
      n > 0 ? `${numeros} et ${formatNombre(n)} de plus` : numeros,
    tables: 'Tables des annuaires qui pourraient changer',
    tablesDe: (annee: number, n: number) =>
      `Annuaire ${annee}\u00a0: ${formatCompte(n, 'table', 'tables')} qui ${n > 1 ? 'lisent' : 'lit'} ce qui change`,
    table: (code: string, titre: string) => `${code} ${titre}`,
    figees: (annees: string, n: number) =>
      n > 1
        ? `Les annuaires ${annees} sont arrêtés\u00a0: ils gardent leurs chiffres.`
        : `L’annuaire ${annees} est arrêté\u00a0: il garde ses chiffres.`,
    echec: 'Erreur\u00a0: la période n’a pas été corrigée',
    faite: 'La période a été corrigée.',
  },
  enumerer,
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
    date: 'Ce qui est daté',
    aPartirDe: 'À partir de',
    aPartirDeAide: `Ce mois vaut pour ${enumerer(Object.values(DATES))}\u00a0: ce que vous y changez est vrai à partir de ce mois, jusqu’au prochain changement déjà inscrit. Les autres champs n’ont pas de date.`,
    passe: (mois: string) =>
      `Ce mois est passé. Les champs datés montrent ce qui valait alors. Ce qui est compté depuis ${mois} change aussi\u00a0: rapports attendus et retards, tableau de bord, tables des annuaires qui ne sont pas arrêtés. Pour voir d’abord ce que cela change, ou ne changer que quelques mois, passez par «\u00a0Corriger une période\u00a0».`,
    avenir: (mois: string) =>
      `Ce mois est à venir. Les champs datés montrent ce qui vaudra alors. La fiche garde ses valeurs d’aujourd’hui, et change d’elle-même le premier jour ${avecDe(mois)}.`,
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
      modeles: 'Les rapports attendus d’elle. Le type de la structure dit lesquels conviennent.',
      effectifsOuverture: 'Ce que comptait la structure avant son premier rapport, par modèle.',
      dateOuverture: 'Aucun rapport n’est attendu d’un mois qui précède celui-ci.',
      dateFermeture: 'Aucun rapport n’est attendu d’un mois qui suit celui-ci.',
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
    modifieeDepuis: (mois: string) =>
      `La structure a été correctement modifiée\u00a0: ce qui est daté change à partir ${avecDe(mois)}.`,
  },
  imports: {
    titre: 'Importer des structures',
    aide: 'Partez d’un fichier exporté d’ici\u00a0: les colonnes sont les mêmes. Une ligne dont le code existe modifie cette structure, les autres en créent une. Ce qui est daté (type, région, rattachement, capacités, postes, modèles) change à partir de ce mois-ci, sauf si le classeur XLSX a une feuille «\u00a0Périodes\u00a0», qui dit ce qui a valu, vaut ou vaudra, d’un mois à un autre. Rien n’est écrit avant que vous ayez vu ce que chaque ligne ferait.',
    nom: { singulier: 'structure', pluriel: 'structures', feminin: true },
  },
} as const
