import type { SectionSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_SEXE, lignesCodifiees, parSexe } from './axes.ts'

/** Sections of the RMA that count people: stocks, flows, distributions, and what they received. */
export const EFFECTIFS_RMA: SectionSource[] = [
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
      },
      { code: 'ENT', libelle: 'Entrées du mois', formule: 'ENT.TOT.$' },
      { code: 'SOR', libelle: 'Sorties du mois', formule: 'SOR.TOT.$' },
      {
        code: 'FIN',
        libelle: 'Effectif au dernier jour du mois',
        aide: 'Nombre de personnes pointées le dernier jour, et non le résultat d’un calcul.',
      },
    ],
    colonnes: COLONNES_SEXE,
  },
  {
    ...parSexe('ENT', 'Entrées par motif', 'MOTIF_ENTREE', 'personnes'),
    source: 'Registre des admissions',
  },
  {
    ...parSexe('SOR', 'Sorties par motif', 'MOTIF_SORTIE', 'personnes'),
    source: 'Registre des admissions',
  },
  parSexe('AGE', 'Présents au dernier jour par âge', 'TRANCHE_AGE', 'personnes'),
  {
    ...parSexe('CAT', 'Présents par situation principale', 'CATEGORIE_PUBLIC', 'personnes'),
    aide: 'Comptez chaque personne une seule fois, dans sa situation principale.',
  },
  {
    code: 'HAND',
    libelle: 'dont personnes en situation de handicap',
    aide: 'Ces personnes sont déjà comptées dans l’effectif au dernier jour.',
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
    aide: 'Une personne peut bénéficier de plusieurs prestations ; indiquez ND si le chiffre n’est pas disponible.',
    type: 'matrice',
    nature: 'entier',
    requis: true,
    nd: true,
    lignes: lignesCodifiees('PREST', 'TYPE_PRESTATION'),
    colonnes: [
      { code: 'BEN_M', libelle: 'Bénéficiaires masculins', unite: 'personnes' },
      { code: 'BEN_F', libelle: 'Bénéficiaires féminins', unite: 'personnes' },
      {
        code: 'BEN_TOT',
        libelle: 'Total des bénéficiaires',
        unite: 'personnes',
        formule: 'SOMME(BEN_M; BEN_F)',
      },
      { code: 'ACTES', libelle: 'Actes', unite: 'actes' },
    ],
  },
]
