import { performance } from 'node:perf_hooks'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { genererPays } from '../server/src/demonstration/pays.ts'
import { installer } from '../server/src/installation.ts'
import { migrer } from '../server/src/platform/base/migrer.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import { type Clients, ouvrirClient, ouvrirClients } from './client.ts'
import { JETONS_RELEVE, MOT_DE_PASSE } from './jeu.ts'
import { lancer } from './processus.ts'
import { figure, quantile, type Rapport } from './rapport.ts'

/** A country to load. */
export type Taille = {
  structures: number
  mois: number
  /** Structures report no more than so many of their models; all of them otherwise. */
  modeles?: number
}

/** One structure in six reports one model, the others two: 144,000 forms in all. */
const PAYS: Taille = { structures: 2500, mois: 36 }
const DUREE_MAX_MS = 600_000
const TOURS = 40

/** A call of the dashboard, and what the simplest server would ask of the base for the same screen. */
type Cas = {
  nom: string
  chemin: string
  corps?: object
  plancher: { texte: string; valeurs: unknown[] }
}

/** A token is told by the name of its account (`JETONS_RELEVE`). */
const JETON = 'jeton-dpps'

const RECUS = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE', 'RENVOYE']

type Ici = { rang: number; structure: string; region: string; type: string; premiers: string[] }

/** What the structure of form `f` was in its month. */
const DU_MOIS = `structure_periode e
  on e.structure_id = f.structure_id and f.rang between e.du and e.au`

/** Of the whole country. */
function ensembles({ rang, region }: Ici): Cas[] {
  const annee = Math.floor((rang - 1) / 12)
  return [
    {
      nom: 'lire : l’année, ses mois, régions, types, modèles et séries',
      chemin: `/api/dashboard/lire/${annee}`,
      plancher: {
        texte: `select f.mois, f.etat, e.region, e.type_structure, f.modele_code, count(*),
            sum(f.valeur_effectif) from formulaire f
          join ${DU_MOIS}
          where f.rang between $1 and $1 + 11 group by 1, 2, 3, 4, 5`,
        valeurs: [annee * 12],
      },
    },
    {
      nom: 'lire, d’une région',
      chemin: `/api/dashboard/lire/${annee}?regions=${region}`,
      plancher: {
        texte: `select f.mois, f.etat, e.type_structure, f.modele_code, count(*),
            sum(f.valeur_effectif) from formulaire f
          join ${DU_MOIS}
          where f.rang between $1 and $1 + 11 and e.region = $2 group by 1, 2, 3, 4`,
        valeurs: [annee * 12, region],
      },
    },
    {
      nom: 'lireMois : quatorze mois',
      chemin: '/api/dashboard/lireMois',
      plancher: {
        texte: `select rang, count(*), count(*) filter (where etat = any($2)) from formulaire
          where rang between $1 - 12 and $1 + 1 group by 1`,
        valeurs: [rang, RECUS],
      },
    },
    {
      nom: 'matrice : toutes les structures × 12 mois × modèles',
      chemin: `/api/dashboard/matrice/${annee}`,
      plancher: {
        texte: `select s.id, s.code, s.libelle, f.modele_code,
            string_agg(left(f.etat, 1), '' order by f.rang) from formulaire f
          join structure s on s.id = f.structure_id where f.rang between $1 and $1 + 11
          group by 1, 2, 3, 4 order by 3`,
        valeurs: [annee * 12],
      },
    },
    {
      nom: 'series : 24 mois',
      chemin: '/api/dashboard/series',
      plancher: {
        texte: `select modele_code, rang, sum(valeur_effectif), sum(valeur_entrees),
            sum(valeur_sorties), count(valeur_effectif) from formulaire
          where rang between $1 and $2 group by 1, 2`,
        valeurs: [rang - 23, rang],
      },
    },
  ]
}

