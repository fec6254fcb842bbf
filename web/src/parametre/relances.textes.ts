import { ETAPES } from '@releve/contract/relance/relance.rules.ts'
import { formatCompte } from '../ui/format.ts'

/** « 3 jours avant », « le jour même », « 5 jours après » */
function direEtape(etape: number): string {
  if (etape === 0) return 'le jour même'
  return `${formatCompte(Math.abs(etape), 'jour')} ${etape < 0 ? 'avant' : 'après'}`
}

export const textesRelances = {
  titre: 'Relances',
  enregistres: 'Réglages des relances enregistrés.',
  automatiqueAide:
    'Chaque personne d’une structure reçoit un seul message, pour tout ce qui manque. Elles partent les jours ouvrés, à partir de 7\u00a0h.',
  joursAide: `Des nombres de jours, de ${String(ETAPES.min).replace('-', '−')} à ${ETAPES.max}, séparés par des virgules. Négatif\u00a0: avant l’échéance\u00a0; 0\u00a0: le jour même.`,
  joursIllisibles:
    'Saisissez des nombres de jours, séparés par des virgules. Exemple\u00a0: −3, 0, 1, 5, 10.',
  etapes: (etapes: readonly number[]) => `Relances\u00a0: ${etapes.map(direEtape).join(', ')}.`,
  copieAide: '0\u00a0: jamais. Un message par direction régionale et par jour.',
  directionAide: '0\u00a0: jamais. La liste de ce qui est très en retard.',
  courrielAide: 'Le même texte, aux personnes qui ont une adresse électronique.',
} as const
