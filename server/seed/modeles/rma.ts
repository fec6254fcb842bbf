import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_SEXE, lignesCodifiees, parSexe } from './axes.ts'

/** Said beside every free text of the RMA: the form holds aggregates, never a person's name. */
const ANONYME = 'N’indiquez aucun nom de personne accueillie.'

/** Sections of the RMA on money and on the activities of the month. */
const MOYENS_RMA: SectionSource[] = [
  {
    code: 'BUD',
    libelle: 'Exécution du mois',
    source: 'Comptabilité de la structure',
    aide: 'Sommes reçues ou payées dans le mois, en francs CFA\u202f; 0 s’il n’y en a pas.',
    type: 'champs',
    prefixe: true,
    champs: [
      {
        ...montant('DOT', 'Dotation reçue'),
        aide: 'Ce qui est arrivé dans le mois, et non ce qui est annoncé.',
        exemple: '1\u202f500\u202f000 annoncés, 900\u202f000 reçus\u00a0: 900\u202f000',
      },
      montant('DEP_PERS', 'Dépenses de personnel'),
      montant('DEP_ALIM', 'Dépenses d’alimentation'),
      montant('DEP_SANTE', 'Dépenses de santé'),
      {
        ...montant('DEP_FONCT', 'Dépenses de fonctionnement'),
        aide: 'Ce qui se consomme\u00a0: eau, électricité, transport, fournitures, petit entretien.',
        exemple: 'Vidange du véhicule, 45\u202f000\u00a0: 45\u202f000',
      },
      {
        ...montant('DEP_INV', 'Dépenses d’investissement'),
        aide: 'Ce qui dure\u00a0: bâtiment, véhicule, mobilier.',
        exemple: 'Dix lits achetés, 650\u202f000\u00a0: 650\u202f000',
      },
      {
        code: 'DEP_TOT',
        libelle: 'Total des dépenses',
        nature: 'montant',
        unite: 'F\u202fCFA',
        formule: 'SOMME(BUD.DEP_PERS; BUD.DEP_ALIM; BUD.DEP_SANTE; BUD.DEP_FONCT; BUD.DEP_INV)',
      },
    ],
  },
  {
    code: 'ACT',
    libelle: 'Activités du mois',
    source: 'Cahier de suivi',
    aide: 'Une ligne par activité\u202f; rien à ajouter s’il n’y en a pas eu.',
    type: 'tableau',
    lignesMax: 60,
    colonnes: [
      { code: 'DATE_ACT', libelle: 'Date', nature: 'date', requis: true, dansLeMois: true },
      {
        code: 'TYPE_ACT',
        libelle: 'Type d’activité',
        nature: 'liste',
        codification: 'TYPE_ACTIVITE',
        requis: true,
      },
      {
        code: 'INTITULE',
        libelle: 'Intitulé',
        nature: 'texte',
        longueur: 150,
        requis: true,
        aide: ANONYME,
        exemple: 'Causerie sur l’hygiène des mains',
      },
      {
        code: 'PART_M',
        libelle: 'Participants',
        nature: 'entier',
        unite: 'personnes',
        exemple: '8 garçons et 11 filles\u00a0: 8',
      },
      {
        code: 'PART_F',
        libelle: 'Participantes',
        nature: 'entier',
        unite: 'personnes',
        exemple: '8 garçons et 11 filles\u00a0: 11',
      },
      {
        code: 'PART_TOT',
        libelle: 'Total des participants',
        nature: 'entier',
        unite: 'personnes',
        formule: 'SOMME(PART_M; PART_F)',
      },
    ],
  },
]

/** A required amount of the month, in whole FCFA. */
function montant(code: string, libelle: string) {
  return { code, libelle, nature: 'montant' as const, unite: 'F\u202fCFA', requis: true }
}

