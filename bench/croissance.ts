import { ouvrirClient } from './client.ts'
import { alterner, type Duree, type Serveurs, type Vue } from './http.ts'
import { figure, type Rapport } from './rapport.ts'
import type { Cote, Scenario } from './scenarios.ts'

/** Of one list: how long an answer lasts (ms), and the processor it takes (µs), by side. */
type Mesure = { nom: string } & Record<Cote, { duree: number; cout: number }>

/** What the lists cost at so many forms. */
export type Taille = { nombre: number; mesures: Mesure[] }

const lireVue = ({ parSeconde, cout }: Vue) => ({
  duree: 1000 / parSeconde,
  cout: cout ? cout.serveur + cout.base : Number.NaN,
})

/** One connection: the mean time of an answer. */
export async function mesurerListes(
  nombre: number,
  scenarios: readonly Scenario[],
  serveurs: Serveurs,
  duree: Duree,
): Promise<Taille> {
  const mesures: Mesure[] = []
  for (const scenario of scenarios) {
    const { releve, plancher } = await alterner(scenario, serveurs, 1, duree)
    mesures.push({ nom: scenario.nom, releve: lireVue(releve), plancher: lireVue(plancher) })
  }
  return { nombre, mesures }
}

/** Ten times as many forms, once or twice: how many times as long. */
export function direCroissance(rapport: Rapport, tailles: readonly Taille[], quand = ''): void {
  const nombres = tailles.map(({ nombre }) => figure(nombre)).join(', ')
  rapport.ouvrir(
    'Listes : combien de fois plus longues pour dix fois plus de rapports',
    `Durée et processeur (serveur + PostgreSQL) d’une réponse à une connexion, sur ${nombres} rapports (48 mois). ${quand}`.trim(),
    ['Relevé', 'Plancher', 'De la première à la dernière (Relevé · plancher)'],
  )
  const [premiere] = tailles
  for (const [i, { nom }] of (premiere?.mesures ?? []).entries()) {
    const de = (cote: Cote, quoi: 'duree' | 'cout') =>
      tailles.map(({ mesures }) => mesures[i]?.[cote][quoi] ?? Number.NaN)
    const suite = (valeurs: number[]) => valeurs.map((valeur) => figure(valeur)).join(' → ')
    const dire = (cote: Cote) => `${suite(de(cote, 'duree'))} ms · ${suite(de(cote, 'cout'))} µs`
    const fois = (cote: Cote) => {
      const couts = de(cote, 'cout')
      return `× ${figure((couts.at(-1) ?? Number.NaN) / (couts[0] ?? Number.NaN))}`
    }
    rapport.ajouter({
      quoi: nom,
      releve: dire('releve'),
      plancher: dire('plancher'),
      rapport: `${fois('releve')} · ${fois('plancher')}`,
    })
  }
}

/** How much the largest tables of our base take, and their indexes. */
export async function direTailles(rapport: Rapport, url: string): Promise<void> {
  const client = await ouvrirClient(url)
  const { rows } = await client.query<{ nom: string; donnees: number; index: number }>(`
    select relname as nom, pg_table_size(oid)::float8 / 1e6 as donnees,
      pg_indexes_size(oid)::float8 / 1e6 as index
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 4`)
  await client.end()
  for (const { nom, donnees, index } of rows) {
    rapport.ajouter({
      quoi: `Table ${nom}`,
      releve: `${figure(donnees)} Mo, index ${figure(index)} Mo`,
      plancher: '–',
      rapport: '–',
    })
  }
}
