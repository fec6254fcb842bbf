import type { Comptes, Serie, TotauxRetards } from '@releve/contract/dashboard/dashboard.schema.ts'
import { DEFINITIONS } from '@releve/contract/formulaire/suivi.rules.ts'
import { avecDe, avecDepuis, avecEn } from '@releve/contract/mois.ts'
import type { Total } from '@releve/contract/page.ts'
import { enTete, formatCompte, formatDate, formatEcart, formatNombre } from '../../../ui/format.ts'

export const textesMatrice = {
  titre: (annee: number) => `Les rapports de ${annee}, structure par structure`,
  legende: (annee: number) => `État de chaque rapport de ${annee}, par structure, modèle et mois`,
  structure: 'Structure et modèle',
  recus: (recus: number, attendus: number) =>
    `${formatCompte(recus, 'reçu')} sur ${formatCompte(attendus, 'attendu')}`,
  aide: 'Flèches\u00a0: passer d’une case à l’autre. Entrée\u00a0: ouvrir le rapport. Espace\u00a0: le choisir.',
  choisir: 'Choisir des cases',
  finir: 'Ne plus choisir',
  choisie: (nom: string) => `${nom}, choisi`,
  choisirLigne: (structure: string, modele: string) =>
    `Choisir la ligne ${modele} ${avecDe(structure)}`,
  choisirMois: (mois: string) => `Choisir tout le mois ${mois}`,
  selection: 'Cases choisies',
  compte: (n: number) =>
    n === 0 ? 'Aucune case choisie.' : `${formatCompte(n, 'case choisie', 'cases choisies')}.`,
  trop: (max: number) => `Choisissez au plus ${formatCompte(max, 'rapport')} à la fois.`,
  refuse: 'Aucun de ces rapports ne peut plus l’être par vous.',
  // How many of them one may decide of is known once they are read.
  agir: (verbe: string, n: number) =>
    `${verbe}… (${formatCompte(n, 'rapport choisi', 'rapports choisis')})`,
  vide: (annee: number) => `Aucun rapport n’est attendu en ${annee} pour ces filtres.`,
  etats: 'Légende',
  tardive: 'coin marqué\u00a0: en retard, ou reçu hors délai',
} as const

const compte = (n: number) => formatCompte(n, 'rapport')

type PointDeSerie = Serie['points'][number]

/** What reports say that a sum is made of, and how those that do not are told. */
const MUETS = {
  declares: (n: number) =>
    formatCompte(n, 'ne dit pas son effectif', 'ne disent pas leur effectif'),
  mouvements: (n: number) =>
    formatCompte(n, 'ne dit ni entrées ni sorties', 'ne disent ni entrées ni sorties'),
} as const

/** « 7 rapports retenus sur 8 reçus, 11 attendus » */
function direRetenus(point: PointDeSerie, dits: keyof typeof MUETS): string {
  const { attendus, recus, enAvance, pasEncoreDus, retenus, autres } = point
  const muets = retenus + autres - point[dits]
  const parties = [
    `${formatCompte(retenus, 'rapport retenu', 'rapports retenus')} sur ${formatCompte(recus + enAvance, 'reçu', 'reçus')}`,
    attendus > 0 && formatCompte(attendus, 'attendu', 'attendus'),
    pasEncoreDus > 0 && formatCompte(pasEncoreDus, 'pas encore dû', 'pas encore dus'),
    autres > 0 &&
      `et de ${formatCompte(autres, 'autre, publié puis repris ou que plus rien n’attend', 'autres, publiés puis repris ou que plus rien n’attend')}`,
    muets > 0 && MUETS[dits](muets),
  ]
  return parties.filter(Boolean).join(', ')
}

type ChangementDeSerie = {
  nom: string | null
  ecart: number
  nombre: number
  depuis: string
}

