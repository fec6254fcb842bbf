import { type Calcul, ouvrirCalcul } from './calcul.ts'
import { compilerModele, type ModeleCompile } from './compile.ts'
import type { Champ, Contexte, Donnees, Modele, Nature, Valeur } from './modele.schema.ts'
import { developperModele } from './source.developper.ts'
import type { ModeleSource } from './source.schema.ts'

/** March 2025, a structure of 60 places, nothing from other months. */
export const MARS: Contexte = {
  mois: 'MARCH',
  annee: 2025,
  joursOuvres: 21,
  structure: { capacite: 60, 'postesReference.A': 4, 'postesReference.B': 7 },
  autres: {},
}

export const LISTES = {
  SEXE: [
    { code: 'M', libelle: 'Masculin' },
    { code: 'F', libelle: 'Féminin' },
    { code: '9', libelle: 'Non connu' },
  ],
  MOTIF: [
    { code: 'JUDIC', libelle: 'Décision judiciaire' },
    { code: 'FAM', libelle: 'Demande de la famille' },
    { code: 'AUTRE', libelle: 'Autre' },
  ],
  SITUATION: [
    { code: 'NORMAL', libelle: 'Fonctionnement normal' },
    { code: 'FERME', libelle: 'Fermeture temporaire' },
  ],
}

/** A small model with one of each thing: the shape of the real ones. */
export const SOURCE: ModeleSource = {
  code: 'ESSAI',
  version: 1,
  libelle: 'Modèle d’essai',
  periodicite: 'MENSUELLE',
  typesStructure: ['CAU'],
  indicateurs: {
    effectif: 'MVT.FIN.TOT',
    entrees: 'MVT.ENT.TOT',
    sorties: 'MVT.SOR.TOT',
    reference: 'CAPACITE',
  },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'GEN',
      libelle: 'Généralités',
      type: 'champs',
      champs: [
        {
          code: 'CAPACITE',
          libelle: 'Capacité d’accueil',
          nature: 'entier',
          requis: true,
          prerempli: 'STRUCTURE("capacite")',
          soSi: 'VIDE(STRUCTURE("capacite"))',
          commentaireSi: 'CAPACITE <> STRUCTURE("capacite")',
        },
        {
          code: 'SIT',
          libelle: 'Situation',
          nature: 'liste',
          codification: 'SITUATION',
          requis: true,
        },
        {
          code: 'OBS',
          libelle: 'Précisions',
          nature: 'texteLong',
          aide: 'Causes et durée de la fermeture.',
          source: 'Cahier de service',
          exemple: 'Toiture à refaire\u00a0: fermé du 3 au 20.',
          requisSi: 'SIT <> "NORMAL"',
        },
        {
          code: 'TAUX',
          libelle: 'Taux d’occupation',
          nature: 'decimal',
          unite: '%',
          decimales: 1,
          formule: '100 * MVT.FIN.TOT / CAPACITE',
        },
      ],
    },
    {
      code: 'MVT',
      libelle: 'Mouvement des effectifs',
      aide: 'Une personne se compte une fois.',
      source: 'Registre des admissions',
      type: 'matrice',
      nature: 'entier',
      requis: true,
      lignes: [
        { code: 'DEB', libelle: 'Effectif au 1er jour', prerempli: 'PRECEDENT(MVT.FIN.$)' },
        { code: 'ENT', libelle: 'Entrées du mois', formule: 'ENT.TOT.$' },
        { code: 'SOR', libelle: 'Sorties du mois' },
        {
          code: 'FIN',
          libelle: 'Effectif au dernier jour',
          aide: 'Les présents à minuit.',
          source: 'Feuille de pointage',
          exemple: '3 agents en congé le 31\u00a0: 3',
        },
      ],
      colonnes: [
        { codification: 'SEXE', exclure: ['9'] },
        { code: 'TOT', libelle: 'Total', formule: 'SOMME(M; F)' },
      ],
    },
    {
      code: 'ENT',
      libelle: 'Entrées par motif',
      type: 'matrice',
      nature: 'entier',
      requis: true,
      nd: true,
      so: true,
      lignes: [
        { codification: 'MOTIF' },
        { code: 'TOT', libelle: 'Total', formule: 'SOMME(ENT.*.$)' },
      ],
      colonnes: [
        { codification: 'SEXE', exclure: ['9'] },
        { code: 'TOT', libelle: 'Total', formule: 'SOMME(*)' },
      ],
    },
    {
      code: 'ACT',
      libelle: 'Activités',
      type: 'tableau',
      lignesMax: 3,
      colonnes: [
        { code: 'DATE', libelle: 'Date', nature: 'date', requis: true, dansLeMois: true },
        { code: 'PART_M', libelle: 'Participants', nature: 'entier', requis: true },
        { code: 'PART_F', libelle: 'Participantes', nature: 'entier' },
        { code: 'PART_TOT', libelle: 'Total', nature: 'entier', formule: 'SOMME(PART_M; PART_F)' },
      ],
    },
    {
      code: 'SYN',
      libelle: 'Synthèse',
      type: 'champs',
      prefixe: true,
      champs: [
        {
          code: 'PART',
          libelle: 'Participants aux activités',
          nature: 'entier',
          formule: 'SOMME(ACT.*.PART_TOT)',
        },
      ],
    },
  ],
  controles: [
    {
      code: 'RA01',
      niveau: 'BLOQUANT',
      pourChaque: ['M', 'F'],
      formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
      cellules: ['MVT.FIN.$'],
      message:
        'Effectif {$}\u00a0: {MVT.DEB.$} + {MVT.ENT.$} − {MVT.SOR.$} = {attendu}, mais vous avez déclaré {MVT.FIN.$}.',
    },
    {
      code: 'RA04',
      niveau: 'AVERTISSEMENT',
      pourChaque: ['M', 'F'],
      formule: 'MVT.DEB.$ = PRECEDENT(MVT.FIN.$)',
      cellules: ['MVT.DEB.$'],
      message:
        'L’effectif de début ({MVT.DEB.$}) diffère de celui de fin {periodePrecedente} ({PRECEDENT(MVT.FIN.$)}).',
    },
    {
      code: 'RA14',
      niveau: 'AVERTISSEMENT',
      pourChaque: ['MVT.ENT.TOT', 'MVT.SOR.TOT'],
      seuils: { plancher: 10, multiple: 3 },
      formule: '$ <= SEUIL("plancher") OU $ <= SEUIL("multiple") * MOYENNE_MOIS($; 6)',
      cellules: ['$'],
      message: '{$} : {ARRONDI($; 0)}, pour une moyenne de {MOYENNE_MOIS($; 6)}.',
    },
    {
      code: 'RA15',
      niveau: 'INFO',
      formule: 'CUMUL_ANNEE(MVT.SOR.TOT) <= CUMUL_ANNEE(MVT.ENT.TOT)',
      cellules: [],
      message: 'Depuis janvier\u00a0: {CUMUL_ANNEE(MVT.SOR.TOT)} sorties.',
    },
  ],
}

