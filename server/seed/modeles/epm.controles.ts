import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

const SEXES = ['M', 'F']

/** Agents who look after the people received: educators, social workers, carers, psychologists. */
const ENCADRANTS = 'FONC.EDUC.TOT + FONC.TSOC.TOT + FONC.SANTE.TOT + FONC.PSY.TOT'
const PAR_ENCADRANT = `AUTRE_MODELE(RMA; MVT.FIN.TOT) / (${ENCADRANTS})`

/** Controls of the EPM: stocks and flows of agents, absences, posts, and people per carer. */
export const CONTROLES_EPM: ModeleSource['controles'] = [
  {
    code: 'RB01',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
    cellules: ['MVT.FIN.$'],
    message:
      'Effectif {$} : {MVT.DEB.$} + {MVT.ENT.$} − {MVT.SOR.$} = {attendu}, mais vous avez déclaré {MVT.FIN.$} au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    code: 'RB02',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'EFF.TOT.TOT.$ = MVT.FIN.$',
    cellules: ['EFF.TOT.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$} : la répartition par catégorie et statut ({EFF.TOT.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux tableaux.',
  },
  {
    code: 'RB03',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'FONC.TOT.$ = EFF.TOT.TOT.$',
    cellules: ['FONC.TOT.$', 'EFF.TOT.TOT.$'],
    message:
      'Effectif {$} : la répartition par fonction ({FONC.TOT.$}) doit être égale à l’effectif présent ({EFF.TOT.TOT.$}). Comptez chaque agent une seule fois.',
  },
  {
    code: 'RB04',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'AGEP.TOT.$ = EFF.TOT.TOT.$',
    cellules: ['AGEP.TOT.$', 'EFF.TOT.TOT.$'],
    message:
      'Effectif {$} : la répartition par âge ({AGEP.TOT.$}) doit être égale à l’effectif présent ({EFF.TOT.TOT.$}). Corrigez l’un des deux tableaux.',
  },
  {
    code: 'RB05',
    niveau: 'AVERTISSEMENT',
    pourChaque: SEXES,
    formule: 'MVT.DEB.$ = PRECEDENT(MVT.FIN.$)',
    cellules: ['MVT.DEB.$'],
    message:
      'L’effectif {$} de début de mois ({MVT.DEB.$}) diffère de l’effectif de fin {periodePrecedente} ({PRECEDENT(MVT.FIN.$)}). Expliquez l’écart.',
  },
  {
    code: 'RB06',
    niveau: 'AVERTISSEMENT',
    seuils: { agents: 3, part: 0.1 },
    formule:
      'ABS(MVT.FIN.TOT - PRECEDENT(MVT.FIN.TOT)) <= MAX(SEUIL("agents"); SEUIL("part") * PRECEDENT(MVT.FIN.TOT))',
    cellules: ['MVT.FIN.TOT'],
    message:
      'La variation de l’effectif est inhabituelle : il passe de {PRECEDENT(MVT.FIN.TOT)} fin {periodePrecedente} à {MVT.FIN.TOT} ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    code: 'RB07',
    niveau: 'BLOQUANT',
    formule: 'ABS.MATERNITE.M = 0',
    cellules: ['ABS.MATERNITE.M'],
    message:
      'Congé de maternité : vous avez déclaré {ABS.MATERNITE.M} dans la colonne « Masculin ». Indiquez 0, et reportez les jours dans la bonne colonne ou au congé de paternité.',
  },
  {
    code: 'RB08',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'ABS.TOT.$ <= (MVT.DEB.$ + MVT.ENT.$) * JOURS_OUVRES()',
    cellules: ['ABS.TOT.$'],
    message:
      'Effectif {$} : les jours d’absence ({ABS.TOT.$}) dépassent le nombre de jours ouvrés des agents du mois ({(MVT.DEB.$ + MVT.ENT.$) * JOURS_OUVRES()}). Vérifiez les jours d’absence.',
  },
  {
    code: 'RB09',
    niveau: 'AVERTISSEMENT',
    formule: 'FONC.DIR.TOT > 0',
    cellules: ['FONC.DIR.TOT'],
    message:
      'Le nombre d’agents à la direction est de {FONC.DIR.TOT}. Complétez la répartition par fonction, ou expliquez pourquoi le poste est vacant.',
  },
  {
    code: 'RB10',
    niveau: 'AVERTISSEMENT',
    pourChaque: [{ codification: 'CATEGORIE_PERSONNEL' }],
    seuils: { agents: 2, part: 0.2 },
    formule: 'ABS(POSTE.$.ECART) <= MAX(SEUIL("agents"); SEUIL("part") * POSTE.$.REF)',
    cellules: ['POSTE.$.ECART'],
    message:
      '{$} : agents présents ({POSTE.$.PRESENT}), postes de référence ({POSTE.$.REF}), soit un écart de {POSTE.$.ECART}. Vérifiez la répartition par catégorie ou expliquez l’écart.',
  },
  {
    code: 'RB11',
    niveau: 'INFO',
    seuils: { minimum: 2, maximum: 15 },
    formule: `${PAR_ENCADRANT} >= SEUIL("minimum") ET ${PAR_ENCADRANT} <= SEUIL("maximum")`,
    cellules: ['FONC.EDUC.TOT', 'FONC.TSOC.TOT', 'FONC.SANTE.TOT', 'FONC.PSY.TOT'],
    message: `Encadrement : {ARRONDI(${PAR_ENCADRANT}; 1)} personnes accueillies par agent d’éducation, de travail social, de santé ou de psychologie ; on attend de {SEUIL("minimum")} à {SEUIL("maximum")}.`,
  },
]
