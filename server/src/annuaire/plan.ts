/**
 * The plan of the annuaire as data: which tables, from which cells. A code added to a list adds its
 * row, a structure of a new type or region too: no code follows.
 */

/** `STOCK`: on 31 December; `SOMME`: of the months; `MOYENNE`: of each structure's months, added. */
export type Agregation = 'STOCK' | 'SOMME' | 'MOYENNE'

type Total = { code: string; libelle: string }

/**
 * `libre`: it counts no person, though its table may. `note`: when it was there, what it was called.
 * `decimales`: of a column that has others than its table.
 */
export type Modalite = {
  code: string
  libelle: string
  libre?: true
  note?: string
  decimales?: number
}

/**
 * A run of rows, or of columns, each filling a letter of the cells' addresses; its total adds them.
 * `plus`: what is none of the list. `dimension`: the structures, or the months, that are counted instead.
 */
export type Bloc = { total?: Total } & (
  | { codification: string; exclure?: readonly string[]; plus?: readonly Modalite[] }
  | { modalites: readonly Modalite[] }
  | { dimension: 'region' | 'type' | 'mois' }
)

/** `AGENTS`: of staff, secret where a setting says so (docs/decisions/0099-agents-et-cases.md). */
export type Personnes = true | 'AGENTS'

/**
 * What a rate divides; `avec`: of the structures that also filled that other model, the same month.
 * `personnes`: what it counts, of what is given away; `siVide`: given away in place of the others,
 * where these are 0.
 */
export type Part = {
  modele: string
  avec?: string
  cellules: readonly string[]
  agregation: Agregation
  personnes?: Personnes
  siVide?: true
}

/**
 * Columns each of its own cells (`{l}` for the row), or rates. `libre`: it counts no person. `tient`:
 * the counts of persons that whoever reads it works out, so that all are hidden or none.
 */
export type Mesure = {
  code: string
  libelle: string
  unite?: string
  decimales?: number
  modele?: string
  libre?: true
  tient?: readonly Part[]
} & (
  | { cellules: readonly string[]; agregation?: Agregation }
  | { taux: { num: readonly Part[]; den: readonly Part[]; facteur: number } }
)

export type PlanTableau = {
  code: string
  /** `{annee}` and `{fin}` (31 December of it) stand for themselves. */
  titre: string
  modele: string
  registre?: string
  champ: string
  note?: string
  unite: string
  entete: string
  agregation: Agregation
  /**
   * Address with `{l}` for the row, `{g}` and `{c}` for the columns, `[LISTE]` for all of a list.
   * `A*B`: a product within each form; `A?B`: `A` where `B` is a number.
   */
  cellule?: string
  lignes: readonly Bloc[]
  groupes?: readonly Bloc[]
  colonnes: readonly Bloc[] | { mesures: readonly Mesure[] }
  /** Counts of persons: below the threshold they are secret. */
  personnes?: Personnes
  /** Columns that count no person all the same. */
  libres?: readonly string[]
  /**
   * What its total row is also, by column: figures of other tables that give it away; `A+B`: one
   * figure that adds both.
   */
  ensemble?: Readonly<Record<string, readonly string[]>>
  /** Another table whose total row is the same: its columns, by this one's. */
  egal?: { tableau: string; colonnes: Readonly<Record<string, string>> }
  comparees: readonly string[]
  /** Decimals of its figures, where they are not those of its way of adding. */
  decimales?: number
  /** Where an edition of before has each of its cells, a row for each address. */
  ancien?: { tableau: string; colonne: string }
  graphique?: { sorte: 'barres' | 'barresEmpilees' | 'courbe' | 'pyramide'; colonnes: string[] }
}

const TOUS = { code: 'TOT', libelle: 'Ensemble' } as const
const SEXES = [
  {
    modalites: [
      { code: 'M', libelle: 'Masculin' },
      { code: 'F', libelle: 'Féminin' },
    ],
    total: TOUS,
  },
] as const satisfies Bloc[]
const DETENUS = [
  {
    modalites: [
      { code: 'HM', libelle: 'Hommes majeurs' },
      { code: 'FM', libelle: 'Femmes majeures' },
      { code: 'HMIN', libelle: 'Garçons mineurs' },
      { code: 'FMIN', libelle: 'Filles mineures' },
    ],
    total: TOUS,
  },
] as const satisfies Bloc[]
const liste = (codification: string, total: Total | null = TOUS): Bloc => ({
  codification,
  ...(total && { total }),
})
const REGIONS: Bloc = { dimension: 'region', total: TOUS }
const TYPES: Bloc = { dimension: 'type', total: TOUS }
const MOIS: Bloc = { dimension: 'mois' }

