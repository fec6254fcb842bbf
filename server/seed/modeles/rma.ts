import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { lignesCodifiees } from './axes.ts'
import { CONTROLES_RMA } from './rma.controles.ts'
import { EFFECTIFS_RMA } from './rma.effectifs.ts'
import { ANONYME, MOYENS_RMA } from './rma.moyens.ts'

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
        },
        {
          code: 'JOURS_OUV',
          libelle: 'Jours d’ouverture dans le mois',
          nature: 'entier',
          unite: 'jours',
          requis: true,
          min: 0,
          max: 31,
        },
        {
          code: 'SIT_FONCT',
          libelle: 'Situation de fonctionnement',
          nature: 'liste',
          codification: 'SITUATION_FONCT',
          requis: true,
        },
        {
          code: 'OBS_FONCT',
          libelle: 'Précisions sur le fonctionnement',
          nature: 'texteLong',
          longueur: 2000,
          requisSi: 'SIT_FONCT <> "NORMAL"',
          aide: `Causes et durée de la fermeture ou de la réduction d’activité. ${ANONYME}`,
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
        },
        {
          code: 'TAUX_OCC',
          libelle: 'Taux d’occupation',
          nature: 'decimal',
          unite: '%',
          decimales: 1,
          formule: '100 * JOURNEES / (CAPACITE * JOURS_OUV)',
        },
        {
          code: 'DUREE_MOY',
          libelle: 'Durée moyenne de séjour des sortants',
          nature: 'decimal',
          unite: 'jours',
          decimales: 1,
          min: 0,
          nd: true,
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
        { code: 'NB', libelle: 'Personnes concernées' },
        { code: 'DONT_MIN', libelle: 'dont mineurs' },
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
