import { type Processeur, type Serveur, tirer } from './processus.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'
import type { Cote, Scenario } from './scenarios.ts'
import type { Figures } from './tireur.ts'

/** How long each shot lasts (s), and how many times each side is shot at, in turn. */
export type Duree = { tir: number; tours: number }
export type Serveurs = Record<Cote, Serveur>

/** What a shot saw; `cout`: processor time of one answer, in µs, null where it cannot be read. */
export type Vue = Omit<Figures, 'reponses' | 'echecs'> & { cout: Processeur | null }

const COTES: readonly Cote[] = ['releve', 'plancher']

function coutDe(avant: Processeur | null, apres: Processeur | null, reponses: number) {
  if (!avant || !apres) return null
  const de = (qui: keyof Processeur) => (1000 * (apres[qui] - avant[qui])) / reponses
  return { serveur: de('serveur'), base: de('base') }
}

async function tour(
  scenario: Scenario,
  serveur: Serveur,
  cote: Cote,
  connexions: number,
  duree: number,
): Promise<Vue> {
  const cibles = await scenario.cibles(cote, connexions)
  const avant = serveur.processeur()
  const { reponses, echecs, ...figures } = await tirer({
    url: serveur.url,
    connexions,
    duree,
    cibles,
    uneFois: scenario.uneFois ?? false,
  })
  if (echecs > 0) throw new Error(`${scenario.nom} (${cote}) : ${echecs} réponses en échec`)
  return { ...figures, cout: coutDe(avant, serveur.processeur(), reponses) }
}

/** The middle of each figure. */
function milieuDe(vues: readonly Vue[]): Vue {
  const de = (lire: (vue: Vue) => number) => mediane(vues.map(lire))
  const couts = vues.flatMap(({ cout }) => cout ?? [])
  return {
    parSeconde: de((vue) => vue.parSeconde),
    p50: de((vue) => vue.p50),
    p99: de((vue) => vue.p99),
    octets: de((vue) => vue.octets),
    cout:
      couts.length === 0
        ? null
        : {
            serveur: mediane(couts.map((cout) => cout.serveur)),
            base: mediane(couts.map((cout) => cout.base)),
          },
  }
}

/** Both sides in turn (ours, floor, ours, floor…), so that a drift of the machine strikes both. */
export async function alterner(
  scenario: Scenario,
  serveurs: Serveurs,
  connexions: number,
  { tir, tours }: Duree,
): Promise<Record<Cote, Vue>> {
  const vues: Record<Cote, Vue[]> = { releve: [], plancher: [] }
  for (let i = 0; i < tours; i++) {
    for (const cote of COTES) {
      vues[cote].push(await tour(scenario, serveurs[cote], cote, connexions, tir))
    }
  }
  return { releve: milieuDe(vues.releve), plancher: milieuDe(vues.plancher) }
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

const dire = ({ parSeconde, p50, p99, octets, cout }: Vue) => {
  const debit = `${figure(parSeconde)}/s · ${figure(p50)} ms · ${figure(p99)} ms`
  const taille = `${figure(octets / 1000)} Ko`
  return cout
    ? `${debit} · ${figure(cout.serveur)} + ${figure(cout.base)} µs · ${taille}`
    : `${debit} · ${taille}`
}

/** Our share of the floor's throughput, and what the floor's processor time is of ours. */
function comparer(releve: Vue, plancher: Vue): string {
  const debit = part(releve.parSeconde, plancher.parSeconde)
  if (!releve.cout || !plancher.cout) return debit
  const total = ({ serveur, base }: Processeur) => serveur + base
  return `${debit} · ${part(total(plancher.cout), total(releve.cout))}`
}

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
      rapport: comparer(releve, plancher),
    })
  }
}
