import { CHAMPS_REOUVERTURE } from '../calendrier/calendrier.champs.ts'
import { type Champ, DENOMBREMENT, EMAIL, type Nombre, TELEPHONE } from '../champ.ts'

const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/

const degres = (borne: number) =>
  ({
    sorte: 'nombre',
    min: -borne,
    max: borne,
    entier: false,
    faute: `Saisissez des degrés entre −${borne} et ${borne}. Exemple\u00a0: 3,427.`,
  }) as const satisfies Omit<Nombre, 'libelle'>

/** What the fields stand under, in the form and in the record; in the order of the form. */
export const BLOCS_STRUCTURE = [
  'identite',
  'rattachement',
  'contact',
  'capacites',
  'postes',
  'modeles',
  'dates',
] as const
export type BlocStructure = (typeof BLOCS_STRUCTURE)[number]

/**
 * What one enters of a structure, in the order of the screen and of the spreadsheets. A simple
 * field more is a line here, its column and its type in the base (CONTRIBUTING, « A field »).
 */
export const CHAMPS_STRUCTURE = {
  code: {
    bloc: 'identite',
    libelle: 'Code',
    max: 40,
    requis: 'Saisissez le code de la structure.',
    forme: {
      est: (texte) => CODE.test(texte),
      faute:
        'Utilisez des majuscules et des chiffres, séparés par des tirets. Exemple\u00a0: CAU-R01-01.',
    },
  },
  libelle: {
    bloc: 'identite',
    libelle: 'Nom',
    seul: 'Libellé',
    max: 200,
    requis: 'Saisissez le nom de la structure.',
  },
  typeStructure: {
    bloc: 'identite',
    sorte: 'choix',
    libelle: 'Type',
    seul: 'Type de structure',
    colonne: 'Type',
    requis: 'Choisissez le type dans la liste.',
  },
  statutStructure: {
    bloc: 'identite',
    sorte: 'choix',
    libelle: 'Statut',
    requis: 'Choisissez le statut dans la liste.',
  },
  region: {
    bloc: 'rattachement',
    sorte: 'choix',
    libelle: 'Région',
    requis: 'Choisissez la région dans la liste.',
  },
  parent: {
    bloc: 'rattachement',
    sorte: 'choix',
    libelle: 'Direction régionale',
    seul: 'Rattachement',
  },
  responsable: { bloc: 'contact', libelle: 'Responsable', max: 120 },
  telephone: { bloc: 'contact', ...TELEPHONE },
  email: { bloc: 'contact', ...EMAIL },
  adresse: { bloc: 'contact', libelle: 'Adresse', max: 300, nature: 'lignes' },
  latitude: { bloc: 'contact', libelle: 'Latitude', ...degres(90) },
  longitude: { bloc: 'contact', libelle: 'Longitude', ...degres(180) },
  capacite: {
    bloc: 'capacites',
    sorte: 'nombre',
    libelle: 'Capacité d’accueil, en places',
    seul: 'Capacité',
    ...DENOMBREMENT,
  },
  capaciteTheorique: {
    bloc: 'capacites',
    sorte: 'nombre',
    libelle: 'Capacité théorique, en places',
    seul: 'Capacité théorique',
    ...DENOMBREMENT,
  },
  /** Category → number of posts. */
  postesReference: {
    bloc: 'postes',
    sorte: 'nombre',
    parCle: true,
    libelle: 'Postes de référence',
    colonne: 'Postes',
    ...DENOMBREMENT,
  },
  modeles: { bloc: 'modeles', sorte: 'choix', libelle: 'Modèles de rapport', seul: 'Modèles' },
  /** Model → headcount at the opening. */
  effectifsOuverture: {
    bloc: 'modeles',
    sorte: 'nombre',
    parCle: true,
    libelle: 'Effectif à l’ouverture',
    seul: 'Effectifs à l’ouverture',
    colonne: 'Effectif d’ouverture',
    ...DENOMBREMENT,
  },
  dateOuverture: {
    bloc: 'dates',
    sorte: 'jour',
    libelle: 'Date d’ouverture',
    requis: 'Donnez la date d’ouverture.',
  },
  dateFermeture: { bloc: 'dates', sorte: 'jour', libelle: 'Date de fermeture' },
  /** No form holds it: acts change it, each with what it entails. */
  etat: { bloc: 'dates', sorte: 'choix', libelle: 'État' },
} as const satisfies Record<string, Champ & { bloc: BlocStructure }>

/**
 * What is true from a month on, rather than of the structure for ever (docs/decisions/0094); in the
 * order of the screen.
 */
export const CHAMPS_DATES = [
  'typeStructure',
  'region',
  'parent',
  'capacite',
  'capaciteTheorique',
  'postesReference',
  'modeles',
] as const satisfies readonly (keyof typeof CHAMPS_STRUCTURE)[]
export type ChampDate = (typeof CHAMPS_DATES)[number]

/** What one says of a correction, and of the months from which a change holds. */
export const CHAMPS_CORRECTION = {
  champ: { sorte: 'choix', libelle: 'Champ', requis: 'Choisissez le champ à corriger.' },
  de: { sorte: 'choix', libelle: 'Du mois' },
  a: { sorte: 'choix', libelle: 'Au mois (compris)', seul: 'Au mois' },
  motif: {
    ...CHAMPS_REOUVERTURE.motif,
    requis: 'Indiquez pourquoi cette correction est faite.',
  },
} as const satisfies Record<string, Champ>

/** How many years ahead a change may be recorded. */
export const ANNEES_A_VENIR = 10
