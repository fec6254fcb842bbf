import { performance } from 'node:perf_hooks'
import { type Client, ouvrirClient } from './client.ts'
import { chargerPays } from './dashboard.ts'
import { lancer } from './processus.ts'
import { figure, quantile, type Rapport } from './rapport.ts'

/** The forms that count. */
const RETENUS = `formulaire f join structure_periode s on s.structure_id = f.structure_id
    and f.rang between s.du and s.au
  cross join lateral (select f.donnees || '{}' as d offset 0) l
  where f.annee = $1 and f.modele_code = $2 and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')`

/**
 * The same sums as the annuaire's, by nothing but PostgreSQL: one year, each cell a column. Asked
 * as rows (`jsonb_each`, then `group by`), they take two to four times as long.
 */
async function preparerSommes(client: Client, annee: number): Promise<[string, unknown[]][]> {
  const { rows } = await client.query<{ modele: string; cles: string[] }>(
    `select f.modele_code as modele, array_agg(distinct d.key) as cles
    from formulaire f cross join lateral jsonb_each(f.donnees) d
    where f.annee = $1 and f.mois = 12 and jsonb_typeof(d.value) = 'number' group by 1`,
    [annee],
  )
  return rows.map(({ modele, cles }) => {
    const sommes = cles.map((cle) => {
      const valeur = `d -> '${cle.replaceAll("'", "''")}'`
      return `sum(case when jsonb_typeof(${valeur}) = 'number' then (${valeur})::float8 end)`
    })
    const texte = `select s.region, s.type_structure, f.mois, count(*), ${sommes.join(', ')}
      from ${RETENUS} group by 1, 2, 3`
    return [texte, [annee, modele]]
  })
}

const JETON = { authorization: 'Bearer jeton-dpps' }
const TOURS = 3

async function chronometrer(act: () => Promise<unknown>): Promise<number> {
  const debut = performance.now()
  await act()
  return performance.now() - debut
}

async function lire(adresse: string): Promise<void> {
  const reponse = await fetch(adresse, { headers: JETON })
  const texte = await reponse.text()
  if (reponse.status !== 200) throw new Error(`${adresse} : ${texte.slice(0, 300)}`)
}

/** While one waits for the act, how long others wait for a small answer. */
async function avecAutres(url: string, act: Promise<unknown>): Promise<number[]> {
  const attentes: number[] = []
  const suivi = { fini: false }
  const travail = act.finally(() => {
    suivi.fini = true
  })
  while (!suivi.fini) attentes.push(await chronometrer(() => lire(`${url}/api/sante`)))
  await travail
  return attentes
}

/** The annuaire of a year of a whole country, beside the sums that PostgreSQL alone makes. */
export async function mesurerAnnuaire(
  rapport: Rapport,
  url: string,
  rapide: boolean,
  quand = '',
): Promise<void> {
  const { rang } = await chargerPays(url)
  const annee = Math.floor((rang - 1) / 12) - 1
  const serveur = await lancer('../server/src/main.ts', '/api/sante', { DATABASE_URL: url })
  const client = await ouvrirClient(url)
  try {
    rapport.ouvrir(
      'Annuaire d’un pays de 144 000 rapports',
      `Aperçu d’une année pleine, par HTTP, avec l’année d’avant, les séries de cinq ans, la couverture et le secret statistique. Plancher : une instruction SQL nue par modèle, qui ne fait que les sommes d’une année. But : 10 s. ${quand}`.trim(),
      ['Relevé', 'Plancher', 'Relevé / plancher'],
    )
    const sommes = await preparerSommes(client, annee)
    const durees: number[] = []
    const planchers: number[] = []
    const attentes: number[] = []
    for (let i = 0; i < (rapide ? 1 : TOURS); i++) {
      const adresse = `${serveur.url}/api/annuaire/generer/${annee}/true`
      const appel = chronometrer(() => lire(adresse))
      attentes.push(...(await avecAutres(serveur.url, appel)))
      durees.push(await appel)
      planchers.push(
        await chronometrer(async () => {
          for (const [texte, valeurs] of sommes) await client.query(texte, valeurs)
        }),
      )
    }
    const [notre, plancher] = [quantile(durees, 0.5) / 1000, quantile(planchers, 0.5) / 1000]
    rapport.ajouter({
      quoi: 'les données d’une année',
      releve: `${figure(notre)} s`,
      plancher: `${figure(plancher)} s`,
      rapport: `× ${figure(notre / plancher)}`,
    })
    rapport.ajouter({
      quoi: 'ce que les autres attendent pendant ce temps (médiane · 99e centile)',
      releve: `${figure(quantile(attentes, 0.5))} · ${figure(quantile(attentes, 0.99))} ms`,
      plancher: '–',
      rapport: '–',
    })
    const memoire = serveur.memoire()
    if (memoire) console.log(`Mémoire du serveur au plus haut : ${figure(memoire.sommet)} Mo.`)
  } finally {
    await client.end()
    await serveur.arreter()
  }
}
