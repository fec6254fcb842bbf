import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte, formatDate } from '../../ui/format.ts'

export const textes = {
  titre: 'Tableau de bord',
  bonjour: (nom: string) => `Bonjour, ${nom}`,
  structure: {
    aCorriger: 'À corriger',
    enRetard: 'En retard',
    aFaire: 'À commencer ou à continuer',
    transmis: 'Transmis',
    rien: 'Rien à saisir pour le moment\u202f: tous les rapports attendus ont été transmis.',
    echeance: (jour: string) => `Échéance\u00a0: ${formatDate(jour)}`,
    retard: (jours: number) => `En retard de ${formatCompte(jours, 'jour')}`,
    corriger: 'Renvoyé pour correction',
    transmisLe: (jour: string) => `Transmis le ${formatDate(jour)}`,
    rempli: (part: string) => `rempli à ${part}`,
  },
  central: {
    SOUMIS: 'À valider',
    VALIDE: 'À approuver',
    APPROUVE: 'À diffuser',
    RENVOYE: 'Chez les structures, à corriger',
    rien: {
      SOUMIS: 'Aucun rapport à valider.',
      VALIDE: 'Aucun rapport à approuver.',
      APPROUVE: 'Aucun rapport à diffuser.',
      RENVOYE: 'Aucun rapport à corriger.',
    },
    voir: (n: number) => `Voir les ${formatCompte(n, 'rapport')}`,
    retards: 'Retards de saisie',
    aucunRetard: 'Aucun retard de saisie\u00a0: tous les rapports attendus ont été reçus.',
    retard: (periode: string, n: number) =>
      `${formatCompte(n, 'rapport')} ${avecDe(periode)} non ${n > 1 ? 'reçus' : 'reçu'}`,
    echeance: (jour: string) => `échéance\u00a0: ${formatDate(jour)}`,
  },
} as const
