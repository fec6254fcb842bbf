import { type Serveur, tirer } from './processus.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'
import type { Cote, Scenario } from './scenarios.ts'
import type { Figures } from './tireur.ts'

/** How long each shot lasts (s), and how many times each side is shot at, in turn. */
export type Duree = { tir: number; tours: number }
export type Serveurs = Record<Cote, Serveur>

const COTES: readonly Cote[] = ['releve', 'plancher']

async function tour(
  scenario: Scenario,
  serveur: Serveur,
  cote: Cote,
  connexions: number,
  duree: number,
): Promise<Figures> {
  const cibles = await scenario.cibles(cote, connexions)
  const figures = await tirer({
    url: serveur.url,
    connexions,
    duree,
    cibles,
    uneFois: scenario.uneFois ?? false,
  })
  if (figures.echecs > 0) {
    throw new Error(`${scenario.nom} (${cote}) : ${figures.echecs} réponses en échec`)
  }
  return figures
}

/** Both sides in turn (ours, floor, ours, floor…), so that a drift of the machine strikes both. */
export async function alterner(
  scenario: Scenario,
  serveurs: Serveurs,
  connexions: number,
  { tir, tours }: Duree,
): Promise<Record<Cote, Figures>> {
  const vus: Record<Cote, Figures[]> = { releve: [], plancher: [] }
  for (let i = 0; i < tours; i++) {
    for (const cote of COTES) {
      vus[cote].push(await tour(scenario, serveurs[cote], cote, connexions, tir))
    }
  }
  const milieu = (cote: Cote): Figures => ({
    parSeconde: mediane(vus[cote].map((f) => f.parSeconde)),
    p50: mediane(vus[cote].map((f) => f.p50)),
    p99: mediane(vus[cote].map((f) => f.p99)),
    echecs: 0,
  })
  return { releve: milieu('releve'), plancher: milieu('plancher') }
}

/** Warms both sides up on a scenario: the first seconds of a process are those of its compiler. */
export async function echauffer(
  scenarios: readonly Scenario[],
  serveurs: Serveurs,
  duree: number,
): Promise<void> {
  for (const scenario of scenarios) {
    for (const cote of COTES) await tour(scenario, serveurs[cote], cote, 8, duree)
  }
}

const dire = ({ parSeconde, p50, p99 }: Figures) =>
  `${figure(parSeconde)}/s · ${figure(p50)} ms · ${figure(p99)} ms`

/** Measures a scenario at these numbers of connections, one line each. */
export async function mesurer(
  rapport: Rapport,
  scenario: Scenario,
  serveurs: Serveurs,
  duree: Duree,
  connexions: readonly number[] = [1, 16],
): Promise<void> {
  for (const nombre of connexions) {
    const { releve, plancher } = await alterner(scenario, serveurs, nombre, duree)
    rapport.ajouter({
      quoi: `${scenario.nom}, ${nombre} connexion${nombre > 1 ? 's' : ''}`,
      releve: dire(releve),
      plancher: dire(plancher),
      rapport: part(releve.parSeconde, plancher.parSeconde),
    })
  }
}
