import { alterner, type Duree, type Serveurs } from './http.ts'
import { figure, type Rapport } from './rapport.ts'
import type { Scenario } from './scenarios.ts'

/** Milliseconds of one list at each size, by side. */
export type Mesure = { nom: string; releve: number; plancher: number }

/** One connection: the mean time of an answer. */
export async function mesurerListes(
  scenarios: readonly Scenario[],
  serveurs: Serveurs,
  duree: Duree,
): Promise<Mesure[]> {
  const mesures: Mesure[] = []
  for (const scenario of scenarios) {
    const { releve, plancher } = await alterner(scenario, serveurs, 1, duree)
    mesures.push({
      nom: scenario.nom,
      releve: 1000 / releve.parSeconde,
      plancher: 1000 / plancher.parSeconde,
    })
  }
  return mesures
}

/** Ten times as many forms: how many times as long. */
export function direCroissance(rapport: Rapport, petit: Mesure[], grand: Mesure[]): void {
  rapport.ouvrir(
    'Listes : de 10 000 à 100 000 rapports',
    'Durée d’une réponse à une connexion, d’abord sur 10 000 rapports puis sur 100 000 (48 mois : 209 puis 2 084 structures).',
    ['Relevé', 'Plancher', 'Croissance (Relevé · plancher)'],
  )
  for (const [i, avant] of petit.entries()) {
    const apres = grand[i]
    if (!apres) continue
    const fois = (cote: 'releve' | 'plancher') => `× ${figure(apres[cote] / avant[cote])}`
    const ms = (cote: 'releve' | 'plancher') => `${figure(avant[cote])} → ${figure(apres[cote])} ms`
    rapport.ajouter({
      quoi: avant.nom,
      releve: ms('releve'),
      plancher: ms('plancher'),
      rapport: `${fois('releve')} · ${fois('plancher')}`,
    })
  }
}