const PYRAMIDE = { sorte: 'pyramide' as const, colonnes: ['M', 'F'] }
const EMPILEES = { sorte: 'barresEmpilees' as const, colonnes: ['M', 'F'] }
const BARRES = { sorte: 'barres' as const, colonnes: ['TOT'] }
const COURBE = { sorte: 'courbe' as const, colonnes: ['M', 'F', 'TOT'] }

const ACCUEIL = 'Structures d’accueil et de protection sociale'
const PRISONS = 'Établissements pénitentiaires'
const DECEMBRE = 'dont le rapport de décembre {annee} est retenu'
const MOIS_RETENUS = 'rapports retenus de {annee}'

type Propre = Omit<PlanTableau, 'modele' | 'unite' | 'personnes' | 'comparees'> & {
  comparees?: string[]
}
const personnes = (modele: string, reste: Propre): PlanTableau => ({
  modele,
  unite: 'personnes',
  personnes: true,
  comparees: ['TOT'],
  ...reste,
})
const rma = (reste: Propre) => personnes('RMA', reste)
const smp = (reste: Propre) => personnes('SMP', reste)
const parSexe = (cellule: string) => ({
  M: [`${cellule}.M`],
  F: [`${cellule}.F`],
  TOT: [`${cellule}.M+${cellule}.F`],
})
const parDetenu = (ligne: string) => ({
  HM: [`${ligne}.HM`],
  FM: [`${ligne}.FM`],
  HMIN: [`${ligne}.HMIN`],
  FMIN: [`${ligne}.FMIN`],
})
const HOMMES_FEMMES = {
  M: ['MVTD.FIN.HM', 'MVTD.FIN.HMIN'],
  F: ['MVTD.FIN.FM', 'MVTD.FIN.FMIN'],
}

