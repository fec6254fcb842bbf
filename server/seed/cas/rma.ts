import { type Cas, colonne } from './cas.ts'

const entrees = (sexe: string, nombre: number) =>
  colonne('ENT', 'MOTIF_ENTREE', sexe, { JUDIC: nombre })
const sorties = (sexe: string, motif: string, nombre: number) =>
  colonne('SOR', 'MOTIF_SORTIE', sexe, { [motif]: nombre })
const AUCUN_MOUVEMENT = {
  ...entrees('M', 0),
  ...entrees('F', 0),
  ...sorties('M', 'FUGUE', 0),
  ...sorties('F', 'FUGUE', 0),
}

/** The controls of the RMA, one by one; the month is March 2025. */
export const CAS_RMA: Cas[] = [
  {
    cle: 'RA01:F',
    casser: {
      'MVT.DEB.F': 42,
      ...entrees('F', 5),
      ...sorties('F', 'REINS_FAM', 3),
      'MVT.FIN.F': 45,
    },
    message:
      'Effectif féminin : 42 + 5 − 3 = 44, mais vous avez déclaré 45 au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    cle: 'RA02:F',
    casser: { 'MVT.FIN.F': 44, ...colonne('AGE', 'TRANCHE_AGE', 'F', { A12_14: 43 }) },
    message:
      'Effectif féminin : la répartition par âge (43) doit être égale à l’effectif au dernier jour (44). Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RA03:M',
    casser: { 'MVT.FIN.M': 30, ...colonne('CAT', 'CATEGORIE_PUBLIC', 'M', { RUE: 31 }) },
    message:
      'Effectif masculin : la répartition par situation (31) doit être égale à l’effectif au dernier jour (30). Comptez chaque personne une seule fois.',
  },
  {
    cle: 'RA04:F',
    casser: { 'MVT.DEB.F': 44 },
    contexte: { autres: { 'RMA@2025-02': { 'MVT.FIN.F': 42 } } },
    message:
      'L’effectif féminin de début de mois (44) diffère de l’effectif de fin février 2025 (42). Expliquez l’écart.',
  },
  {
    cle: 'RA05:M',
    casser: { 'MVT.FIN.M': 10, 'HAND.HAND.M': 12 },
    message:
      'Effectif masculin : les personnes en situation de handicap (12) ne peuvent pas être plus nombreuses que l’effectif au dernier jour (10). Corrigez l’un des deux nombres.',
  },
  {
    cle: 'RA06A:ACCID',
    casser: { 'INC.ACCID.NB': 2, 'INC.ACCID.DONT_MIN': 3 },
    message:
      'Incidents « Accident » : les mineurs (3) ne peuvent pas être plus nombreux que les personnes concernées (2). Corrigez l’un des deux nombres.',
  },
  {
    cle: 'RA06B:SANTE',
    casser: { 'PREST.SANTE.BEN_M': 4, 'PREST.SANTE.BEN_F': 5, 'PREST.SANTE.ACTES': 8 },
    message:
      'Prestation « Soins » : le nombre d’actes (8) doit être au moins égal au nombre de bénéficiaires (9). Corrigez l’un des deux nombres.',
  },
  {
    cle: 'RA07A',
    casser: { 'MVT.DEB.M': 10, 'MVT.DEB.F': 10, ...AUCUN_MOUVEMENT, JOURNEES: 1621 },
    message:
      'Journées de présence : vous en avez déclaré 1 621, alors que l’effectif de début de mois et les entrées (20) en permettent au plus 620 en 31 jours. Vérifiez ce nombre.',
  },
  {
    cle: 'RA07B',
    casser: { JOURS_OUV: 31 },
    contexte: { mois: 'FEBRUARY', annee: 2025 },
    message:
      'Jours d’ouverture : vous en avez déclaré 31, mais le mois ne compte que 28 jours. Corrigez ce nombre.',
  },
  {
    cle: 'RA08',
    casser: { CAPACITE: 40, JOURS_OUV: 31, JOURNEES: 1500 },
    message:
      'Le taux d’occupation (121 %) est inhabituel : on attend de 10 % à 120 %. Vérifiez les journées de présence (1 500), la capacité (40) et les jours d’ouverture (31), ou expliquez ce taux.',
  },
  {
    cle: 'RA09',
    casser: { 'MVT.FIN.M': 30, 'MVT.FIN.F': 30 },
    contexte: { autres: { 'RMA@2025-02': { 'MVT.FIN.TOT': 42 } } },
    message:
      'La variation de l’effectif est inhabituelle : il passe de 42 fin février 2025 à 60 ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    cle: 'RA10',
    casser: { ...AUCUN_MOUVEMENT, 'SOR.DECES.M': 1, 'INC.DECES.NB': 0 },
    message:
      'Décès : vous avez déclaré 1 parmi les sorties, mais 0 parmi les incidents. Inscrivez chaque décès dans le tableau des incidents.',
  },
  {
    cle: 'RA11',
    casser: { 'SOR.FUGUE.M': 2, 'SOR.FUGUE.F': 1, 'INC.FUGUE.NB': 2 },
    message:
      'Fugues : vous avez déclaré 3 parmi les sorties, mais 2 parmi les incidents. Complétez le tableau des incidents ou expliquez l’écart.',
  },
  {
    cle: 'RA12',
    casser: { SIT_FONCT: 'FERME_TEMP', JOURS_OUV: 12, JOURNEES: 300 },
    message:
      'La structure est déclarée fermée, mais les jours d’ouverture (12) ou les journées de présence (300) ne sont pas nuls. Mettez ces deux nombres à 0, ou choisissez « Fonctionnement partiel ».',
  },
  {
    cle: 'RA13',
    casser: {
      ...AUCUN_MOUVEMENT,
      'MVT.DEB.M': 0,
      'MVT.DEB.F': 0,
      'MVT.FIN.M': 0,
      'MVT.FIN.F': 0,
      JOURNEES: 0,
    },
    message:
      'La structure fonctionne normalement, mais l’effectif (0), les entrées (0) et les journées de présence (0) sont nuls. Confirmez qu’il s’agit d’un rapport à néant.',
  },
  {
    cle: 'RA14:MVT.ENT.TOT',
    casser: { ...entrees('M', 20), ...entrees('F', 11) },
    contexte: {
      autres: Object.fromEntries(
        ['2024-09', '2024-10', '2024-11', '2024-12', '2025-01', '2025-02'].map((mois, rang) => [
          `RMA@${mois}`,
          { 'MVT.ENT.TOT': rang === 0 ? 4 : 5 },
        ]),
      ),
    },
    message:
      'Entrées du mois : 31, un nombre inhabituel pour une moyenne de 4,8 sur les 6 mois précédents. Vérifiez-le ou expliquez-le.',
  },
  {
    cle: 'RA15',
    casser: {
      'BUD.DOT': 1_000_000,
      'BUD.DEP_PERS': 2_000_000,
      'BUD.DEP_ALIM': 0,
      'BUD.DEP_SANTE': 0,
      'BUD.DEP_FONCT': 0,
      'BUD.DEP_INV': 0,
    },
    contexte: {
      autres: {
        'RMA@2025-01': { 'BUD.DOT': 1_000_000, 'BUD.DEP_TOT': 900_000 },
        'RMA@2025-02': { 'BUD.DOT': 1_000_000, 'BUD.DEP_TOT': 1_000_000 },
      },
    },
    message:
      'Depuis janvier, les dépenses (3 900 000 F CFA) dépassent les dotations reçues (3 000 000 F CFA).',
  },
]
