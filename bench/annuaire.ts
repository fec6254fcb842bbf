import { performance } from 'node:perf_hooks'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { systemeLu } from '../server/src/annuaire/attaque.banc.ts'
import { composantes } from '../server/src/annuaire/secret.ts'
import { loadHighs, type Row } from '../server/src/annuaire/solveur.ts'
import { chargerDemonstration } from '../server/src/demonstration/demonstration.ts'
import { genererPays } from '../server/src/demonstration/pays.ts'
import { installer } from '../server/src/installation.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import type { Db } from '../server/src/platform/route.ts'
import { type Client, ouvrirClient } from './client.ts'
import { chargerPays } from './dashboard.ts'
import { creerBase, JETONS_RELEVE, MOT_DE_PASSE } from './jeu.ts'
import { lancer, type Serveur } from './processus.ts'
import { figure, quantile, type Rapport } from './rapport.ts'

/** The forms that count. */
const RETENUS = `formulaire f join structure_periode e on e.structure_id = f.structure_id
    and f.rang between e.du and e.au
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
    const texte = `select e.region, e.type_structure, f.mois, count(*), ${sommes.join(', ')}
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

const STRUCTURES = 200
const DUREE_MAX_MS = 600_000
const PREUVE = 'preuve.worker.ts'

const PAYS: Readonly<Record<string, (db: Db, maintenant: Date) => Promise<unknown>>> = {
  demonstration: chargerDemonstration,
  pays: async (db, maintenant) => {
    const pays = { structures: STRUCTURES, mois: 28, maintenant, motDePasse: MOT_DE_PASSE }
    await genererPays(db, { ...pays, souches: STRUCTURES })
  },
}

async function charger(url: string, remplir: (db: Db, maintenant: Date) => Promise<unknown>) {
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: DUREE_MAX_MS })
  await migrer(base.db)
  await installer(base.db)
  await remplir(base.db, new Date())
  await base.close()
  const client = await ouvrirClient(url)
  await client.query(JETONS_RELEVE)
  await client.query('vacuum analyze')
  await client.end()
}

type Etape = { etat: 'PROVISOIRE' | 'ARRETE'; correction?: object }

async function enregistrer(url: string, annee: number, etape: Etape): Promise<Annuaire> {
  const corps = { annee, titre: `Annuaire ${annee}`, avantPropos: '', chapitres: [], ...etape }
  const reponse = await fetch(`${url}/api/annuaire/enregistrer`, {
    method: 'POST',
    headers: { ...JETON, 'content-type': 'application/json' },
    body: JSON.stringify(corps),
  })
  const lu: Annuaire = JSON.parse(await reponse.text())
  if (reponse.status !== 200) throw new Error(JSON.stringify(lu).slice(0, 300))
  return lu
}

/** How often the proof's process is looked at, in ms. */
const PAS_MS = 25

type Arret = { annuaire: Annuaire; secondes: number; preuve: ReturnType<Serveur['apart']> }

/** Freezes the edition that is open, what its proof takes being looked at all along. */
async function arreter(serveur: Serveur, annee: number): Promise<Arret> {
  const vue: Pick<Arret, 'preuve'> = { preuve: null }
  const suivi = setInterval(() => {
    vue.preuve = serveur.apart(PREUVE) ?? vue.preuve
  }, PAS_MS)
  const debut = performance.now()
  const annuaire = await enregistrer(serveur.url, annee, { etat: 'ARRETE' })
  clearInterval(suivi)
  return { annuaire, secondes: (performance.now() - debut) / 1000, ...vue }
}

type Highs = Awaited<ReturnType<typeof loadHighs>>

/**
 * The least and the most of every figure that these tables hide, in fractions, and nothing else:
 * how many, and the seconds of processor.
 */