const EFFECTIFS: PlanTableau[] = [
  rma({
    code: 'T2.1',
    titre: 'Personnes présentes au {fin}, par âge et par sexe',
    registre: 'registre des admissions',
    champ: `${ACCUEIL} ${DECEMBRE}`,
    entete: 'Tranche d’âge',
    agregation: 'STOCK',
    cellule: 'AGE.{l}.{c}',
    lignes: [liste('TRANCHE_AGE')],
    colonnes: SEXES,
    ensemble: parSexe('MVT.FIN'),
    graphique: PYRAMIDE,
  }),
  rma({
    code: 'T2.2',
    titre: 'Personnes présentes au {fin}, par région et par sexe',
    registre: 'registre des admissions',
    champ: `${ACCUEIL} ${DECEMBRE}`,
    entete: 'Région',
    agregation: 'STOCK',
    cellule: 'MVT.FIN.{c}',
    lignes: [REGIONS],
    colonnes: SEXES,
    graphique: EMPILEES,
  }),
  rma({
    code: 'T2.3',
    titre: 'Effectif mensuel moyen en {annee}, par type de structure et par sexe',
    registre: 'registre des admissions',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    note: 'De chaque structure, la moyenne des effectifs de fin de mois qu’elle a transmis, pour la part des mois de l’année où un rapport était attendu d’elle\u00a0; la ligne les additionne. «\u00a0*\u00a0»\u00a0: un rapport attendu manque.',
    entete: 'Type de structure',
    agregation: 'MOYENNE',
    cellule: 'MVT.FIN.{c}',
    lignes: [TYPES],
    colonnes: SEXES,
    graphique: EMPILEES,
  }),
  rma({
    code: 'T2.4',
    titre: 'Personnes présentes à la fin de chaque mois de {annee}',
    registre: 'registre des admissions',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    entete: 'Mois',
    agregation: 'STOCK',
    cellule: 'MVT.FIN.{c}',
    lignes: [MOIS],
    colonnes: SEXES,
    graphique: COURBE,
  }),
  rma({
    code: 'T2.5',
    titre: 'Personnes présentes au {fin}, par situation principale et par sexe',
    champ: `${ACCUEIL} ${DECEMBRE}`,
    entete: 'Situation principale',
    agregation: 'STOCK',
    cellule: 'CAT.{l}.{c}',
    lignes: [liste('CATEGORIE_PUBLIC')],
    colonnes: SEXES,
    ensemble: parSexe('MVT.FIN'),
    graphique: EMPILEES,
  }),
  rma({
    code: 'T2.6',
    titre: 'Personnes en situation de handicap présentes au {fin}, par région et par sexe',
    champ: `${ACCUEIL} ${DECEMBRE}`,
    note: 'Ces personnes sont déjà comptées parmi les présents.',
    entete: 'Région',
    agregation: 'STOCK',
    cellule: 'HAND.HAND.{c}',
    lignes: [REGIONS],
    colonnes: SEXES,
    graphique: EMPILEES,
  }),
  smp({
    code: 'T2.7',
    titre: 'Population détenue au {fin}, par catégorie pénale',
    registre: 'registre d’écrou',
    champ: `${PRISONS} ${DECEMBRE}`,
    entete: 'Catégorie pénale',
    agregation: 'STOCK',
    cellule: 'POP.{l}.{c}',
    lignes: [liste('CATEGORIE_PENALE')],
    colonnes: DETENUS,
    ensemble: parDetenu('MVTD.FIN'),
    graphique: { sorte: 'barresEmpilees', colonnes: ['HM', 'FM', 'HMIN', 'FMIN'] },
  }),
  smp({
    code: 'T2.8',
    titre: 'Population détenue au {fin}, par région',
    registre: 'registre d’écrou',
    champ: `${PRISONS} ${DECEMBRE}`,
    entete: 'Région',
    agregation: 'STOCK',
    cellule: 'MVTD.FIN.{c}',
    lignes: [REGIONS],
    colonnes: DETENUS,
    graphique: BARRES,
  }),
  smp({
    code: 'T2.9',
    titre: 'Population détenue à la fin de chaque mois de {annee}',
    registre: 'registre d’écrou',
    champ: `${PRISONS}, ${MOIS_RETENUS}`,
    entete: 'Mois',
    agregation: 'STOCK',
    cellule: 'MVTD.FIN.{c}',
    lignes: [MOIS],
    colonnes: DETENUS,
    graphique: { sorte: 'courbe', colonnes: ['TOT'] },
  }),
  smp({
    code: 'T2.10',
    titre: 'Détenus en attente de jugement au {fin}, par ancienneté',
    champ: `${PRISONS} ${DECEMBRE}`,
    entete: 'Ancienneté',
    agregation: 'STOCK',
    cellule: 'DUREE.{l}.{c}',
    lignes: [liste('DUREE_DETENTION')],
    colonnes: SEXES,
    ensemble: {
      M: ['INC', 'PREV', 'ACC'].flatMap((p) => [`POP.${p}.HM`, `POP.${p}.HMIN`]),
      F: ['INC', 'PREV', 'ACC'].flatMap((p) => [`POP.${p}.FM`, `POP.${p}.FMIN`]),
    },
    graphique: EMPILEES,
  }),
  smp({
    code: 'T2.11',
    titre: 'Population détenue au {fin}, par nationalité',
    champ: `${PRISONS} ${DECEMBRE}`,
    entete: 'Nationalité',
    agregation: 'STOCK',
    cellule: 'NAT.{l}.{c}',
    lignes: [liste('NATIONALITE')],
    colonnes: SEXES,
    ensemble: HOMMES_FEMMES,
    graphique: EMPILEES,
  }),
  smp({
    code: 'T2.12',
    titre: 'Population détenue au {fin}, par infraction principale',
    champ: `${PRISONS} ${DECEMBRE}`,
    entete: 'Infraction principale',
    agregation: 'STOCK',
    cellule: 'INFR.{l}.{c}',
    lignes: [liste('INFRACTION')],
    colonnes: SEXES,
    ensemble: HOMMES_FEMMES,
    graphique: EMPILEES,
  }),
]

const presents = (agregation: Agregation): Part => ({
  modele: 'RMA',
  cellules: ['MVT.FIN.M', 'MVT.FIN.F'],
  agregation,
})
const flux = (modele: string, cellules: string[]): Part => ({
  modele,
  cellules,
  agregation: 'SOMME',
})