export const textesCentral = {
  parties: 'Parties du tableau de bord',
  vues: {
    ensemble: 'Vue d’ensemble',
    examen: 'À examiner',
    delais: 'Complétude et promptitude',
    retards: 'Retards',
    ecarts: 'Écarts d’effectif',
    series: 'Tendances',
  },
  debut: {
    titre: 'La collecte n’a pas encore de début\u00a0: rien n’est demandé à personne.',
    aVenir: (mois: string) => `La collecte commence avec les rapports ${avecDe(mois)}.`,
    commencee: 'La collecte a commencé.',
    attendre: 'La direction centrale le fixera dans les paramètres du calendrier.',
    pret: 'Tout est prêt.',
    reste: (n: number) => `Il reste ${formatCompte(n, 'étape')} à faire\u00a0:`,
    voir: 'Voir la mise en route',
  },
  secondFacteur: {
    annonce: (le: string) =>
      `À partir du ${formatDate(le)}, un second facteur vous sera demandé à la connexion.`,
    lien: 'L’activer dès maintenant dans «\u00a0Mon compte\u00a0»',
  },
  chiffres: {
    nom: 'Ce qui attend',
    SOUMIS: 'À valider',
    VALIDE: 'À approuver',
    APPROUVE: 'À diffuser',
    RENVOYE: 'À corriger',
    retards: 'En retard',
    moisOuverts: (premier: string, dernier: string) =>
      premier === dernier ? premier : `${avecDe(premier)} à ${dernier}`,
  },
  collecte: {
    titre: 'Collecte des mois ouverts',
    mois: 'Mois',
    echeance: 'Échéance',
    echue: 'échue',
    aVenir: 'à venir',
    attendus: 'Attendus',
    recus: 'Reçus',
    manquants: 'Manquants',
    part: 'Complétude',
    pasEncoreDus: (n: number) => formatCompte(n, 'pas encore dû', 'pas encore dus'),
    enAvance: (n: number) => formatCompte(n, 'en avance', 'en avance'),
  },
  filtres: {
    anneeEnCours: 'Année en cours',
    douzeMois: 'Douze derniers mois',
    mois: 'Mois',
    dernierMois: 'Dernier mois échu',
    statut: 'Retard',
    niveaux: 'Niveau de l’écart',
    etats: 'Étape',
  },
  examen: {
    titre: 'À examiner',
    compte: (n: number) => `${compte(n)} à examiner, du plus lourd au plus léger`,
    vide: 'Aucun rapport n’attend de décision.',
    aucun: 'Aucun rapport à examiner ne correspond à ces filtres.',
    colonnes: {
      poids: 'Effectif, poids',
      ecart: 'Écart',
      attente: 'Attend depuis',
    },
    poids: (part: string) => `${part} de l’effectif national de cette période`,
    renvoyes: 'Chez les structures, à corriger',
    voir: ({ total, totalBorne }: Total) =>
      totalBorne ? 'Les voir tous' : `Voir les ${compte(total)}`,
  },
  delais: {
    parMois: (annee: number) => `Complétude et promptitude de ${annee}, mois par mois`,
    sujetMois: (annee: number) => `Complétude ${annee}`,
    regions: 'Complétude par région',
    types: 'Complétude par type de structure',
    modeles: 'Complétude par modèle',
    completude: 'Complétude (reçus sur attendus)',
    promptitude: 'Promptitude (reçus à temps sur attendus)',
    bilan: (annee: number, c: Comptes) =>
      `En ${annee}, ${formatCompte(c.recus, 'rapport reçu', 'rapports reçus')} sur ${formatCompte(c.attendus, 'attendu', 'attendus')}, ${formatNombre(c.attendus - c.recus)} en retard, ${formatNombre(c.recus - c.aTemps)} hors délai${c.pasEncoreDus === 0 ? '.' : `\u202f; ${formatCompte(c.pasEncoreDus, 'n’est pas encore dû', 'ne sont pas encore dus')}.`}`,
    completudeDe: (taux: string) => `Complétude\u00a0: ${taux}.`,
    rien: (annee: number) => `Aucun rapport n’était attendu en ${annee} à ce jour.`,
    note: 'Des rapports dont l’échéance est passée.',
    instruction: 'Délai de validation et renvois',
    bilanInstruction: (delai: string, renvoyes: number, recus: number) =>
      `Délai moyen de validation\u00a0: ${delai}. ${formatCompte(renvoyes, 'rapport renvoyé', 'rapports renvoyés')} au moins une fois, sur ${formatCompte(recus, 'reçu')}.`,
    sujets: {
      delai: {
        nom: 'Délai moyen de validation (jours)',
        mois: 'Délai moyen de validation',
        regions: 'Délai moyen de validation par région',
        types: 'Délai moyen de validation par type',
      },
      renvois: {
        nom: 'Renvois (renvoyés sur reçus)',
        mois: 'Taux de renvoi',
        regions: 'Taux de renvoi par région',
        types: 'Taux de renvoi par type',
      },
    },
    jours: (jours: string, n: number) => `${jours}\u00a0${Math.abs(n) < 2 ? 'jour' : 'jours'}`,
    noteDelai: 'De la première soumission à la première validation, en jours.',
    noteRenvois: 'Rapports renvoyés au moins une fois, sur ceux qui ont été reçus.',
    axes: { mois: 'Mois', region: 'Région', type: 'Type de structure', modele: 'Modèle' },
  },
  retards: {
    titre: 'Retards',
    compte: (n: number) => formatCompte(n, 'structure et modèle', 'structures et modèles'),
    bilan: ({ enRetard, horsDelai }: TotauxRetards, du: string, au: string) =>
      enTete(
        `${avecDe(du)} à ${au}\u00a0: ${formatCompte(enRetard, 'rapport en retard', 'rapports en retard')}, ${formatCompte(horsDelai, 'reçu hors délai', 'reçus hors délai')}.`,
      ),
    vide: 'Aucun retard\u202f: tous les rapports attendus ont été reçus à temps.',
    aucun: 'Aucun retard ne correspond à ces filtres.',
    colonnes: {
      structure: 'Structure',
      modele: 'Modèle',
      mois: 'Périodes',
      jours: 'Retard',
      relances: 'Relances',
    },
    jours: (n: number) => formatCompte(n, 'jour'),
    horsDelai: (jours: number) => `reçu ${formatCompte(jours, 'jour')} après l’échéance`,
    manque: (jours: number) => `manque depuis ${formatCompte(jours, 'jour')}`,
    autres: (n: number) => `et ${formatCompte(n, 'autre')}`,
    relancer: 'Relancer',
    relancerLigne: (structure: string, modele: string) => `Relancer\u00a0: ${structure}, ${modele}`,
    derniere: (jour: string) => `la dernière le ${formatDate(jour)}`,
  },
  ecarts: {
    titre: (periode: string) => `Écarts d’effectif ${avecDe(periode)}`,
    nom: 'Écarts d’effectif',
    compte: (n: number) => formatCompte(n, 'effectif à comparer', 'effectifs à comparer'),
    vide: 'Aucun effectif n’était à comparer ce mois-là.',
    aucun: 'Aucun effectif ne correspond à ces filtres.',
    aide: `${DEFINITIONS.ecart} Référence\u00a0: la capacité, ou les postes pour le personnel.`,
    colonnes: {
      structure: 'Structure',
      modele: 'Rapport',
      attendu: 'Attendu',
      declare: 'Déclaré',
      ecart: 'Écart',
      reference: 'À la référence',
      niveau: 'Niveau',
    },
    ouverture: (effectif: number | null) => `${formatNombre(effectif)} (ouverture)`,
    precedent: (effectif: string) => `${effectif} au rapport précédent`,
    calcul: (precedent: string, entrees: number | null, sorties: number | null) =>
      `${precedent} + ${formatNombre(entrees)} − ${formatNombre(sorties)}`,
    parRegion: 'Niveaux par région',
    ensemble: 'Ensemble',
    region: 'Région',
  },
  series: {
    titre: 'Tendances sur vingt-quatre mois',
    sujet: (mesure: string, modele: string) => `${mesure}, ${modele}`,
    noms: { effectif: 'Effectif', entrees: 'Entrées', sorties: 'Sorties' },
    mois: 'Mois',
    couverture: (point: PointDeSerie, periode: string, dits: keyof typeof MUETS) =>
      `Somme, ${avecEn(periode)}, de ${direRetenus(point, dits)}. Un mois où manque un rapport attendu est un point à part, en pointillé, que la ligne ne joint pas.`,
    rapports: 'Rapports',
    incomplet: 'Mois où manque un rapport attendu',
    sur: (retenus: number, total: number) =>
      `${formatCompte(retenus, 'rapport', 'rapports')} sur ${formatNombre(total)}`,
    changement: ({ nom, ecart, nombre, depuis }: ChangementDeSerie) =>
      `${nom === null ? '' : `${nom}\u00a0: `}${formatEcart(ecart)} ${avecDepuis(depuis)} dans ${nombre < 2 ? 'la seule structure présente' : `les ${formatNombre(nombre)} structures présentes`} aux deux`,
    dernier: (mois: string, note: string) => `${enTete(avecEn(mois))}, ${note}.`,
    sansComplet: (sujet: string) => `${sujet}\u00a0: aucun mois n’a tous ses rapports.`,
    rien: 'Aucun modèle à montrer.',
  },
} as const

