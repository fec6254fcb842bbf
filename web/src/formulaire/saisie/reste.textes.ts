import { formatCompte } from '../../ui/format.ts'

/** What is left to do, in one sentence. */
export const textesReste = {
  debut: 'Il reste',
  et: ' et ',
  rien: 'Tout est rempli : relisez et soumettez.',
  vides: (cases: number, parties: number) =>
    `${formatCompte(cases, 'case à remplir', 'cases à remplir')} dans ${formatCompte(parties, 'partie')}`,
  remarques: (n: number) => formatCompte(n, 'remarque à traiter', 'remarques à traiter'),
  erreurs: (n: number) => formatCompte(n, 'erreur à corriger', 'erreurs à corriger'),
  avertissements: (n: number) =>
    formatCompte(n, 'avertissement à justifier', 'avertissements à justifier'),
}