/** Of some of it: pages, chosen cells, one structure. */
function parties({ rang, structure, type, premiers }: Ici): Cas[] {
  const dernier = periodeDe(rang - 1)
  return [
    {
      nom: 'cases : 200 cases choisies',
      chemin: '/api/dashboard/cases',
      corps: {
        cases: premiers.map((code) => ({ structure: code, modele: 'EPM', rang: rang - 1 })),
      },
      plancher: {
        texte: `select f.id, f.numero, f.etat, f.version, s.libelle from structure s
          join formulaire f on f.structure_id = s.id and f.rang = $2 and f.modele_code = 'EPM'
          where s.code = any($1)`,
        valeurs: [premiers, rang - 1],
      },
    },
    {
      nom: 'retardSaisie : la première page, un an',
      chemin: '/api/dashboard/retardSaisie',
      plancher: {
        texte: `select s.code, m.code as modele, count(*) as manquants, count(*) over () as total
          from structure s cross join generate_series($1::int - 11, $1::int - 2) r
          join structure_periode e on e.structure_id = s.id and r between e.du and e.au
          join modele m on m.code = any(e.modeles)
          where not exists (select 1 from formulaire f where f.structure_id = s.id
            and f.modele_code = m.code and f.rang = r and f.etat = any($2))
          group by 1, 2 order by 3 desc limit 50`,
        valeurs: [rang, RECUS],
      },
    },
    {
      nom: 'ecartEffectif : la première page, et les totaux',
      chemin: `/api/dashboard/ecartEffectif/${MOIS.indexOf(dernier.mois) + 1}/${dernier.annee}`,
      plancher: {
        texte: `select s.code, f.modele_code, f.valeur_effectif - p.valeur_effectif
            - f.valeur_entrees + f.valeur_sorties as ecart, count(*) over () as total
          from formulaire f join formulaire p on p.structure_id = f.structure_id
            and p.modele_code = f.modele_code and p.rang = f.rang - 1
          join structure s on s.id = f.structure_id
          where f.rang = $1 order by abs(f.valeur_effectif - p.valeur_effectif
            - f.valeur_entrees + f.valeur_sorties) desc nulls last limit 50`,
        valeurs: [rang - 1],
      },
    },
    {
      nom: 'aExaminer : la première page',
      chemin: '/api/dashboard/aExaminer',
      plancher: {
        texte: `select f.id, f.numero, f.etat, s.libelle, count(*) over () as total
          from formulaire f join structure s on s.id = f.structure_id
          where f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE')
          order by f.valeur_effectif desc nulls last limit 50`,
        valeurs: [],
      },
    },
    {
      nom: 'structure : 24 mois, médianes de son type',
      chemin: `/api/dashboard/structure/${structure}`,
      plancher: {
        texte: `select f.modele_code, f.rang, max(f.valeur_effectif) filter (where s.code = $1),
            percentile_cont(0.5) within group (order by f.valeur_effectif)
          from formulaire f join structure s on s.id = f.structure_id
          join ${DU_MOIS}
          where e.type_structure = $2 and f.rang between $3 and $4 group by 1, 2`,
        valeurs: [structure, type, rang - 23, rang],
      },
    },
  ]
}

export async function chargerPays(url: string, taille: Taille = PAYS): Promise<Ici> {
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: DUREE_MAX_MS })
  await migrer(base.db)
  await installer(base.db)
  const maintenant = new Date()
  const total = await genererPays(base.db, {
    ...taille,
    souches: 100,
    maintenant,
    motDePasse: MOT_DE_PASSE,
  })
  console.log(`${figure(total)} rapports chargés.`)
  await base.close()
  const client = await ouvrirClient(url)
  await client.query(JETONS_RELEVE)
  await client.query('vacuum analyze')
  await client.end()
  return lirePays(url, maintenant)
}

