import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

const SEXES = ['M', 'F']

/** Controls of the RMA: stocks and flows first, then occupancy, incidents, operation and money. */
export const CONTROLES_RMA: ModeleSource['controles'] = [
  {
    code: 'RA01',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
    cellules: ['MVT.FIN.$'],
    message:
      'Effectif {$} : {MVT.DEB.$} + {MVT.ENT.$} − {MVT.SOR.$} = {attendu}, mais vous avez déclaré {MVT.FIN.$} au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    code: 'RA02',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'AGE.TOT.$ = MVT.FIN.$',
    cellules: ['AGE.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$} : la répartition par âge ({AGE.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux tableaux.',
  },
  {
    code: 'RA03',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'CAT.TOT.$ = MVT.FIN.$',
    cellules: ['CAT.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$} : la répartition par situation ({CAT.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Comptez chaque personne une seule fois.',
  },
  {
    code: 'RA04',
    niveau: 'AVERTISSEMENT',
    pourChaque: SEXES,
    formule: 'MVT.DEB.$ = PRECEDENT(MVT.FIN.$)',
    cellules: ['MVT.DEB.$'],
    message:
      'L’effectif {$} de début de mois ({MVT.DEB.$}) diffère de l’effectif de fin {periodePrecedente} ({PRECEDENT(MVT.FIN.$)}). Expliquez l’écart.',
  },
  {
    code: 'RA05',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'HAND.HAND.$ <= MVT.FIN.$',
    cellules: ['HAND.HAND.$', 'MVT.FIN.$'],
    message:
      'Effectif {$} : les personnes en situation de handicap ({HAND.HAND.$}) ne peuvent pas être plus nombreuses que l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA06A',
    niveau: 'BLOQUANT',
    pourChaque: [{ codification: 'TYPE_INCIDENT' }],
    formule: 'INC.$.DONT_MIN <= INC.$.NB',
    cellules: ['INC.$.DONT_MIN', 'INC.$.NB'],
    message:
      'Incidents « {$} » : les mineurs ({INC.$.DONT_MIN}) ne peuvent pas être plus nombreux que les personnes concernées ({INC.$.NB}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA06B',
    niveau: 'BLOQUANT',
    pourChaque: [{ codification: 'TYPE_PRESTATION' }],
    formule: 'PREST.$.ACTES >= PREST.$.BEN_TOT',
    cellules: ['PREST.$.ACTES', 'PREST.$.BEN_TOT'],
    message:
      'Prestation « {$} » : le nombre d’actes ({PREST.$.ACTES}) doit être au moins égal au nombre de bénéficiaires ({PREST.$.BEN_TOT}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA07A',
    niveau: 'BLOQUANT',
    formule: 'JOURNEES <= (MVT.DEB.TOT + MVT.ENT.TOT) * NB_JOURS()',
    cellules: ['JOURNEES'],
    message:
      'Journées de présence : vous en avez déclaré {JOURNEES}, alors que l’effectif de début de mois et les entrées ({MVT.DEB.TOT + MVT.ENT.TOT}) en permettent au plus {(MVT.DEB.TOT + MVT.ENT.TOT) * NB_JOURS()} en {NB_JOURS()} jours. Vérifiez ce nombre.',
  },
  {
    code: 'RA07B',
    niveau: 'BLOQUANT',
    formule: 'JOURS_OUV <= NB_JOURS()',
    cellules: ['JOURS_OUV'],
    message:
      'Jours d’ouverture : vous en avez déclaré {JOURS_OUV}, mais le mois ne compte que {NB_JOURS()} jours. Corrigez ce nombre.',
  },
  {
    code: 'RA08',
    niveau: 'AVERTISSEMENT',
    seuils: { minimum: 10, maximum: 120 },
    formule: 'TAUX_OCC >= SEUIL("minimum") ET TAUX_OCC <= SEUIL("maximum")',
    cellules: ['TAUX_OCC', 'JOURNEES', 'CAPACITE', 'JOURS_OUV'],
    message:
      'Le taux d’occupation ({TAUX_OCC}) est inhabituel : on attend de {SEUIL("minimum")} % à {SEUIL("maximum")} %. Vérifiez les journées de présence ({JOURNEES}), la capacité ({CAPACITE}) et les jours d’ouverture ({JOURS_OUV}), ou expliquez ce taux.',
  },
  {
    code: 'RA09',
    niveau: 'AVERTISSEMENT',
    seuils: { personnes: 10, part: 0.25 },
    formule:
      'ABS(MVT.FIN.TOT - PRECEDENT(MVT.FIN.TOT)) <= MAX(SEUIL("personnes"); SEUIL("part") * PRECEDENT(MVT.FIN.TOT))',
    cellules: ['MVT.FIN.TOT'],
    message:
      'La variation de l’effectif est inhabituelle : il passe de {PRECEDENT(MVT.FIN.TOT)} fin {periodePrecedente} à {MVT.FIN.TOT} ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    code: 'RA10',
    niveau: 'BLOQUANT',
    formule: 'INC.DECES.NB >= SOR.DECES.TOT',
    cellules: ['INC.DECES.NB', 'SOR.DECES.TOT'],
    message:
      'Décès : vous avez déclaré {SOR.DECES.TOT} parmi les sorties, mais {INC.DECES.NB} parmi les incidents. Inscrivez chaque décès dans le tableau des incidents.',
  },
  {
    code: 'RA11',
    niveau: 'AVERTISSEMENT',
    formule: 'INC.FUGUE.NB >= SOR.FUGUE.TOT',
    cellules: ['INC.FUGUE.NB', 'SOR.FUGUE.TOT'],
    message:
      'Fugues : vous avez déclaré {SOR.FUGUE.TOT} parmi les sorties, mais {INC.FUGUE.NB} parmi les incidents. Complétez le tableau des incidents ou expliquez l’écart.',
  },
  {
    code: 'RA12',
    niveau: 'BLOQUANT',
    formule: 'SIT_FONCT <> "FERME_TEMP" OU (JOURS_OUV = 0 ET JOURNEES = 0)',
    cellules: ['SIT_FONCT', 'JOURS_OUV', 'JOURNEES'],
    message:
      'La structure est déclarée fermée, mais les jours d’ouverture ({JOURS_OUV}) ou les journées de présence ({JOURNEES}) ne sont pas nuls. Mettez ces deux nombres à 0, ou choisissez « Fonctionnement partiel ».',
  },
  {
    code: 'RA13',
    niveau: 'AVERTISSEMENT',
    formule: 'SIT_FONCT <> "NORMAL" OU MVT.DEB.TOT + MVT.ENT.TOT + MVT.FIN.TOT + JOURNEES > 0',
    cellules: ['MVT.DEB.TOT', 'MVT.ENT.TOT', 'MVT.FIN.TOT', 'JOURNEES'],
    message:
      'La structure fonctionne normalement, mais l’effectif ({MVT.FIN.TOT}), les entrées ({MVT.ENT.TOT}) et les journées de présence ({JOURNEES}) sont nuls. Confirmez qu’il s’agit d’un rapport à néant.',
  },
  {
    code: 'RA14',
    niveau: 'AVERTISSEMENT',
    pourChaque: ['MVT.ENT.TOT', 'MVT.SOR.TOT'],
    seuils: { personnes: 10, multiple: 3 },
    formule: '$ <= SEUIL("personnes") OU $ <= SEUIL("multiple") * MOYENNE_MOIS($; 6)',
    cellules: ['$'],
    message:
      '{$} : {ARRONDI($; 0)}, un nombre inhabituel pour une moyenne de {ARRONDI(MOYENNE_MOIS($; 6); 1)} sur les 6 mois précédents. Vérifiez-le ou expliquez-le.',
  },
  {
    code: 'RA15',
    niveau: 'INFO',
    formule: 'CUMUL_ANNEE(BUD.DEP_TOT) <= CUMUL_ANNEE(BUD.DOT)',
    cellules: ['BUD.DEP_TOT', 'BUD.DOT'],
    message:
      'Depuis janvier, les dépenses ({CUMUL_ANNEE(BUD.DEP_TOT)} F CFA) dépassent les dotations reçues ({CUMUL_ANNEE(BUD.DOT)} F CFA).',
  },
]
