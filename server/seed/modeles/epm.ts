import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_SEXE, lignesCodifiees, parSexe } from './axes.ts'

const SEXES = ['M', 'F']

/** Agents who look after the people received: educators, social workers, carers, psychologists. */
const ENCADRANTS = 'FONC.EDUC.TOT + FONC.TSOC.TOT + FONC.SANTE.TOT + FONC.PSY.TOT'
const PAR_ENCADRANT = `AUTRE_MODELE(RMA; MVT.FIN.TOT) / (${ENCADRANTS})`

/** Controls of the EPM: stocks and flows of agents, absences, posts, and people per carer. */
const CONTROLES_EPM: ModeleSource['controles'] = [
  {
    code: 'RB01',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
    cellules: ['MVT.FIN.$'],
    message:
      'Effectif {$}\u00a0: {MVT.DEB.$} + {MVT.ENT.$} − {MVT.SOR.$} = {attendu}, mais vous avez déclaré {MVT.FIN.$} au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    code: 'RB02',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'EFF.TOT.TOT.$ = MVT.FIN.$',
    cellules: ['EFF.TOT.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$}\u00a0: la répartition par catégorie et statut ({EFF.TOT.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux tableaux.',
  },
  {
    code: 'RB03',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'FONC.TOT.$ = EFF.TOT.TOT.$',
    cellules: ['FONC.TOT.$', 'EFF.TOT.TOT.$'],
    message:
      'Effectif {$}\u00a0: la répartition par fonction ({FONC.TOT.$}) doit être égale à l’effectif présent ({EFF.TOT.TOT.$}). Comptez chaque agent une seule fois.',
  },
  {
    code: 'RB04',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'AGEP.TOT.$ = EFF.TOT.TOT.$',
    cellules: ['AGEP.TOT.$', 'EFF.TOT.TOT.$'],
    message:
      'Effectif {$}\u00a0: la répartition par âge ({AGEP.TOT.$}) doit être égale à l’effectif présent ({EFF.TOT.TOT.$}). Corrigez l’un des deux tableaux.',
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
      'La variation de l’effectif est inhabituelle\u00a0: il passe de {PRECEDENT(MVT.FIN.TOT)} fin {periodePrecedente} à {MVT.FIN.TOT} ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    code: 'RB07',
    niveau: 'BLOQUANT',
    formule: 'ABS.MATERNITE.M = 0',
    cellules: ['ABS.MATERNITE.M'],
    message:
      'Congé de maternité\u00a0: vous avez déclaré {ABS.MATERNITE.M} dans la colonne «\u00a0Masculin\u00a0». Indiquez 0, et reportez les jours dans la bonne colonne ou au congé de paternité.',
  },
  {
    code: 'RB08',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'ABS.TOT.$ <= (MVT.DEB.$ + MVT.ENT.$) * JOURS_OUVRES()',
    cellules: ['ABS.TOT.$'],
    message:
      'Effectif {$}\u00a0: les jours d’absence ({ABS.TOT.$}) dépassent le nombre de jours ouvrés des agents du mois ({(MVT.DEB.$ + MVT.ENT.$) * JOURS_OUVRES()}). Vérifiez les jours d’absence.',
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
      '{$}\u00a0: agents présents ({POSTE.$.PRESENT}), postes de référence ({POSTE.$.REF}), soit un écart de {POSTE.$.ECART}. Vérifiez la répartition par catégorie ou expliquez l’écart.',
  },
  {
    code: 'RB11',
    niveau: 'INFO',
    seuils: { minimum: 2, maximum: 15 },
    formule: `${PAR_ENCADRANT} >= SEUIL("minimum") ET ${PAR_ENCADRANT} <= SEUIL("maximum")`,
    cellules: ['FONC.EDUC.TOT', 'FONC.TSOC.TOT', 'FONC.SANTE.TOT', 'FONC.PSY.TOT'],
    message: `Encadrement\u00a0: {ARRONDI(${PAR_ENCADRANT}; 1)} personnes accueillies par agent d’éducation, de travail social, de santé ou de psychologie\u202f; on attend de {SEUIL("minimum")} à {SEUIL("maximum")}.`,
  },
]

/** EPM: monthly staff report, for every type of structure. */
export const EPM = {
  code: 'EPM',
  version: 1,
  libelle: 'État mensuel des effectifs du personnel',
  periodicite: 'MENSUELLE',
  typesStructure: [
    'DR',
    'CSOC',
    'CAU',
    'CAH',
    'POUP',
    'ORPH',
    'CSE',
    'CPOLY',
    'CSAUV',
    'CADS',
    'AEMO',
    'CFP',
    'MAC',
    'MA',
    'CPEN',
    'CRSM',
  ],
  indicateurs: {
    effectif: 'EFF.TOT.TOT.TOT',
    entrees: 'MVT.ENT.TOT',
    sorties: 'MVT.SOR.TOT',
    reference: 'POSTE.TOT.REF',
  },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'EFF',
      libelle: 'Effectif présent au dernier jour',
      source: 'Registre du personnel',
      aide: 'Ne comptez pas les agents en position particulière\u00a0: ils ont leur propre tableau.',
      exemple: '3 agents en congé annuel le 31\u00a0: 3, car ils comptent parmi les présents',
      resume:
        'Tableau à deux rangées d’en-têtes. Chaque ligne est une catégorie de personnel\u202f; la dernière est le total. Les colonnes sont groupées par statut, puis un dernier groupe donne le total\u202f; chaque groupe compte trois colonnes\u00a0: masculin, féminin et total. Les totaux sont calculés.',
      type: 'matrice',
      nature: 'entier',
      unite: 'agents',
      requis: true,
      lignes: lignesCodifiees('EFF', 'CATEGORIE_PERSONNEL'),
      groupes: [
        { codification: 'STATUT_PERSONNEL' },
        { code: 'TOT', libelle: 'Total', formule: 'SOMME(*)' },
      ],
      colonnes: COLONNES_SEXE,
    },
    {
      code: 'MVT',
      libelle: 'Mouvements du mois',
      source: 'Registre du personnel',
      aide: 'Un agent qui part en position particulière, ou qui en revient, est une sortie ou une entrée.',
      exemple:
        'Une agente revenue de congé parental le 5\u00a0: 1, en «\u00a0Reprise de service\u00a0»',
      type: 'matrice',
      nature: 'entier',
      unite: 'agents',
      requis: true,
      lignes: [
        {
          code: 'DEB',
          libelle: 'Effectif au 1er jour du mois',
          prerempli: 'PRECEDENT(MVT.FIN.$)',
          aide: 'Repris de l’effectif de fin du mois précédent.',
          exemple: '24 agents pointés le 31 mars\u00a0: 24 au 1er avril',
        },
        { codification: 'MOTIF_ENTREE_PERS' },
        {
          code: 'ENT',
          libelle: 'Entrées du mois',
          formule: 'SOMME(MVT.[MOTIF_ENTREE_PERS].$)',
        },
        { codification: 'MOTIF_SORTIE_PERS' },
        {
          code: 'SOR',
          libelle: 'Sorties du mois',
          formule: 'SOMME(MVT.[MOTIF_SORTIE_PERS].$)',
        },
        {
          code: 'FIN',
          libelle: 'Effectif au dernier jour du mois',
          aide: 'Nombre d’agents pointés le dernier jour, et non le résultat d’un calcul.',
          exemple: '3 agents en congé le 31\u00a0: 3',
        },
      ],
      colonnes: COLONNES_SEXE,
    },
    {
      ...parSexe('FONC', 'Répartition par fonction', 'FONCTION_PERSONNEL', 'agents'),
      source: 'Registre du personnel',
      aide: 'Comptez chaque agent présent une seule fois, dans sa fonction principale.',
      exemple: 'Une éducatrice qui aide au secrétariat\u00a0: 1, en «\u00a0Éducation\u00a0»',
    },
    {
      code: 'AGEP',
      libelle: 'Répartition par âge',
      source: 'Registre du personnel',
      exemple: 'Un agent né le 8 juillet 1990, au 30 juin 2025\u00a0: 1, à 34 ans',
      aide: 'À remplir en juin et en décembre\u202f; facultatif les autres mois.',
      type: 'matrice',
      nature: 'entier',
      unite: 'agents',
      requisSi: 'MOIS() = 6 OU MOIS() = 12',
      lignes: lignesCodifiees('AGEP', 'TRANCHE_AGE_PERS'),
      colonnes: COLONNES_SEXE,
    },
    {
      ...parSexe('POS', 'Agents en position particulière', 'POSITION_PERSONNEL', 'agents'),
      source: 'Registre du personnel',
      aide: 'Ces agents ne sont pas comptés parmi les présents.',
      exemple: 'Une agente en congé parental le 31\u00a0: 1 ici, aucune parmi les présents',
    },
    {
      ...parSexe('ABS', 'Jours ouvrés d’absence', 'MOTIF_ABSENCE', 'jours'),
      source: 'Registre du personnel',
      aide: 'Jours ouvrés du mois, additionnés pour tous les agents\u202f; les congés annuels n’y sont pas.',
      exemple: 'Un agent malade du lundi 3 au mercredi 12\u00a0: 8',
    },
    {
      code: 'POSTE',
      libelle: 'Postes de référence',
      source: 'Fiche de la structure',
      type: 'matrice',
      nature: 'entier',
      unite: 'postes',
      lignes: lignesCodifiees('POSTE', 'CATEGORIE_PERSONNEL'),
      colonnes: [
        {
          code: 'REF',
          libelle: 'Postes de référence',
          formule: 'STRUCTURE("postesReference.$")',
        },
        { code: 'PRESENT', libelle: 'Agents présents', formule: 'EFF.$.TOT.TOT' },
        {
          code: 'ECART',
          libelle: 'Écart (présents − référence)',
          nature: 'entierSigne',
          formule: 'PRESENT - REF',
        },
      ],
    },
    {
      code: 'FORMA',
      libelle: 'Formation du personnel',
      type: 'champs',
      champs: [
        {
          code: 'FORM_NB',
          libelle: 'Agents formés dans le mois',
          nature: 'entier',
          unite: 'agents',
          requis: true,
          aide: 'Chaque agent compte une fois, même s’il a suivi deux formations.',
          exemple: 'Trois agents, dont un à deux formations\u00a0: 3',
        },
        {
          code: 'FORM_JOURS',
          libelle: 'Jours de formation',
          nature: 'entier',
          unite: 'jours',
          requis: true,
          aide: 'Jours suivis par chaque agent, additionnés.',
          exemple: 'Trois agents formés 2 jours\u00a0: 6',
        },
      ],
    },
    {
      code: 'IND',
      libelle: 'Indicateurs',
      type: 'champs',
      prefixe: true,
      champs: [
        taux('FEM', 'Taux de féminisation', '100 * EFF.TOT.TOT.F / EFF.TOT.TOT.TOT'),
        taux('VAC', 'Taux de vacance', '100 * (POSTE.TOT.REF - POSTE.TOT.PRESENT) / POSTE.TOT.REF'),
        taux('ROT', 'Rotation', '50 * (MVT.ENT.TOT + MVT.SOR.TOT) / MVT.DEB.TOT'),
        taux('ABS', 'Absentéisme', '100 * ABS.TOT.TOT / (MVT.FIN.TOT * JOURS_OUVRES())'),
      ],
    },
    {
      code: 'LIBRE',
      libelle: 'Observations',
      type: 'champs',
      champs: [
        {
          code: 'OBS_PERS',
          libelle: 'Observations',
          nature: 'texteLong',
          longueur: 2000,
          aide: 'N’indiquez aucun nom d’agent.',
        },
      ],
    },
  ],
  controles: CONTROLES_EPM,
} satisfies ModeleSource

/** A computed rate, in percent, to one decimal. */
function taux(code: string, libelle: string, formule: string) {
  return { code, libelle, nature: 'decimal' as const, unite: '%', decimales: 1, formule }
}