/** Of a country that is loaded, what its calls are asked about. */
export async function lirePays(url: string, maintenant: Date): Promise<Ici> {
  const client = await ouvrirClient(url)
  const { rows } = await client.query<{ code: string; region: string; typeStructure: string }>(
    `select s.code, e.region, e.type_structure from structure s
      join structure_periode e on e.structure_id = s.id where cardinality(e.modeles) > 0 and s.etat = 'ACTIVE'
      order by cardinality(e.modeles) desc, s.id limit 1`,
  )
  const { rows: premiers } = await client.query<{ code: string }>(
    `select s.code from structure s join structure_periode e on e.structure_id = s.id
      where 'EPM' = any(e.modeles) order by s.id limit 200`,
  )
  await client.end()
  const [annee = 0, mois = 0] = maintenant.toISOString().split('-').map(Number)
  return {
    rang: annee * 12 + mois - 1,
    structure: rows[0]?.code ?? '',
    region: rows[0]?.region ?? '',
    type: rows[0]?.typeStructure ?? '',
    premiers: premiers.map(({ code }) => code),
  }
}

async function appeler(url: string, { chemin, corps }: Cas): Promise<void> {
  const reponse = await fetch(`${url}${chemin}`, {
    method: corps ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${JETON}`, 'content-type': 'application/json' },
    ...(corps && { body: JSON.stringify(corps) }),
  })
  const texte = await reponse.text()
  if (reponse.status !== 200)
    throw new Error(`${chemin} : ${reponse.status} ${texte.slice(0, 300)}`)
}

/** `12 · 15 ms`: the median, and the 95th centile. */
const enMots = (durees: number[]) =>
  `${figure(quantile(durees, 0.5))} · ${figure(quantile(durees, 0.95))} ms`

/** In turns, so that both sides meet the same neighbours; the first shots warm up. */
async function chronometrer(url: string, pool: Clients, cas: Cas, tours: number) {
  const releve: number[] = []
  const plancher: number[] = []
  const mesurer = async (durees: number[], act: () => Promise<unknown>) => {
    const debut = performance.now()
    await act()
    durees.push(performance.now() - debut)
  }
  for (let i = 0; i < tours + 8; i++) {
    await mesurer(releve, () => appeler(url, cas))
    const { texte, valeurs } = cas.plancher
    await mesurer(plancher, () =>
      pool.query({ name: cas.nom.slice(0, 20), text: texte, values: valeurs }),
    )
  }
  return { releve: releve.slice(8), plancher: plancher.slice(8) }
}

/** Each call of the dashboard on a whole country, by HTTP, beside the barest statement. */
export async function mesurerDashboard(
  rapport: Rapport,
  url: string,
  rapide: boolean,
  quand = '',
  taille: Taille = PAYS,
): Promise<void> {
  const ici = await chargerPays(url, taille)
  await mesurerPays(rapport, url, { ici, taille, rapide, quand })
}

/** The same of a country that is loaded. */
export async function mesurerPays(
  rapport: Rapport,
  url: string,
  { ici, taille, rapide, quand }: { ici: Ici; taille: Taille; rapide: boolean; quand: string },
): Promise<void> {
  const serveur = await lancer('../server/src/main.ts', '/api/sante', { DATABASE_URL: url })
  const pool = ouvrirClients(url, 1, { work_mem: '16MB' })
  try {
    rapport.ouvrir(
      `Tableau de bord : ${figure(taille.structures)} structures × ${taille.mois} mois`,
      `Médiane · 95e centile d’un appel par HTTP, à chaud, pour la direction centrale : droits, rapports attendus, retards, écarts et JSON compris. Plancher : une instruction SQL nue par le même pilote, sur les mêmes colonnes, sans périmètre ni ce qui est attendu. But : 95e centile de 100 ms. ${quand}`.trim(),
      ['Relevé', 'Plancher', 'Relevé / plancher'],
    )
    for (const cas of [...ensembles(ici), ...parties(ici)]) {
      const { releve, plancher } = await chronometrer(serveur.url, pool, cas, rapide ? 10 : TOURS)
      rapport.ajouter({
        quoi: cas.nom,
        releve: enMots(releve),
        plancher: enMots(plancher),
        rapport: `× ${figure(quantile(releve, 0.95) / quantile(plancher, 0.95))}`,
      })
    }
    const memoire = serveur.memoire()
    if (memoire) console.log(`Mémoire du serveur au plus haut : ${figure(memoire.sommet)} Mo.`)
  } finally {
    await pool.end()
    await serveur.arreter()
  }
}