const MOUVEMENTS: PlanTableau[] = [
  rma({
    code: 'T3.1',
    titre: 'Entrées en {annee}, par motif et par sexe',
    registre: 'registre des admissions',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    entete: 'Motif d’entrée',
    agregation: 'SOMME',
    cellule: 'ENT.{l}.{c}',
    lignes: [liste('MOTIF_ENTREE')],
    colonnes: SEXES,
    ensemble: parSexe('MVT.ENT'),
    graphique: BARRES,
  }),
  rma({
    code: 'T3.2',
    titre: 'Sorties en {annee}, par motif et par sexe',
    registre: 'registre des admissions',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    entete: 'Motif de sortie',
    agregation: 'SOMME',
    cellule: 'SOR.{l}.{c}',
    lignes: [liste('MOTIF_SORTIE')],
    colonnes: SEXES,
    ensemble: parSexe('MVT.SOR'),
    graphique: BARRES,
  }),
  rma({
    code: 'T3.3',
    titre: 'Entrées, sorties et rotation en {annee}, par type de structure',
    registre: 'registre des admissions',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    note: 'Rotation\u00a0: demi-somme des entrées et des sorties, rapportée à l’effectif mensuel moyen (celui du tableau T2.3). «\u00a0*\u00a0»\u00a0: un rapport attendu manque.',
    entete: 'Type de structure',
    agregation: 'SOMME',
    lignes: [TYPES],
    colonnes: {
      mesures: [
        { code: 'ENT', libelle: 'Entrées', cellules: ['MVT.ENT.M', 'MVT.ENT.F'] },
        { code: 'SOR', libelle: 'Sorties', cellules: ['MVT.SOR.M', 'MVT.SOR.F'] },
        {
          code: 'MOY',
          libelle: 'Effectif moyen',
          decimales: 1,
          cellules: ['MVT.FIN.M', 'MVT.FIN.F'],
          agregation: 'MOYENNE',
        },
        {
          code: 'ROT',
          libelle: 'Rotation',
          unite: '%',
          decimales: 1,
          taux: {
            num: [flux('RMA', ['MVT.ENT.M', 'MVT.ENT.F']), flux('RMA', ['MVT.SOR.M', 'MVT.SOR.F'])],
            den: [presents('MOYENNE')],
            facteur: 50,
          },
        },
      ],
    },
    comparees: ['ENT', 'SOR', 'ROT'],
    graphique: { sorte: 'barres', colonnes: ['ENT', 'SOR'] },
  }),
  smp({
    code: 'T3.4',
    titre: 'Entrées en détention en {annee}, par motif',
    registre: 'registre d’écrou',
    champ: `${PRISONS}, ${MOIS_RETENUS}`,
    entete: 'Motif d’entrée',
    agregation: 'SOMME',
    cellule: 'MVTD.{l}.{c}',
    lignes: [liste('MOTIF_ENTREE_DET')],
    colonnes: DETENUS,
    graphique: BARRES,
  }),
  smp({
    code: 'T3.5',
    titre: 'Sorties de détention en {annee}, par motif',
    registre: 'registre d’écrou',
    champ: `${PRISONS}, ${MOIS_RETENUS}`,
    entete: 'Motif de sortie',
    agregation: 'SOMME',
    cellule: 'MVTD.{l}.{c}',
    lignes: [liste('MOTIF_SORTIE_DET')],
    colonnes: DETENUS,
    graphique: BARRES,
  }),
]

const ENCADRANTS = ['EDUC', 'TSOC', 'SANTE', 'PSY'].flatMap((f) => [`FONC.${f}.M`, `FONC.${f}.F`])
export const MODELE_DES_AGENTS = 'EPM'
const AGENTS = { code: MODELE_DES_AGENTS, unite: 'agents' } as const
const PART_ENCADRANTS: Part = {
  modele: AGENTS.code,
  avec: 'RMA',
  cellules: ENCADRANTS,
  agregation: 'STOCK',
  personnes: 'AGENTS',
}
const STRUCTURES_EPM = 'Structures'