function bornerNu(highs: Highs, annuaire: Annuaire) {
  const lu = systemeLu(annuaire.chapitres.flatMap(({ tableaux }) => tableaux))
  const rangs = lu.equations.map(({ termes, somme, jeu }): Row => {
    return { terms: termes, sum: somme, slack: jeu }
  })
  const debut = process.cpuUsage()
  for (const groupe of composantes(rangs)) {
    const noms = [...new Set(groupe.flatMap(({ terms }) => [...terms.keys()]))]
    const places = new Map(noms.map((nom, i) => [nom, i]))
    const modele = highs.createModel()
    modele.options.set({ output_flag: false })
    for (const _ of noms) modele.addVar(1, Infinity)
    for (const { terms, sum, slack = 0 } of groupe)
      modele.addRow(sum - slack, sum + slack, {
        indices: [...terms.keys()].map((nom) => places.get(nom) ?? 0),
        values: [...terms.values()],
      })
    for (const i of noms.keys())
      for (const sens of [1, -1]) {
        modele.changeColCost(i, sens)
        modele.run()
        modele.changeColCost(i, 0)
      }
    modele.dispose()
  }
  const { user, system } = process.cpuUsage(debut)
  return { caches: lu.inconnues.size, secondes: (user + system) / 1e6 }
}

const CORRECTION = {
  correction: { nature: 'ERREUR', texte: 'Une structure avait mal compté ses journées.' },
}

/** ARRETE, the proof included: the demonstration, and a country drawn by chance. */
export async function mesurerArret(rapport: Rapport, url: string, quand = ''): Promise<void> {
  rapport.ouvrir(
    'Arrêter un annuaire, son secret prouvé',
    `Par HTTP, de l’édition ouverte à celle qui est arrêtée : les tableaux de l’année et ceux avec lesquels elle se compare, ce qu’ils cachent, puis la preuve dans son propre processus, avec ce qu’il a pris de processeur et de mémoire. Plancher : les sommes de l’année en SQL nu, puis la moindre et la plus grande valeur de chaque chiffre caché, en fractions, par le même solveur et sans rien d’autre. But : 3 minutes à ${STRUCTURES} structures. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Relevé / plancher'],
  )
  const annee = new Date().getUTCFullYear() - 1
  const highs = await loadHighs()
  for (const [nom, remplir] of Object.entries(PAYS)) {
    const base = await creerBase(url, `arret_${nom}`)
    await charger(base, remplir)
    const serveur = await lancer('../server/src/main.ts', '/api/sante', { DATABASE_URL: base })
    const client = await ouvrirClient(base)
    try {
      for (const seuil of [5, 10]) {
        await client.query(
          `insert into parametre (cle, valeur) values ('seuilSecret', $1)
            on conflict (cle) do update set valeur = excluded.valeur`,
          [String(seuil)],
        )
        const deja = nom === 'demonstration' || seuil !== 5
        await enregistrer(serveur.url, annee, { etat: 'PROVISOIRE', ...(deja && CORRECTION) })
        const { annuaire, secondes, preuve } = await arreter(serveur, annee)
        const sommes = await preparerSommes(client, annee)
        const nu = await chronometrer(async () => {
          for (const [texte, valeurs] of sommes) await client.query(texte, valeurs)
        })
        const { caches, secondes: bornes } = bornerNu(highs, annuaire)
        const plancher = nu / 1000 + bornes
        const edition = `${nom}, seuil de ${seuil}, édition ${annuaire.edition}`
        rapport.ajouter({
          quoi: `${edition} : l’arrêt, ${caches} chiffres cachés`,
          releve: `${figure(secondes)} s`,
          plancher: `${figure(plancher)} s`,
          rapport: `× ${figure(secondes / plancher)}`,
        })
        const [processeur, sommet] = [(preuve?.processeur ?? NaN) / 1000, preuve?.sommet ?? NaN]
        rapport.ajouter({
          quoi: `${edition} : processeur de la preuve, et sa mémoire`,
          releve: `${figure(processeur)} s · ${figure(sommet)} Mo`,
          plancher: `${figure(bornes)} s`,
          rapport: `× ${figure(processeur / bornes)}`,
        })
      }
    } finally {
      await client.end()
      await serveur.arreter()
    }
  }
}