export function essai(): ModeleCompile {
  return compilerModele(developperModele(SOURCE, LISTES))
}

/** Opens the small model, in March 2025 unless told. */
export function ouvrirEssai(donnees: Donnees = {}, contexte: Partial<Contexte> = {}): Calcul {
  return ouvrirCalcul(essai(), donnees, { ...MARS, ...contexte })
}

/** Fields to try formulas on: figures A to C, then one of each other kind. */
const CHAMPS: Champ[] = [
  champ('A', 'decimal'),
  champ('B', 'decimal'),
  champ('C', 'decimal'),
  champ('T', 'texte'),
  { ...champ('L', 'liste'), codification: 'SITUATION' },
  champ('D', 'date'),
  champ('O', 'booleen'),
  champ('P', 'booleen'),
]

function champ(code: string, nature: Nature): Champ {
  return { code, libelle: `Champ ${code}`, nature, nd: true, so: true }
}

/** A model whose fields are A, B, C… and those given. */
export function modeleDe(champs: Champ[]): Modele {
  return {
    code: 'CALC',
    version: 1,
    libelle: 'Calculs',
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: { effectif: 'A', entrees: 'A', sorties: 'A', reference: 'A' },
    sections: [{ code: 'S', libelle: 'Champs', type: 'champs', champs: [...CHAMPS, ...champs] }],
    controles: [],
    codifications: { SITUATION: LISTES.SITUATION },
  }
}

/** Opens a form with one computed field `R`. */
export function ouvrirFormule(
  formule: string,
  donnees: Donnees = {},
  contexte: Partial<Contexte> = {},
  nature: Nature = 'decimal',
): Calcul {
  const r = { code: 'R', libelle: 'Résultat', nature, formule }
  return ouvrirCalcul(compilerModele(modeleDe([r])), donnees, { ...MARS, ...contexte })
}

/** The value of a formula on A, B, C…; null when absent. */
export function calculer(
  formule: string,
  donnees: Donnees = {},
  contexte: Partial<Contexte> = {},
): Valeur | null {
  return ouvrirFormule(formule, donnees, contexte).valeur('R')
}

/** The value of a condition. */
export function juger(condition: string, donnees: Donnees = {}): Valeur | null {
  return ouvrirFormule(condition, donnees, {}, 'booleen').valeur('R')
}