const PERSONNEL: PlanTableau[] = [
  {
    code: 'T4.1',
    titre: 'Agents présents au {fin}, par catégorie, statut et sexe',
    modele: AGENTS.code,
    registre: 'registre du personnel',
    champ: `${STRUCTURES_EPM} ${DECEMBRE}`,
    note: 'Les agents en position particulière ne sont pas comptés.',
    unite: AGENTS.unite,
    entete: 'Catégorie',
    agregation: 'STOCK',
    cellule: 'EFF.{l}.{g}.{c}',
    lignes: [liste('CATEGORIE_PERSONNEL')],
    groupes: [liste('STATUT_PERSONNEL')],
    colonnes: SEXES,
    personnes: 'AGENTS',
    egal: { tableau: 'T4.2', colonnes: { 'TOT.M': 'M', 'TOT.F': 'F', 'TOT.TOT': 'TOT' } },
    comparees: ['TOT.TOT'],
    graphique: { sorte: 'barresEmpilees', colonnes: ['TOT.M', 'TOT.F'] },
  },
  {
    code: 'T4.2',
    titre: 'Agents présents au {fin}, par fonction et par sexe',
    modele: AGENTS.code,
    registre: 'registre du personnel',
    champ: `${STRUCTURES_EPM} ${DECEMBRE}`,
    unite: AGENTS.unite,
    entete: 'Fonction',
    agregation: 'STOCK',
    cellule: 'FONC.{l}.{c}',
    lignes: [liste('FONCTION_PERSONNEL')],
    colonnes: SEXES,
    personnes: 'AGENTS',
    ensemble: { TOT: ['MVT.FIN.M+MVT.FIN.F'] },
    comparees: ['TOT'],
    graphique: EMPILEES,
  },
  {
    code: 'T4.3',
    titre: 'Mouvements du personnel en {annee}, par motif et par sexe',
    modele: AGENTS.code,
    registre: 'registre du personnel',
    champ: `${STRUCTURES_EPM}, ${MOIS_RETENUS}`,
    unite: AGENTS.unite,
    entete: 'Motif',
    agregation: 'SOMME',
    cellule: 'MVT.{l}.{c}',
    lignes: [
      liste('MOTIF_ENTREE_PERS', { code: 'ENT', libelle: 'Ensemble des entrées' }),
      liste('MOTIF_SORTIE_PERS', { code: 'SOR', libelle: 'Ensemble des sorties' }),
    ],
    colonnes: SEXES,
    personnes: true,
    comparees: ['TOT'],
    graphique: BARRES,
  },
  {
    code: 'T4.4',
    titre: 'Jours ouvrés d’absence du personnel en {annee}, par motif et par sexe',
    modele: AGENTS.code,
    registre: 'registre du personnel',
    champ: `${STRUCTURES_EPM}, ${MOIS_RETENUS}`,
    unite: 'jours',
    entete: 'Motif d’absence',
    agregation: 'SOMME',
    cellule: 'ABS.{l}.{c}',
    lignes: [liste('MOTIF_ABSENCE')],
    colonnes: SEXES,
    personnes: true,
    comparees: ['TOT'],
    graphique: BARRES,
  },
  {
    code: 'T4.5',
    titre: 'Taux d’encadrement au {fin}, par type de structure',
    modele: AGENTS.code,
    registre: 'registre du personnel et registre des admissions',
    champ:
      'Structures dont les deux rapports de décembre {annee}, activité et personnel, sont retenus',
    note: 'Agents d’éducation, de travail social, de santé et de psychologie, pour cent personnes présentes.',
    unite: AGENTS.unite,
    entete: 'Type de structure',
    agregation: 'STOCK',
    lignes: [TYPES],
    colonnes: {
      mesures: [
        {
          code: 'TAUX',
          libelle: 'Taux d’encadrement',
          unite: '%',
          decimales: 1,
          // How many agents there are is public: the rate says how many persons are present. Where
          // it is not, the rate says both.
          tient: [{ ...presents('STOCK'), avec: 'EPM' }, PART_ENCADRANTS],
          taux: {
            num: [PART_ENCADRANTS],
            den: [{ ...presents('STOCK'), avec: 'EPM' }],
            facteur: 100,
          },
        },
      ],
    },
    personnes: true,
    comparees: ['TAUX'],
    graphique: { sorte: 'barres', colonnes: ['TAUX'] },
  },
]

const PARTICIPANTS = ['PART_M', 'PART_F']

