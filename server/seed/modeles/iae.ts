import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

const LIGNES: { code: string; libelle: string }[] = [
  { code: 'LITS', libelle: 'Lits' },
  { code: 'TABLES', libelle: 'Tables et bancs' },
  { code: 'FROID', libelle: 'Réfrigérateurs et congélateurs' },
  { code: 'ORDI', libelle: 'Ordinateurs' },
  { code: 'VEH', libelle: 'Véhicules' },
  { code: 'GROUPE', libelle: 'Groupes électrogènes' },
]

const CONTROLES: ModeleSource['controles'] = [
  {
    code: 'RE01',
    niveau: 'BLOQUANT',
    pourChaque: LIGNES,
    formule: 'EQUIP.$.SOR <= EQUIP.$.DEB + EQUIP.$.ACQ',
    cellules: ['EQUIP.$.SOR'],
    message:
      '{$}\u00a0: vous en avez retiré {EQUIP.$.SOR}, alors que l’inventaire précédent et les acquisitions n’en donnent que {EQUIP.$.DEB + EQUIP.$.ACQ}. Corrigez ces nombres.',
  },
  {
    code: 'RE02',
    niveau: 'BLOQUANT',
    pourChaque: LIGNES,
    formule: 'EQUIP.$.HS <= EQUIP.$.FIN',
    cellules: ['EQUIP.$.HS', 'EQUIP.$.FIN'],
    message:
      '{$}\u00a0: ce qui est hors d’usage ({EQUIP.$.HS}) ne peut pas dépasser ce qui est présent au 31 décembre ({EQUIP.$.FIN}). Corrigez l’un des deux nombres.',
  },
  {
    code: 'RE03',
    niveau: 'AVERTISSEMENT',
    pourChaque: LIGNES,
    formule: 'EQUIP.$.DEB = PRECEDENT(EQUIP.$.FIN)',
    cellules: ['EQUIP.$.DEB'],
    message:
      '{$}\u00a0: le nombre au 1er janvier ({EQUIP.$.DEB}) diffère de celui de l’inventaire précédent ({PRECEDENT(EQUIP.$.FIN)}). Expliquez l’écart.',
  },
  {
    code: 'RE04',
    niveau: 'INFO',
    formule: 'EQUIP.LITS.FIN - EQUIP.LITS.HS >= STRUCTURE("capacite")',
    cellules: ['EQUIP.LITS.FIN', 'EQUIP.LITS.HS'],
    message:
      'Les lits en état ({EQUIP.LITS.FIN - EQUIP.LITS.HS}) sont moins nombreux que les places de la structure ({STRUCTURE("capacite")}).',
  },
]

/**
 * IAE: the yearly inventory. It counts things, nobody, and bears December. An example of what a
 * directorate draws in the workshop: the demonstration alone has it.
 */
export const IAE = {
  code: 'IAE',
  version: 1,
  libelle: 'Inventaire annuel des équipements',
  periodicite: 'MENSUELLE',
  moisAttendus: ['DECEMBER'],
  moisCouverts: 12,
  typesStructure: ['MAC', 'MA', 'CPEN', 'CPOLY', 'CADS', 'ORPH'],
  indicateurs: {},
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'EQUIP',
      libelle: 'Équipements',
      type: 'matrice',
      nature: 'entier',
      unite: 'unités',
      requis: true,
      lignes: LIGNES,
      colonnes: [
        {
          code: 'DEB',
          libelle: 'Au 1er janvier',
          prerempli: 'PRECEDENT(EQUIP.$.FIN)',
          source: 'Inventaire précédent',
          aide: 'Repris de l’inventaire de l’année précédente.',
          exemple: '48 lits comptés le 31 décembre\u00a0: 48',
        },
        {
          code: 'ACQ',
          libelle: 'Acquis dans l’année',
          source: 'Bons de livraison et actes de don',
          aide: 'Achetés, reçus en don ou transférés d’une autre structure.',
          exemple: 'Six lits achetés, quatre donnés\u00a0: 10',
        },
        {
          code: 'SOR',
          libelle: 'Retirés dans l’année',
          source: 'Procès-verbaux de réforme',
          aide: 'Réformés, perdus ou transférés à une autre structure.',
          exemple: 'Deux lits réformés\u00a0: 2',
        },
        {
          code: 'FIN',
          libelle: 'Au 31 décembre',
          formule: 'EQUIP.$.DEB + EQUIP.$.ACQ - EQUIP.$.SOR',
        },
        {
          code: 'HS',
          libelle: 'Dont hors d’usage',
          source: 'Fiches d’inventaire',
          aide: 'Présents le 31 décembre, mais qui ne servent plus.',
          exemple: '56 lits, dont trois cassés\u00a0: 3',
        },
      ],
    },
    {
      code: 'LIEUX',
      libelle: 'Bâtiments',
      source: 'Visite des lieux',
      type: 'champs',
      prefixe: true,
      champs: [
        {
          code: 'NB',
          libelle: 'Bâtiments en service',
          nature: 'entier',
          unite: 'bâtiments',
          requis: true,
          aide: 'Ceux qui ont servi dans l’année.',
          exemple: 'Un dortoir, un réfectoire, un bureau\u00a0: 3',
        },
        {
          code: 'REPAR',
          libelle: 'Dont à réparer',
          nature: 'entier',
          unite: 'bâtiments',
          requis: true,
          aide: 'Toit, murs, eau ou électricité à refaire.',
          exemple: 'Le toit du réfectoire fuit\u00a0: 1',
        },
        {
          code: 'EAU',
          libelle: 'Eau courante',
          nature: 'booleen',
          requis: true,
          aide: 'Au 31 décembre, dans un bâtiment au moins.',
        },
        {
          code: 'OBS_EQUIP',
          libelle: 'Observations',
          nature: 'texteLong',
          longueur: 2000,
          aide: 'Besoins les plus pressants. N’indiquez aucun nom de personne.',
        },
      ],
    },
  ],
  controles: CONTROLES,
} satisfies ModeleSource
