import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_DETENTION, lignesCodifiees, parSexe } from './axes.ts'
import { CONTROLES_SMP } from './smp.controles.ts'

/** SMP: monthly report of a prison; all matrices are whole numbers and required. */
export const SMP = {
  code: 'SMP',
  version: 1,
  libelle: 'Situation mensuelle d’un établissement pénitentiaire',
  periodicite: 'MENSUELLE',
  typesStructure: ['MAC', 'MA', 'CPEN', 'CRSM'],
  indicateurs: {
    effectif: 'POP.TOT.TOT',
    entrees: 'MVTD.ENT.TOT',
    sorties: 'MVTD.SOR.TOT',
    reference: 'CAP_OP',
  },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'CAP',
      libelle: 'Capacité',
      type: 'champs',
      champs: [
        {
          ...nombre('CAP_TH', 'Places théoriques', 'places'),
          prerempli: 'STRUCTURE("capaciteTheorique")',
          aide: 'Reprises de la fiche de la structure.',
        },
        {
          ...nombre('CAP_OP', 'Places opérationnelles', 'places'),
          prerempli: 'STRUCTURE("capacite")',
          aide: 'Places utilisables ce mois-ci.',
        },
      ],
    },
    {
      code: 'POP',
      libelle: 'Population détenue au dernier jour',
      source: 'Registre d’écrou',
      type: 'matrice',
      nature: 'entier',
      unite: 'détenus',
      requis: true,
      lignes: lignesCodifiees('POP', 'CATEGORIE_PENALE'),
      colonnes: COLONNES_DETENTION,
    },
    {
      code: 'MVTD',
      libelle: 'Mouvements',
      source: 'Registre d’écrou',
      type: 'matrice',
      nature: 'entier',
      unite: 'détenus',
      requis: true,
      lignes: [
        {
          code: 'DEB',
          libelle: 'Effectif au 1er jour du mois',
          prerempli: 'PRECEDENT(MVTD.FIN.$)',
          aide: 'Repris de l’effectif de fin du mois précédent.',
        },
        { codification: 'MOTIF_ENTREE_DET' },
        {
          code: 'ENT',
          libelle: 'Entrées du mois',
          formule: 'SOMME(MVTD.[MOTIF_ENTREE_DET].$)',
        },
        { codification: 'MOTIF_SORTIE_DET' },
        {
          code: 'SOR',
          libelle: 'Sorties du mois',
          formule: 'SOMME(MVTD.[MOTIF_SORTIE_DET].$)',
        },
        {
          code: 'PASS',
          libelle: 'Passage à la majorité',
          nature: 'entierSigne',
          aide: 'Nombre négatif chez les mineurs, positif chez les majeurs du même sexe.',
        },
        {
          code: 'FIN',
          libelle: 'Effectif au dernier jour du mois',
          aide: 'Nombre de détenus pointés le dernier jour, et non le résultat d’un calcul.',
        },
      ],
      colonnes: COLONNES_DETENTION,
    },
    parSexe('DUREE', 'Ancienneté des détenus en attente de jugement', 'DUREE_DETENTION', 'détenus'),
    { ...parSexe('NAT', 'Nationalité', 'NATIONALITE', 'détenus'), nd: true },
    { ...parSexe('INFR', 'Infraction principale', 'INFRACTION', 'détenus'), nd: true },
    {
      code: 'INCP',
      libelle: 'Santé et incidents',
      type: 'matrice',
      nature: 'entier',
      unite: 'personnes',
      requis: true,
      lignes: lignesCodifiees('INCP', 'TYPE_INCIDENT_DET'),
      colonnes: [{ code: 'NB', libelle: 'Personnes concernées' }],
    },
    {
      code: 'CIRC',
      libelle: 'Suites des incidents',
      type: 'champs',
      champs: [
        {
          code: 'OBS_INCP',
          libelle: 'Circonstances et mesures prises',
          nature: 'texteLong',
          longueur: 2000,
          requisSi: 'INCP.DECES_NAT.NB + INCP.DECES_VIOL.NB + INCP.EVASION.NB > 0',
          aide: 'N’indiquez aucun nom de personne détenue.',
        },
      ],
    },
    parSexe('REINS', 'Réinsertion', 'ACTIVITE_REINSERTION', 'détenus'),
    {
      code: 'VIS',
      libelle: 'Visites et surveillance',
      type: 'champs',
      champs: [
        nombre('VIS_AUT', 'Visites d’autorités judiciaires', 'visites'),
        nombre('VIS_FAM', 'Visites de familles', 'visites'),
        nombre('SURV_M', 'Surveillants présents', 'agents'),
        nombre('SURV_F', 'Surveillantes présentes', 'agents'),
      ],
    },
    {
      code: 'IND',
      libelle: 'Indicateurs',
      type: 'champs',
      prefixe: true,
      champs: [
        calcul('OCC', 'Taux d’occupation', '%', '100 * MVTD.FIN.TOT / CAP_OP'),
        calcul(
          'ATT',
          'Part des détenus en attente de jugement',
          '%',
          '100 * (POP.INC.TOT + POP.PREV.TOT + POP.ACC.TOT) / POP.TOT.TOT',
        ),
        calcul(
          'FEM',
          'Part des femmes et des filles',
          '%',
          '100 * (POP.TOT.FM + POP.TOT.FMIN) / POP.TOT.TOT',
        ),
        calcul('MIN', 'Part des mineurs', '%', '100 * (POP.TOT.HMIN + POP.TOT.FMIN) / POP.TOT.TOT'),
        calcul('ENC', 'Détenus par surveillant', 'détenus', 'POP.TOT.TOT / (SURV_M + SURV_F)'),
      ],
    },
  ],
  controles: CONTROLES_SMP,
} satisfies ModeleSource

/** A required whole number. */
function nombre(code: string, libelle: string, unite: string) {
  return { code, libelle, nature: 'entier' as const, unite, requis: true }
}

/** A computed indicator, to one decimal. */
function calcul(code: string, libelle: string, unite: string, formule: string) {
  return { code, libelle, nature: 'decimal' as const, unite, decimales: 1, formule }
}