const ACTIVITES: PlanTableau[] = [
  {
    code: 'T5.1',
    titre: 'Prises en charge réalisées en {annee}, par prestation',
    modele: 'RMA',
    registre: 'cahier de suivi',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    note: 'Une personne aidée plusieurs mois est comptée chaque mois, et dans chaque prestation.',
    unite: 'personnes',
    entete: 'Prestation',
    agregation: 'SOMME',
    cellule: 'PREST.{l}.{c}',
    lignes: [liste('TYPE_PRESTATION')],
    colonnes: [
      {
        modalites: [
          { code: 'BEN_M', libelle: 'Bénéficiaires masculins' },
          { code: 'BEN_F', libelle: 'Bénéficiaires féminins' },
        ],
        total: { code: 'BEN_TOT', libelle: 'Ensemble des bénéficiaires' },
      },
      { modalites: [{ code: 'ACTES', libelle: 'Actes' }] },
    ],
    personnes: true,
    comparees: ['BEN_TOT', 'ACTES'],
    graphique: { sorte: 'barresEmpilees', colonnes: ['BEN_M', 'BEN_F'] },
  },
  {
    code: 'T5.2',
    titre: 'Activités organisées en {annee}, et leurs participants',
    modele: 'RMA',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    unite: 'participants',
    entete: 'Type d’activité',
    agregation: 'SOMME',
    cellule: 'ACT.{l}.{c}',
    lignes: [liste('TYPE_ACTIVITE')],
    colonnes: [
      { modalites: [{ code: 'NB', libelle: 'Activités' }] },
      {
        modalites: PARTICIPANTS.map((code) => ({
          code,
          libelle: code === 'PART_M' ? 'Participants' : 'Participantes',
        })),
        total: { code: 'PART_TOT', libelle: 'Ensemble des participants' },
      },
    ],
    personnes: true,
    libres: ['NB'],
    comparees: ['NB', 'PART_TOT'],
    graphique: { sorte: 'barres', colonnes: ['NB'] },
  },
  {
    code: 'T5.3',
    titre: 'Journées de présence et occupation en {annee}, par type de structure',
    modele: 'RMA',
    champ: `${ACCUEIL} qui ont une capacité agréée, ${MOIS_RETENUS}`,
    note: 'Occupation\u00a0: journées de présence, rapportées aux places offertes les jours d’ouverture.',
    unite: 'journées',
    entete: 'Type de structure',
    agregation: 'SOMME',
    lignes: [TYPES],
    colonnes: {
      mesures: [
        {
          code: 'JOURNEES',
          libelle: 'Journées de présence',
          cellules: ['JOURNEES?CAPACITE'],
          // Where nobody stays to the end of a month, days say how many came.
          tient: [
            presents('MOYENNE'),
            { ...flux('RMA', ['MVT.ENT.M', 'MVT.ENT.F']), siVide: true },
            { ...flux('RMA', ['MVT.SOR.M', 'MVT.SOR.F']), siVide: true },
          ],
        },
        {
          code: 'OFFERTES',
          libelle: 'Journées offertes',
          cellules: ['CAPACITE*JOURS_OUV'],
          libre: true,
        },
        {
          code: 'OCC',
          libelle: 'Taux d’occupation',
          unite: '%',
          decimales: 1,
          taux: {
            num: [flux('RMA', ['JOURNEES?CAPACITE'])],
            den: [flux('RMA', ['CAPACITE*JOURS_OUV'])],
            facteur: 100,
          },
        },
      ],
    },
    personnes: true,
    comparees: ['JOURNEES', 'OCC'],
    graphique: { sorte: 'barres', colonnes: ['OCC'] },
  },
  {
    code: 'T5.4',
    titre: 'Participations mensuelles aux activités de réinsertion en {annee}',
    modele: 'SMP',
    champ: `${PRISONS}, ${MOIS_RETENUS}`,
    note: 'Une personne qui participe plusieurs mois est comptée chaque mois.',
    unite: 'participations',
    entete: 'Activité',
    agregation: 'SOMME',
    cellule: 'REINS.{l}.{c}',
    lignes: [liste('ACTIVITE_REINSERTION')],
    colonnes: SEXES,
    personnes: true,
    comparees: ['TOT'],
    graphique: EMPILEES,
  },
]

const FRANCS = 'F CFA'
const DEPENSES = [
  { code: 'DEP_PERS', libelle: 'Personnel' },
  { code: 'DEP_ALIM', libelle: 'Alimentation' },
  { code: 'DEP_SANTE', libelle: 'Santé' },
  { code: 'DEP_FONCT', libelle: 'Fonctionnement' },
  { code: 'DEP_INV', libelle: 'Investissement' },
]
const CELLULES_DEPENSES = DEPENSES.map(({ code }) => `BUD.${code}`)

