import { avecDe } from '@releve/contract/mois.ts'
import type { Total } from '@releve/contract/page.ts'
import { formatCompte, formatDate, formatNombre } from '../../../ui/format.ts'

export const textesMatrice = {
  titre: (annee: number) => `Les rapports de ${annee}, structure par structure`,
  legende: (annee: number) => `État de chaque rapport de ${annee}, par structure, modèle et mois`,
  structure: 'Structure et modèle',
  recus: (part: string) => `${part} reçus`,
  aide: 'Flèches\u00a0: passer d’une case à l’autre. Entrée\u00a0: ouvrir le rapport. Espace\u00a0: le choisir.',
  choisir: 'Choisir des cases',
  finir: 'Ne plus choisir',
  choisie: (nom: string) => `${nom}, choisi`,
  choisirLigne: (structure: string, modele: string) => `Choisir la ligne ${modele} de ${structure}`,
  choisirMois: (mois: string) => `Choisir tout le mois ${mois}`,
  selection: 'Cases choisies',
  compte: (n: number) =>
    n === 0 ? 'Aucune case choisie.' : `${formatCompte(n, 'case choisie', 'cases choisies')}.`,
  trop: (max: number) => `Choisissez au plus ${formatCompte(max, 'rapport')} à la fois.`,
  refuse: 'Aucun de ces rapports ne peut plus l’être par vous.',
  ecartes: (noms: readonly string[], n: number) =>
    `${formatCompte(n, 'rapport laissé de côté', 'rapports laissés de côté')}\u00a0: ${noms.join('\u202f; ')}${n > noms.length ? '…' : '.'}`,
  devenu: (etat: string) => `il est maintenant «\u00a0${etat}\u00a0»`,
  dejaVu: {
    valider: 'vous ne pouvez pas le valider',
    approuver: 'vous l’avez validé vous-même',
    diffuser: 'vous ne pouvez pas le diffuser',
  },
  vide: (annee: number) => `Aucun rapport n’est attendu en ${annee} pour ces filtres.`,
  etats: 'Légende',
  tardive: 'coin marqué\u00a0: en retard, ou reçu hors délai',
} as const

const compte = (n: number) => formatCompte(n, 'rapport')

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
    part: 'Part reçue',
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
    poids: (part: string) => `${part} de l’effectif national de ce mois`,
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
    bilan: (recus: number, attendus: number, enRetard: number) =>
      `${formatNombre(recus)} rapports reçus sur ${formatNombre(attendus)} attendus aux échéances passées, ${formatNombre(enRetard)} en retard.`,
    rien: (annee: number) => `Aucun rapport n’était attendu en ${annee} à ce jour.`,
    note: 'Mois dont l’échéance est passée.',
    instruction: 'Délai de validation et renvois',
    bilanInstruction: (delai: string, renvoyes: number, recus: number) =>
      `Délai moyen de validation\u00a0: ${delai}. ${formatNombre(renvoyes)} rapports renvoyés au moins une fois, sur ${formatNombre(recus)} reçus.`,
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
    points: (ecart: string) => `${ecart}\u00a0points`,
    axes: { mois: 'Mois', region: 'Région', type: 'Type de structure', modele: 'Modèle' },
  },
  retards: {
    titre: 'Retards',
    compte: (n: number) =>
      formatCompte(n, 'structure et modèle en retard', 'structures et modèles en retard'),
    vide: 'Aucun retard\u202f: tous les rapports attendus ont été reçus à temps.',
    aucun: 'Aucun retard ne correspond à ces filtres.',
    colonnes: {
      structure: 'Structure',
      modele: 'Modèle',
      mois: 'Mois',
      jours: 'Retard',
      relances: 'Relances',
    },
    jours: (n: number) => formatCompte(n, 'jour'),
    horsDelai: (jours: number) => `reçu ${formatCompte(jours, 'jour')} après l’échéance`,
    manque: (jours: number) => `manque depuis ${formatCompte(jours, 'jour')}`,
    autres: (n: number) => `et ${formatNombre(n)} autres`,
    relancer: 'Relancer',
    relancerLigne: (structure: string, modele: string) => `Relancer\u00a0: ${structure}, ${modele}`,
    derniere: (jour: string) => `la dernière le ${formatDate(jour)}`,
  },
  ecarts: {
    titre: (periode: string) => `Écarts d’effectif ${avecDe(periode)}`,
    nom: 'Écarts d’effectif',
    compte: (n: number) => formatCompte(n, 'effectif comparé', 'effectifs comparés'),
    vide: 'Aucun rapport n’était attendu ce mois-là.',
    aucun: 'Aucun effectif ne correspond à ces filtres.',
    aide: 'Attendu\u00a0: l’effectif du mois précédent, plus les entrées, moins les sorties. Référence\u00a0: la capacité, ou les postes pour le personnel.',
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
    precedent: (effectif: string) => `${effectif} le mois précédent`,
    calcul: (precedent: string, entrees: number | null, sorties: number | null) =>
      `${precedent} + ${formatNombre(entrees)} − ${formatNombre(sorties)}`,
    parRegion: 'Niveaux par région',
    ensemble: 'Ensemble',
    region: 'Région',
  },
  series: {
    titre: 'Tendances sur vingt-quatre mois',
    effectif: (modele: string) => `Effectif, ${modele}`,
    mouvements: (modele: string) => `Entrées, ${modele}`,
    noms: { effectif: 'Effectif', entrees: 'Entrées', sorties: 'Sorties' },
    mois: 'Mois',
    couverture: (declares: number, attendus: number, periode: string) =>
      `Somme des rapports reçus\u00a0: ${formatNombre(declares)} sur ${formatNombre(attendus)} attendus en ${periode}. Un mois où il en manque beaucoup paraît plus bas\u202f: la phrase n’en tient pas compte.`,
    rien: 'Aucun modèle à montrer.',
  },
} as const
