import { codesDe } from '../exemple/situation.ts'
import { type Cas, colonne } from './cas.ts'

const fonctions = (sexe: string, valeurs: Record<string, number>) =>
  colonne('FONC', 'FONCTION_PERSONNEL', sexe, valeurs)
const absences = (sexe: string, maladie: number) =>
  colonne('ABS', 'MOTIF_ABSENCE', sexe, { MALADIE: maladie })
const entrees = (sexe: string, recrutements: number) =>
  colonne('MVT', 'MOTIF_ENTREE_PERS', sexe, { RECR: recrutements })
const sorties = (sexe: string, retraites: number) =>
  colonne('MVT', 'MOTIF_SORTIE_PERS', sexe, { RETR: retraites })

/** Agents of one sex, all civil servants of category B. */
function effectif(sexe: string, nombre: number) {
  const cellules = codesDe('STATUT_PERSONNEL').flatMap((statut) =>
    codesDe('CATEGORIE_PERSONNEL').map((categorie) => `EFF.${categorie}.${statut}.${sexe}`),
  )
  const occupee = `EFF.B.FONC.${sexe}`
  return Object.fromEntries(
    cellules.map((cellule) => [cellule, cellule === occupee ? nombre : 0] as const),
  )
}

/** The controls of the EPM, one by one; the month is June 2025, in which the ages are required. */
export const CAS_EPM: Cas[] = [
  {
    cle: 'RB01:M',
    casser: { 'MVT.DEB.M': 10, ...entrees('M', 2), ...sorties('M', 1), 'MVT.FIN.M': 12 },
    message:
      'Effectif masculin : 10 + 2 − 1 = 11, mais vous avez déclaré 12 au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    cle: 'RB02:F',
    casser: { ...effectif('F', 14), 'MVT.FIN.F': 13 },
    message:
      'Effectif féminin : la répartition par catégorie et statut (14) doit être égale à l’effectif au dernier jour (13). Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RB03:F',
    casser: { ...effectif('F', 14), ...fonctions('F', { DIR: 1, EDUC: 12 }) },
    message:
      'Effectif féminin : la répartition par fonction (13) doit être égale à l’effectif présent (14). Comptez chaque agent une seule fois.',
  },
  {
    cle: 'RB04:M',
    casser: { ...effectif('M', 9), ...colonne('AGEP', 'TRANCHE_AGE_PERS', 'M', { P35_44: 8 }) },
    message:
      'Effectif masculin : la répartition par âge (8) doit être égale à l’effectif présent (9). Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RB05:F',
    casser: { 'MVT.DEB.F': 15 },
    contexte: { autres: { 'EPM@2025-05': { 'MVT.FIN.F': 13 } } },
    message:
      'L’effectif féminin de début de mois (15) diffère de l’effectif de fin mai 2025 (13). Expliquez l’écart.',
  },
  {
    cle: 'RB06',
    casser: { 'MVT.FIN.M': 10, 'MVT.FIN.F': 18 },
    contexte: { autres: { 'EPM@2025-05': { 'MVT.FIN.TOT': 24 } } },
    message:
      'La variation de l’effectif est inhabituelle : il passe de 24 fin mai 2025 à 28 ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    cle: 'RB07',
    casser: { 'ABS.MATERNITE.M': 6 },
    message:
      'Congé de maternité : vous avez déclaré 6 dans la colonne « Masculin ». Indiquez 0, et reportez les jours dans la bonne colonne ou au congé de paternité.',
  },
  {
    cle: 'RB08:M',
    casser: { 'MVT.DEB.M': 4, ...entrees('M', 1), ...absences('M', 120) },
    message:
      'Effectif masculin : les jours d’absence (120) dépassent le nombre de jours ouvrés des agents du mois (105). Vérifiez les jours d’absence.',
  },
  {
    cle: 'RB09',
    casser: { 'FONC.DIR.M': 0, 'FONC.DIR.F': 0 },
    message:
      'Le nombre d’agents à la direction est de 0. Complétez la répartition par fonction, ou expliquez pourquoi le poste est vacant.',
  },
  {
    cle: 'RB10:B',
    casser: { ...effectif('M', 0), ...effectif('F', 3) },
    message:
      'Catégorie B : agents présents (3), postes de référence (7), soit un écart de −4. Vérifiez la répartition par catégorie ou expliquez l’écart.',
  },
  {
    cle: 'RB11',
    casser: { ...fonctions('M', {}), ...fonctions('F', { EDUC: 2 }) },
    contexte: { autres: { 'RMA@2025-06': { 'MVT.FIN.TOT': 45 } } },
    message:
      'Encadrement : 22,5 personnes accueillies par agent d’éducation, de travail social, de santé ou de psychologie ; on attend de 2 à 15.',
  },
]