/** Sections of the RMA that count people: stocks, flows, distributions, and what they received. */
const EFFECTIFS_RMA: SectionSource[] = [
  {
    code: 'MVT',
    libelle: 'Mouvement des effectifs',
    source: 'Registre des admissions',
    type: 'matrice',
    nature: 'entier',
    unite: 'personnes',
    requis: true,
    lignes: [
      {
        code: 'DEB',
        libelle: 'Effectif au 1er jour du mois',
        prerempli: 'PRECEDENT(MVT.FIN.$)',
        aide: 'Repris de l’effectif de fin du mois précédent.',
        exemple: '44 personnes pointées le 31 mars\u00a0: 44 au 1er avril',
      },
      { code: 'ENT', libelle: 'Entrées du mois', formule: 'ENT.TOT.$' },
      { code: 'SOR', libelle: 'Sorties du mois', formule: 'SOR.TOT.$' },
      {
        code: 'FIN',
        libelle: 'Effectif au dernier jour du mois',
        aide: 'Nombre de personnes pointées le dernier jour, et non le résultat d’un calcul.',
        exemple: '42 au 1er jour, 5 entrées, 3 sorties, 44 personnes pointées\u00a0: 44',
      },
    ],
    colonnes: COLONNES_SEXE,
  },
  {
    ...parSexe('ENT', 'Entrées par motif', 'MOTIF_ENTREE', 'personnes'),
    source: 'Registre des admissions',
    aide: 'Chaque entrée du mois, sous son seul motif principal\u202f; un retour après fugue est une entrée.',
    exemple:
      'Une fille placée par un juge, deux revenues de fugue\u00a0: 1 et 2, en «\u00a0Féminin\u00a0»',
  },
  {
    ...parSexe('SOR', 'Sorties par motif', 'MOTIF_SORTIE', 'personnes'),
    source: 'Registre des admissions',
    aide: 'Chaque sortie du mois, sous son seul motif principal. Fugues et décès s’inscrivent aussi parmi les incidents.',
    exemple:
      'Deux garçons rentrés en famille, un en fugue\u00a0: 2 et 1, en «\u00a0Masculin\u00a0»',
  },
  {
    ...parSexe('AGE', 'Présents au dernier jour par âge', 'TRANCHE_AGE', 'personnes'),
    source: 'Registre des admissions',
    aide: 'Âge en années révolues, au dernier jour du mois.',
    exemple: 'Un garçon né le 2 mai 2013, au 30 avril 2025\u00a0: 1, dans «\u00a06–11 ans\u00a0»',
  },
  {
    ...parSexe('CAT', 'Présents par situation principale', 'CATEGORIE_PUBLIC', 'personnes'),
    source: 'Registre des admissions',
    aide: 'Comptez chaque personne une seule fois, dans sa situation principale.',
    exemple: 'Un orphelin trouvé dans la rue\u00a0: 1, dans une seule des deux lignes',
  },
  {
    code: 'HAND',
    libelle: 'dont personnes en situation de handicap',
    source: 'Registre des admissions',
    aide: 'Ces personnes sont déjà comptées dans l’effectif au dernier jour.',
    exemple: '44 présents, dont trois en situation de handicap\u00a0: 3',
    type: 'matrice',
    nature: 'entier',
    unite: 'personnes',
    requis: true,
    lignes: [{ code: 'HAND', libelle: 'Personnes en situation de handicap' }],
    colonnes: COLONNES_SEXE,
  },
  {
    code: 'PREST',
    libelle: 'Prises en charge réalisées',
    source: 'Cahier de suivi',
    aide: 'Une personne peut bénéficier de plusieurs prestations\u202f; indiquez ND si le chiffre n’est pas disponible.',
    type: 'matrice',
    nature: 'entier',
    requis: true,
    nd: true,
    lignes: lignesCodifiees('PREST', 'TYPE_PRESTATION'),
    colonnes: [
      {
        code: 'BEN_M',
        libelle: 'Bénéficiaires masculins',
        unite: 'personnes',
        aide: 'Garçons et hommes qui ont reçu cette prestation dans le mois, chacun compté une fois.',
        exemple: 'Un garçon reçu 4 fois\u00a0: 1',
      },
      {
        code: 'BEN_F',
        libelle: 'Bénéficiaires féminins',
        unite: 'personnes',
        aide: 'Filles et femmes qui ont reçu cette prestation dans le mois, chacune comptée une fois.',
        exemple: 'Une fille reçue 4 fois\u00a0: 1',
      },
      {
        code: 'BEN_TOT',
        libelle: 'Total des bénéficiaires',
        unite: 'personnes',
        formule: 'SOMME(BEN_M; BEN_F)',
      },
      {
        code: 'ACTES',
        libelle: 'Actes',
        unite: 'actes',
        aide: 'Nombre de fois que cette prestation a été donnée dans le mois.',
        exemple: 'Une fille reçue 4 fois, un garçon 1 fois\u00a0: 5',
      },
    ],
  },
]

const SEXES = ['M', 'F']

