import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_SEXE, lignesCodifiees, parSexe } from './axes.ts'
import { CONTROLES_EPM } from './epm.controles.ts'

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
      aide: 'Ne comptez pas les agents en position particulière : ils ont leur propre tableau.',
      resume:
        'Tableau à deux rangées d’en-têtes. Chaque ligne est une catégorie de personnel ; la dernière est le total. Les colonnes sont groupées par statut, puis un dernier groupe donne le total ; chaque groupe compte trois colonnes : masculin, féminin et total. Les totaux sont calculés.',
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
        },
      ],
      colonnes: COLONNES_SEXE,
    },
    {
      ...parSexe('FONC', 'Répartition par fonction', 'FONCTION_PERSONNEL', 'agents'),
      aide: 'Comptez chaque agent présent une seule fois, dans sa fonction principale.',
    },
    {
      code: 'AGEP',
      libelle: 'Répartition par âge',
      aide: 'À remplir en juin et en décembre ; facultatif les autres mois.',
      type: 'matrice',
      nature: 'entier',
      unite: 'agents',
      requisSi: 'MOIS() = 6 OU MOIS() = 12',
      lignes: lignesCodifiees('AGEP', 'TRANCHE_AGE_PERS'),
      colonnes: COLONNES_SEXE,
    },
    {
      ...parSexe('POS', 'Agents en position particulière', 'POSITION_PERSONNEL', 'agents'),
      aide: 'Ces agents ne sont pas comptés parmi les présents.',
    },
    parSexe('ABS', 'Jours ouvrés d’absence', 'MOTIF_ABSENCE', 'jours'),
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
        },
        {
          code: 'FORM_JOURS',
          libelle: 'Jours de formation',
          nature: 'entier',
          unite: 'jours',
          requis: true,
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