const structures = (n: number) => formatCompte(n, 'structure')
const comptes = (n: number) => formatCompte(n, 'compte')

function jamaisConnectes(n: number, jamais: number): string {
  if (jamais === 0) return n > 1 ? ', tous déjà connectés' : ', déjà connecté'
  const verbe = jamais > 1 ? 'ne se sont jamais connectés' : 'ne s’est jamais connecté'
  return n === jamais ? `, qui ${verbe}` : `, dont ${formatNombre(jamais)} qui ${verbe}`
}

/** What the page of the first day says. */
export const textesMiseEnRoute = {
  titre: 'Mise en route',
  chapeau: 'Ce qui est prêt de la collecte, et ce qui reste à faire, dans l’ordre.',
  etapes: 'Étapes',
  bilan: (n: number, total: number) => `${formatNombre(n)} sur ${formatNombre(total)}`,
  faite: 'Fait',
  aFaire: 'À faire',
  organisation: (nom: string, pays: string) =>
    `La plateforme parle au nom de «\u00a0${nom}\u00a0»${pays ? `, ${pays}` : '\u202f; aucun pays n’est indiqué'}.`,
  envoi: {
    SMTP: 'Les courriels partent par le serveur d’envoi.',
    DEMONSTRATION:
      'Démonstration\u00a0: les courriels s’affichent là où la plateforme a été lancée, et n’arrivent à personne.',
    AUCUN:
      'Aucun serveur d’envoi n’est réglé (SMTP_URL)\u00a0: les courriels attendent que la personne qui exploite la plateforme l’ait donné.',
  },
  modeles: (n: number) =>
    n === 0
      ? 'Aucun modèle n’est publié.'
      : `${formatCompte(n, 'modèle')} ${n > 1 ? 'disent' : 'dit'} ce qui se collecte.`,
  structures: (n: number, sansModele: number, mois: string) =>
    n === 0
      ? `Aucune structure n’est ouverte ${avecEn(mois)}.`
      : `${structures(n)} ${n > 1 ? 'ouvertes' : 'ouverte'} ${avecEn(mois)}${sansModele > 0 ? `, dont ${formatNombre(sansModele)} sans modèle, qui ne ${sansModele > 1 ? 'rendent' : 'rend'} rien` : ''}.`,
  invitees: (n: number) =>
    `${structures(n)} ${n > 1 ? 'n’ont' : 'n’a'} pas encore suivi ${n > 1 ? 'leur' : 'son'} invitation.`,
  comptes: (n: number, jamais: number) =>
    n === 0
      ? 'Aucun compte actif de structure.'
      : `${comptes(n)} ${n > 1 ? 'actifs' : 'actif'} de structure${jamaisConnectes(n, jamais)}.`,
  exercices: (faits: number, n: number) =>
    faits === 0
      ? 'Personne n’a encore fait l’exercice, qui apprend à remplir un rapport.'
      : `L’exercice, qui apprend à remplir un rapport, est fait par ${comptes(faits)} sur ${formatNombre(n)}.`,
  sansExercice: (n: number) => `${comptes(n)} sans exercice`,
  avecExercice: (n: number) => `${comptes(n)} qui ${n > 1 ? 'l’ont' : 'l’a'} fait`,
  voirJamais: (n: number) => `${comptes(n)} jamais ${n > 1 ? 'connectés' : 'connecté'}`,
  sansCompte: (n: number) =>
    `${structures(n)} ${n > 1 ? 'n’ont' : 'n’a'} aucun compte\u00a0: personne ne peut y remplir de rapport.`,
  autres: (n: number) => `et ${formatCompte(n, 'autre')}`,
  debut: (mois: string, commencee: boolean) =>
    `Premier mois attendu\u00a0: ${mois}. ${commencee ? 'La collecte a commencé.' : 'Rien n’est demandé avant.'}`,
  relances: {
    ouvertes: 'Elles sont ouvertes, et partent d’elles-mêmes.',
    fermees: 'Elles ne sont pas ouvertes\u00a0: aucune ne part.',
    eteintes: 'Les réglages du calendrier n’en demandent aucune.',
    premieres: (n: number, personnes: number, jour: string) =>
      `Les prochaines atteindraient ${structures(n)} (${formatCompte(personnes, 'personne')}) le ${formatDate(jour)}.`,
    personne: 'Rien ne manque\u00a0: elles n’atteindraient personne.',
  },
  collecte: 'Qui rend quoi, et depuis quand',
  legende: (mois: string) => `Modèles collectés, comme ils le sont ${avecEn(mois)}`,
  modele: 'Modèle',
  rythme: 'Rythme',
  chaqueMois: 'Chaque mois',
  couvre: (n: number) => `${formatCompte(n, 'mois', 'mois')} à chaque rapport`,
  nombre: 'Structures',
  premier: (commencee: boolean) => (commencee ? 'Prochain' : 'Premier'),
  echeance: (jour: string) => `À rendre pour le ${formatDate(jour)}`,
  sansDebut: 'Une fois le début fixé',
  aucun: 'Aucun prévu',
  sansModele: 'Aucun modèle n’est publié\u00a0: rien ne se collecte.',
} as const
