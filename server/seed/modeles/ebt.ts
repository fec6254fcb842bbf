import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

const UNITE = 'F\u202fCFA'

/** What an amount is entered by: bare rows, then their computed total. */
const NATURES: { code: string; libelle: string }[] = [
  { code: 'PERS', libelle: 'Personnel' },
  { code: 'BIENS', libelle: 'Biens et services' },
  { code: 'ENTR', libelle: 'Entretien et réparations' },
  { code: 'INV', libelle: 'Investissement' },
]

const LIGNES = [...NATURES, { code: 'TOT', libelle: 'Total', formule: 'SOMME(CRED.*.$)' }]

const CONTROLES: ModeleSource['controles'] = [
  {
    code: 'RD01',
    niveau: 'BLOQUANT',
    pourChaque: NATURES,
    formule: 'CUMUL_ANNEE(CRED.$.PAYE) <= CUMUL_ANNEE(CRED.$.ENG)',
    cellules: ['CRED.$.PAYE', 'CRED.$.ENG'],
    message:
      '{$}\u00a0: depuis janvier, les paiements ({CUMUL_ANNEE(CRED.$.PAYE)}\u00a0F\u202fCFA) dépassent les engagements ({CUMUL_ANNEE(CRED.$.ENG)}\u00a0F\u202fCFA). Corrigez l’un des deux montants.',
  },
  {
    code: 'RD02',
    niveau: 'AVERTISSEMENT',
    formule: 'CUMUL_ANNEE(CRED.TOT.ENG) <= CUMUL_ANNEE(CRED.TOT.DOT)',
    cellules: ['CRED.TOT.ENG', 'CRED.TOT.DOT'],
    message:
      'Depuis janvier, les engagements ({CUMUL_ANNEE(CRED.TOT.ENG)}\u00a0F\u202fCFA) dépassent les crédits notifiés ({CUMUL_ANNEE(CRED.TOT.DOT)}\u00a0F\u202fCFA). Vérifiez ces montants ou expliquez le dépassement.',
  },
  {
    code: 'RD03',
    niveau: 'AVERTISSEMENT',
    formule: 'ARR.DEB = PRECEDENT(ARR.FIN)',
    cellules: ['ARR.DEB'],
    message:
      'Les factures impayées au début du trimestre ({ARR.DEB}\u00a0F\u202fCFA) diffèrent de celles de la fin de la période précédente, {periodePrecedente} ({PRECEDENT(ARR.FIN)}\u00a0F\u202fCFA). Expliquez l’écart.',
  },
  {
    code: 'RD04',
    niveau: 'AVERTISSEMENT',
    seuils: { multiple: 2 },
    formule: 'CRED.TOT.PAYE <= SEUIL("multiple") * MOYENNE_MOIS(CRED.TOT.PAYE; 4)',
    cellules: ['CRED.TOT.PAYE'],
    message:
      'Les paiements du trimestre ({CRED.TOT.PAYE}\u00a0F\u202fCFA) sont inhabituels pour une moyenne de {ARRONDI(MOYENNE_MOIS(CRED.TOT.PAYE; 4); 0)}\u00a0F\u202fCFA sur les quatre rapports précédents. Vérifiez-les ou expliquez-les.',
  },
]

/**
 * EBT: the quarterly budget. It counts nobody, and bears the last month of its quarter. An example
 * of what a directorate draws in the workshop: the demonstration alone has it.
 */
export const EBT = {
  code: 'EBT',
  version: 1,
  libelle: 'État budgétaire trimestriel',
  periodicite: 'MENSUELLE',
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
  typesStructure: ['DR', 'MAC', 'MA', 'CPEN', 'CPOLY', 'CADS'],
  indicateurs: {},
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'CRED',
      libelle: 'Crédits et dépenses',
      type: 'matrice',
      nature: 'montant',
      unite: UNITE,
      requis: true,
      lignes: LIGNES,
      colonnes: [
        {
          code: 'DOT',
          libelle: 'Crédits notifiés',
          source: 'Notifications de crédits',
          aide: 'Ce qui a été notifié dans le trimestre, arrivé ou non\u202f; 0 s’il n’y a rien.',
          exemple:
            'Notifiés en avril 2\u202f000\u202f000, en juin 500\u202f000\u00a0: 2\u202f500\u202f000',
        },
        {
          code: 'ENG',
          libelle: 'Engagé',
          source: 'Registre des engagements',
          aide: 'Bons de commande et contrats signés dans le trimestre.',
          exemple: 'Un bon de 640\u202f000 signé en mai\u00a0: 640\u202f000',
        },
        {
          code: 'PAYE',
          libelle: 'Payé',
          source: 'Livre de caisse et relevés du compte',
          aide: 'Ce qui a été payé dans le trimestre, même engagé avant.',
          exemple:
            'Une facture de mars payée en avril, 120\u202f000\u00a0: 120\u202f000 au 2e trimestre',
        },
        { code: 'CUMUL', libelle: 'Payé depuis janvier', formule: 'CUMUL_ANNEE(CRED.$.PAYE)' },
      ],
    },
    {
      code: 'ARR',
      libelle: 'Factures impayées',
      source: 'Registre des factures',
      type: 'champs',
      prefixe: true,
      champs: [
        {
          code: 'DEB',
          libelle: 'Au premier jour du trimestre',
          nature: 'montant',
          unite: UNITE,
          requis: true,
          prerempli: 'PRECEDENT(ARR.FIN)',
          aide: 'Repris du trimestre précédent.',
          exemple: '350\u202f000 impayés le 31 mars\u00a0: 350\u202f000',
        },
        {
          code: 'FIN',
          libelle: 'Au dernier jour du trimestre',
          nature: 'montant',
          unite: UNITE,
          requis: true,
          aide: 'Total des factures reçues et non payées ce jour-là.',
          exemple: 'Deux factures, 90\u202f000 et 60\u202f000\u00a0: 150\u202f000',
        },
      ],
    },
    {
      code: 'SYN',
      libelle: 'Synthèse',
      type: 'champs',
      champs: [
        {
          code: 'TAUX_EXEC',
          libelle: 'Taux d’exécution du trimestre',
          nature: 'decimal',
          unite: '%',
          decimales: 1,
          formule: '100 * CRED.TOT.PAYE / CRED.TOT.DOT',
        },
        {
          code: 'OBS_BUD',
          libelle: 'Observations',
          nature: 'texteLong',
          longueur: 2000,
          aide: 'Retards de crédits, dépenses imprévues. N’indiquez aucun nom de personne.',
        },
      ],
    },
  ],
  controles: CONTROLES,
} satisfies ModeleSource