const MOYENS: PlanTableau[] = [
  {
    code: 'T6.1',
    titre: 'Dotations reçues et dépenses exécutées en {annee}, par région',
    modele: 'RMA',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    note: 'Exécution\u00a0: dépenses rapportées aux dotations reçues.',
    unite: FRANCS,
    entete: 'Région',
    agregation: 'SOMME',
    lignes: [REGIONS],
    colonnes: {
      mesures: [
        { code: 'DOT', libelle: 'Dotations', cellules: ['BUD.DOT'] },
        { code: 'DEP', libelle: 'Dépenses', cellules: CELLULES_DEPENSES },
        {
          code: 'EXEC',
          libelle: 'Exécution',
          unite: '%',
          decimales: 1,
          taux: {
            num: [flux('RMA', CELLULES_DEPENSES)],
            den: [flux('RMA', ['BUD.DOT'])],
            facteur: 100,
          },
        },
      ],
    },
    comparees: ['DOT', 'DEP', 'EXEC'],
    graphique: { sorte: 'barres', colonnes: ['DOT', 'DEP'] },
  },
  {
    code: 'T6.2',
    titre: 'Dépenses exécutées en {annee}, par type de structure et par nature',
    modele: 'RMA',
    champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
    unite: FRANCS,
    entete: 'Type de structure',
    agregation: 'SOMME',
    cellule: 'BUD.{c}',
    lignes: [TYPES],
    colonnes: [{ modalites: DEPENSES, total: TOUS }],
    comparees: ['TOT'],
    graphique: { sorte: 'barresEmpilees', colonnes: DEPENSES.map(({ code }) => code) },
  },
]

const CONCERNES = { code: 'NB', libelle: 'Personnes concernées' }
const DECLARES = {
  modele: 'RMA',
  registre: 'registre des incidents',
  champ: `${ACCUEIL}, ${MOIS_RETENUS}`,
  unite: 'personnes concernées',
  agregation: 'SOMME',
  colonnes: [{ modalites: [CONCERNES, { code: 'DONT_MIN', libelle: 'dont mineurs' }] }],
  personnes: true,
  comparees: ['NB'],
  graphique: { sorte: 'barres', colonnes: ['NB'] },
} satisfies Partial<PlanTableau>

const INCIDENTS: PlanTableau[] = [
  {
    ...DECLARES,
    code: 'T7.1',
    titre: 'Incidents déclarés en {annee}, par type',
    entete: 'Type d’incident',
    cellule: 'INC.{l}.{c}',
    lignes: [liste('TYPE_INCIDENT')],
  },
  {
    ...DECLARES,
    code: 'T7.2',
    titre: 'Incidents déclarés en {annee}, par région',
    entete: 'Région',
    cellule: 'INC.[TYPE_INCIDENT].{c}',
    lignes: [REGIONS],
  },
  {
    code: 'T7.3',
    titre: 'Santé et incidents en détention en {annee}',
    modele: 'SMP',
    champ: `${PRISONS}, ${MOIS_RETENUS}`,
    unite: 'personnes concernées',
    entete: 'Évènement',
    agregation: 'SOMME',
    cellule: 'INCP.{l}.{c}',
    lignes: [liste('TYPE_INCIDENT_DET', null)],
    colonnes: [{ modalites: [CONCERNES] }],
    personnes: true,
    comparees: ['NB'],
    graphique: { sorte: 'barres', colonnes: ['NB'] },
  },
]

export type Chapitre = { code: string; titre: string; tableaux: readonly PlanTableau[] }

export const ANNEXES = '9'

export const CHAPITRES: readonly Chapitre[] = [
  { code: '0', titre: 'Avant-propos et méthode', tableaux: [] },
  { code: '1', titre: 'Répertoire des structures', tableaux: [] },
  { code: '2', titre: 'Effectifs', tableaux: EFFECTIFS },
  { code: '3', titre: 'Mouvements', tableaux: MOUVEMENTS },
  { code: '4', titre: 'Personnel', tableaux: PERSONNEL },
  { code: '5', titre: 'Activités et prestations', tableaux: ACTIVITES },
  { code: '6', titre: 'Moyens', tableaux: MOYENS },
  { code: '7', titre: 'Incidents', tableaux: INCIDENTS },
  { code: '8', titre: 'Séries sur cinq ans', tableaux: [] },
  { code: ANNEXES, titre: 'Annexes', tableaux: [] },
]

type LigneDeTableau = { tableau: string; ligne: string }

