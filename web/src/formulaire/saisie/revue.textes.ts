import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte } from '../../ui/format.ts'

/** What the review of a form says. */
export const textesRevue = {
  titre: (periode: string) => `Relecture du rapport ${avecDe(periode)}`,
  revenir: 'Revenir à la saisie',
  sections: 'Sections',
  section: 'Section',
  cases: 'Cases obligatoires',
  etat: 'À corriger ou à justifier',
  complet: 'Complète',
  chiffres: 'Chiffres principaux',
  indicateurs: {
    effectif: 'Effectif',
    entrees: 'Entrées',
    sorties: 'Sorties',
    reference: 'Référence',
  },
  precedent: (periode: string) => `En ${periode}`,
  declare: 'Ce mois',
  indicateur: 'Indicateur',
  justifications: 'Justifications',
  aucuneJustification: 'Aucune justification rédigée.',
  soumettreExercice: 'Soumettre (exercice)',
  pret: 'Rien ne manque : le rapport peut être soumis.',
  part: (remplies: number, requises: number) => `${remplies} sur ${requises}`,
  manque: (vides: number, erreurs: number, avertissements: number) =>
    [
      vides > 0 && `${formatCompte(vides, 'case')} à remplir`,
      erreurs > 0 && formatCompte(erreurs, 'erreur'),
      avertissements > 0 && `${formatCompte(avertissements, 'avertissement')} à justifier`,
    ]
      .filter(Boolean)
      .join(', '),
  resume: (incompletes: number, erreurs: number, avertissements: number, remarques: number) =>
    `${[
      remarques > 0 && formatCompte(remarques, 'remarque à traiter', 'remarques à traiter'),
      incompletes > 0 && formatCompte(incompletes, 'section à compléter', 'sections à compléter'),
      erreurs > 0 && formatCompte(erreurs, 'erreur à corriger', 'erreurs à corriger'),
      avertissements > 0 &&
        formatCompte(avertissements, 'avertissement à justifier', 'avertissements à justifier'),
    ]
      .filter(Boolean)
      .join(', ')
      .replace(/, ([^,]*)$/, ' et $1')} avant de soumettre`,
}