/** Controls of the RMA: stocks and flows first, then occupancy, incidents, operation and money. */
const CONTROLES_RMA: ModeleSource['controles'] = [
  {
    code: 'RA01',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'MVT.FIN.$ = MVT.DEB.$ + MVT.ENT.$ - MVT.SOR.$',
    cellules: ['MVT.FIN.$'],
    message:
      'Effectif {$}\u00a0: {MVT.DEB.$} + {MVT.ENT.$} − {MVT.SOR.$} = {attendu}, mais vous avez déclaré {MVT.FIN.$} au dernier jour du mois. Vérifiez les entrées, les sorties et le pointage.',
  },
  {
    code: 'RA02',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'AGE.TOT.$ = MVT.FIN.$',
    cellules: ['AGE.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$}\u00a0: la répartition par âge ({AGE.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux tableaux.',
  },
  {
    code: 'RA03',
    niveau: 'BLOQUANT',
    pourChaque: SEXES,
    formule: 'CAT.TOT.$ = MVT.FIN.$',
    cellules: ['CAT.TOT.$', 'MVT.FIN.$'],
    message:
      'Effectif {$}\u00a0: la répartition par situation ({CAT.TOT.$}) doit être égale à l’effectif au dernier jour ({MVT.FIN.$}). Comptez chaque personne une seule fois.',
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
      'Effectif {$}\u00a0: les personnes en situation de handicap ({HAND.HAND.$}) ne peuvent pas être plus nombreuses que l’effectif au dernier jour ({MVT.FIN.$}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA06A',
    niveau: 'BLOQUANT',
    pourChaque: [{ codification: 'TYPE_INCIDENT' }],
    formule: 'INC.$.DONT_MIN <= INC.$.NB',
    cellules: ['INC.$.DONT_MIN', 'INC.$.NB'],
    message:
      'Incidents «\u00a0{$}\u00a0»\u00a0: les mineurs ({INC.$.DONT_MIN}) ne peuvent pas être plus nombreux que les personnes concernées ({INC.$.NB}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA06B',
    niveau: 'BLOQUANT',
    pourChaque: [{ codification: 'TYPE_PRESTATION' }],
    formule: 'PREST.$.ACTES >= PREST.$.BEN_TOT',
    cellules: ['PREST.$.ACTES', 'PREST.$.BEN_TOT'],
    message:
      'Prestation «\u00a0{$}\u00a0»\u00a0: le nombre d’actes ({PREST.$.ACTES}) doit être au moins égal au nombre de bénéficiaires ({PREST.$.BEN_TOT}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RA07A',
    niveau: 'BLOQUANT',
    formule: 'JOURNEES <= (MVT.DEB.TOT + MVT.ENT.TOT) * NB_JOURS()',
    cellules: ['JOURNEES'],
    message:
      'Journées de présence\u00a0: vous en avez déclaré {JOURNEES}, alors que l’effectif de début de mois et les entrées ({MVT.DEB.TOT + MVT.ENT.TOT}) en permettent au plus {(MVT.DEB.TOT + MVT.ENT.TOT) * NB_JOURS()} en {NB_JOURS()} jours. Vérifiez ce nombre.',
  },
  {
    code: 'RA07B',
    niveau: 'BLOQUANT',
    formule: 'JOURS_OUV <= NB_JOURS()',
    cellules: ['JOURS_OUV'],
    message:
      'Jours d’ouverture\u00a0: vous en avez déclaré {JOURS_OUV}, mais le mois ne compte que {NB_JOURS()} jours. Corrigez ce nombre.',
  },
  {
    code: 'RA08',
    niveau: 'AVERTISSEMENT',
    seuils: { minimum: 10, maximum: 120 },
    formule: 'TAUX_OCC >= SEUIL("minimum") ET TAUX_OCC <= SEUIL("maximum")',
    cellules: ['TAUX_OCC', 'JOURNEES', 'CAPACITE', 'JOURS_OUV'],
    message:
      'Le taux d’occupation ({TAUX_OCC}) est inhabituel\u00a0: on attend de {SEUIL("minimum")}\u00a0% à {SEUIL("maximum")}\u00a0%. Vérifiez les journées de présence ({JOURNEES}), la capacité ({CAPACITE}) et les jours d’ouverture ({JOURS_OUV}), ou expliquez ce taux.',
  },
  {
    code: 'RA09',
    niveau: 'AVERTISSEMENT',
    seuils: { personnes: 10, part: 0.25 },
    formule:
      'ABS(MVT.FIN.TOT - PRECEDENT(MVT.FIN.TOT)) <= MAX(SEUIL("personnes"); SEUIL("part") * PRECEDENT(MVT.FIN.TOT))',
    cellules: ['MVT.FIN.TOT'],
    message:
      'La variation de l’effectif est inhabituelle\u00a0: il passe de {PRECEDENT(MVT.FIN.TOT)} fin {periodePrecedente} à {MVT.FIN.TOT} ce mois-ci. Vérifiez les chiffres ou expliquez la variation.',
  },
  {
    code: 'RA10',
    niveau: 'BLOQUANT',
    formule: 'INC.DECES.NB >= SOR.DECES.TOT',
    cellules: ['INC.DECES.NB', 'SOR.DECES.TOT'],
    message:
      'Décès\u00a0: vous avez déclaré {SOR.DECES.TOT} parmi les sorties, mais {INC.DECES.NB} parmi les incidents. Inscrivez chaque décès dans le tableau des incidents.',
  },
  {
    code: 'RA11',
    niveau: 'AVERTISSEMENT',
    formule: 'INC.FUGUE.NB >= SOR.FUGUE.TOT',
    cellules: ['INC.FUGUE.NB', 'SOR.FUGUE.TOT'],
    message:
      'Fugues\u00a0: vous avez déclaré {SOR.FUGUE.TOT} parmi les sorties, mais {INC.FUGUE.NB} parmi les incidents. Complétez le tableau des incidents ou expliquez l’écart.',
  },
  {
    code: 'RA12',
    niveau: 'BLOQUANT',
    formule: 'SIT_FONCT <> "FERME_TEMP" OU (JOURS_OUV = 0 ET JOURNEES = 0)',
    cellules: ['SIT_FONCT', 'JOURS_OUV', 'JOURNEES'],
    message:
      'La structure est déclarée fermée, mais les jours d’ouverture ({JOURS_OUV}) ou les journées de présence ({JOURNEES}) ne sont pas nuls. Mettez ces deux nombres à 0, ou choisissez «\u00a0Fonctionnement partiel\u00a0».',
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
      '{$}\u00a0: {ARRONDI($; 0)}, un nombre inhabituel pour une moyenne de {ARRONDI(MOYENNE_MOIS($; 6); 1)} sur les 6 mois précédents. Vérifiez-le ou expliquez-le.',
  },
  {
    code: 'RA15',
    niveau: 'INFO',
    formule: 'CUMUL_ANNEE(BUD.DEP_TOT) <= CUMUL_ANNEE(BUD.DOT)',
    cellules: ['BUD.DEP_TOT', 'BUD.DOT'],
    message:
      'Depuis janvier, les dépenses ({CUMUL_ANNEE(BUD.DEP_TOT)}\u00a0F\u202fCFA) dépassent les dotations reçues ({CUMUL_ANNEE(BUD.DOT)}\u00a0F\u202fCFA).',
  },
]

/** RMA: monthly activity report of the social care structures, 10 types and the centre for minors. */
export const RMA = {
  code: 'RMA',
  version: 1,
  libelle: 'Rapport mensuel d’activité – structure d’accueil et de protection sociale',
  periodicite: 'MENSUELLE',
  typesStructure: [
    'CAU',
    'CAH',
    'POUP',
    'ORPH',
    'CSE',
    'CPOLY',
    'CSAUV',
    'CADS',
    'AEMO',
    'CSOC',
    'CRSM',
  ],
  indicateurs: {
    effectif: 'MVT.FIN.TOT',
    entrees: 'MVT.ENT.TOT',
    sorties: 'MVT.SOR.TOT',
    reference: 'CAPACITE',
  },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'FCT',
      libelle: 'Capacité et fonctionnement',
      type: 'champs',
      champs: [
        {
          code: 'CAPACITE',
          libelle: 'Capacité d’accueil agréée',
          nature: 'entier',
          unite: 'places',
          requis: true,
          soSi: 'VIDE(STRUCTURE("capacite"))',
          prerempli: 'STRUCTURE("capacite")',
          commentaireSi: 'CAPACITE <> STRUCTURE("capacite")',
          aide: 'Reprise de la fiche de la structure. Si elle a changé, expliquez-le en commentaire.',
          source: 'Fiche de la structure',
          exemple: '60 places agréées, dont 4 lits en réparation\u00a0: 60',
        },
        {
          code: 'JOURS_OUV',
          libelle: 'Jours d’ouverture dans le mois',
          nature: 'entier',
          unite: 'jours',
          requis: true,
          min: 0,
          max: 31,
          aide: 'Jours du mois où la structure a fonctionné, même en partie.',
          source: 'Feuilles de présence',
          exemple: 'En avril, fermé du 6 au 10\u00a0: 25',
        },
        {
          code: 'SIT_FONCT',
          libelle: 'Situation de fonctionnement',
          nature: 'liste',
          codification: 'SITUATION_FONCT',
          requis: true,
          aide: '«\u00a0Fermeture temporaire\u00a0»\u00a0: fermée tout le mois. Fermée quelques jours\u00a0: «\u00a0Fonctionnement partiel\u00a0».',
          exemple: 'Un dortoir fermé pour travaux\u00a0: «\u00a0Fonctionnement partiel\u00a0»',
        },
        {
          code: 'OBS_FONCT',
          libelle: 'Précisions sur le fonctionnement',
          nature: 'texteLong',
          longueur: 2000,
          requisSi: 'SIT_FONCT <> "NORMAL"',
          aide: `Causes et durée de la fermeture ou de la réduction d’activité. ${ANONYME}`,
          exemple: 'Toiture du dortoir nord refaite du 6 au 20\u202f; 12 places de moins',
        },
      ],
    },
    ...EFFECTIFS_RMA,
    {
      code: 'OCC',
      libelle: 'Présence et occupation',
      type: 'champs',
      champs: [
        {
          code: 'JOURNEES',
          libelle: 'Journées de présence réalisées',
          nature: 'entier',
          unite: 'journées',
          requis: true,
          aide: 'Somme, sur le mois, des personnes présentes chaque jour.',
          source: 'Feuilles de présence',
          exemple: '10 personnes pendant 30 jours, 2 autres pendant 5 jours\u00a0: 310',
        },
        {
          code: 'TAUX_OCC',
          libelle: 'Taux d’occupation',
          nature: 'decimal',
          unite: '%',
          decimales: 1,
          formule: '100 * JOURNEES / (CAPACITE * JOURS_OUV)',
          aide: 'Journées de présence, pour cent journées possibles (places × jours d’ouverture).',
          exemple: '900 journées, 60 places, 30 jours\u00a0: 50 %',
        },
        {
          code: 'DUREE_MOY',
          libelle: 'Durée moyenne de séjour des sortants',
          nature: 'decimal',
          unite: 'jours',
          decimales: 1,
          min: 0,
          nd: true,
          aide: 'Moyenne, sur les personnes sorties ce mois-ci, des jours passés dans la structure.',
          source: 'Registre des admissions',
          exemple: 'Deux sorties, après 20 et 45 jours\u00a0: 32,5',
        },
      ],
    },
    {
      code: 'INC',
      libelle: 'Incidents',
      source: 'Registre des incidents',
      type: 'matrice',
      nature: 'entier',
      unite: 'personnes',
      requis: true,
      lignes: lignesCodifiees('INC', 'TYPE_INCIDENT'),
      colonnes: [
        {
          code: 'NB',
          libelle: 'Personnes concernées',
          aide: 'Nombre de personnes, et non nombre d’incidents.',
          exemple: 'Une bagarre entre trois jeunes\u00a0: 3',
        },
        {
          code: 'DONT_MIN',
          libelle: 'dont mineurs',
          aide: 'Parmi les personnes concernées, celles de moins de 18 ans.',
          exemple: 'Une bagarre entre trois jeunes, dont deux de 15 ans\u00a0: 2',
        },
      ],
    },
    {
      code: 'CIRC',
      libelle: 'Suites des incidents',
      type: 'champs',
      champs: [
        {
          code: 'OBS_INC',
          libelle: 'Circonstances et mesures prises',
          nature: 'texteLong',
          longueur: 2000,
          requisSi: 'INC.TOT.NB > 0',
          aide: ANONYME,
          source: 'Registre des incidents',
          exemple: 'Chute dans l’escalier le 12\u202f; soins le jour même, rampe posée le 15',
        },
      ],
    },
    ...MOYENS_RMA,
    {
      code: 'LIBRE',
      libelle: 'Difficultés et perspectives',
      type: 'champs',
      champs: [
        {
          code: 'DIFF',
          libelle: 'Difficultés rencontrées',
          nature: 'texteLong',
          longueur: 2000,
          aide: ANONYME,
        },
        {
          code: 'BESOINS',
          libelle: 'Besoins et perspectives',
          nature: 'texteLong',
          longueur: 2000,
          aide: ANONYME,
        },
      ],
    },
  ],
  controles: CONTROLES_RMA,
} satisfies ModeleSource