/**
 * Present a year ago, plus come, less gone, makes present: rows of tables, and the columns among
 * which nobody changes (a minor who comes of age stays of one sex).
 */
export type Bilan = Record<'stock' | 'entrees' | 'sorties', LigneDeTableau> & {
  colonnes: readonly (readonly string[])[]
}

const ensemble = (tableau: string, ligne = 'TOT'): LigneDeTableau => ({ tableau, ligne })
const PAR_SEXE = [['M'], ['F'], ['TOT']]

export const BILANS: readonly Bilan[] = [
  {
    stock: ensemble('T2.2'),
    entrees: ensemble('T3.1'),
    sorties: ensemble('T3.2'),
    colonnes: PAR_SEXE,
  },
  {
    stock: ensemble('T2.8'),
    entrees: ensemble('T3.4'),
    sorties: ensemble('T3.5'),
    colonnes: [['HM', 'HMIN'], ['FM', 'FMIN'], ['TOT']],
  },
  {
    stock: ensemble('T4.2'),
    entrees: ensemble('T4.3', 'ENT'),
    sorties: ensemble('T4.3', 'SOR'),
    colonnes: PAR_SEXE,
  },
]

/**
 * What the forms' blocking controls keep from passing another: cells of a model, together, and those
 * that they do not pass; `{x}`: each code of this list.
 */
export type Plafond = { modele: string; petit: string[]; grand: string[]; liste?: string }

export const PLAFONDS: readonly Plafond[] = [
  { modele: 'RMA', petit: ['HAND.HAND.M'], grand: ['MVT.FIN.M'] },
  { modele: 'RMA', petit: ['HAND.HAND.F'], grand: ['MVT.FIN.F'] },
  { modele: 'RMA', petit: ['INC.{x}.DONT_MIN'], grand: ['INC.{x}.NB'], liste: 'TYPE_INCIDENT' },
  {
    modele: 'RMA',
    petit: ['PREST.{x}.BEN_M', 'PREST.{x}.BEN_F'],
    grand: ['PREST.{x}.ACTES'],
    liste: 'TYPE_PRESTATION',
  },
  { modele: 'RMA', petit: ['SOR.DECES.M', 'SOR.DECES.F'], grand: ['INC.DECES.NB'] },
]

/** Models that have tables of their own. */
export const MODELES_DU_PLAN: ReadonlySet<string> = new Set(
  CHAPITRES.flatMap(({ tableaux }) => tableaux.map(({ modele }) => modele)),
)

/** What the series of five years follow: national figures. */
export type Serie = Part & { code: string; libelle: string; unite: string }

export const SERIES: readonly Serie[] = [
  {
    ...presents('STOCK'),
    code: 'PRESENTS',
    libelle: 'Personnes présentes au 31 décembre',
    unite: 'personnes',
    personnes: true,
  },
  {
    ...flux('RMA', ['MVT.ENT.M', 'MVT.ENT.F']),
    code: 'ENTREES',
    libelle: 'Entrées de l’année',
    unite: 'personnes',
    personnes: true,
  },
  {
    ...flux('RMA', ['MVT.SOR.M', 'MVT.SOR.F']),
    code: 'SORTIES',
    libelle: 'Sorties de l’année',
    unite: 'personnes',
    personnes: true,
  },
  {
    modele: 'SMP',
    cellules: ['MVTD.FIN.HM', 'MVTD.FIN.FM', 'MVTD.FIN.HMIN', 'MVTD.FIN.FMIN'],
    agregation: 'STOCK',
    code: 'DETENUS',
    libelle: 'Personnes détenues au 31 décembre',
    unite: 'personnes',
    personnes: true,
  },
  {
    modele: 'EPM',
    cellules: ['MVT.FIN.M', 'MVT.FIN.F'],
    agregation: 'STOCK',
    code: 'AGENTS',
    libelle: 'Agents présents au 31 décembre',
    unite: 'agents',
    personnes: 'AGENTS',
  },
  {
    ...flux('RMA', CELLULES_DEPENSES),
    code: 'DEPENSES',
    libelle: 'Dépenses exécutées',
    unite: FRANCS,
  },
]

/** Whether what counts these persons is kept secret. */
export const estProtege = (comptees: Personnes | undefined, agentsProteges: boolean): boolean =>
  comptees === true || (comptees === 'AGENTS' && agentsProteges)
