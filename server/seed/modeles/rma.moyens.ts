import type { SectionSource } from '@releve/contract/modele/source.schema.ts'

/** Said beside every free text of the RMA: the form holds aggregates, never a person's name. */
export const ANONYME = 'N’indiquez aucun nom de personne accueillie.'

/** Sections of the RMA on money and on the activities of the month. */
export const MOYENS_RMA: SectionSource[] = [
  {
    code: 'BUD',
    libelle: 'Exécution du mois',
    type: 'champs',
    prefixe: true,
    champs: [
      montant('DOT', 'Dotation reçue'),
      montant('DEP_PERS', 'Dépenses de personnel'),
      montant('DEP_ALIM', 'Dépenses d’alimentation'),
      montant('DEP_SANTE', 'Dépenses de santé'),
      montant('DEP_FONCT', 'Dépenses de fonctionnement'),
      montant('DEP_INV', 'Dépenses d’investissement'),
      {
        code: 'DEP_TOT',
        libelle: 'Total des dépenses',
        nature: 'montant',
        unite: 'F CFA',
        formule: 'SOMME(BUD.DEP_PERS; BUD.DEP_ALIM; BUD.DEP_SANTE; BUD.DEP_FONCT; BUD.DEP_INV)',
      },
    ],
  },
  {
    code: 'ACT',
    libelle: 'Activités du mois',
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
      },
      { code: 'PART_M', libelle: 'Participants', nature: 'entier', unite: 'personnes' },
      { code: 'PART_F', libelle: 'Participantes', nature: 'entier', unite: 'personnes' },
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
  return { code, libelle, nature: 'montant' as const, unite: 'F CFA', requis: true }
}
