import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ouvrirClient } from './client.ts'
import { chargerJeux } from './jeu.ts'
import { M120 } from './modeles.ts'
import { lancer, type Serveur } from './processus.ts'
import { figure, type Rapport } from './rapport.ts'

/** Forms exported: a tenth of them, then all. */
const FORMULAIRES = 24_000
const PAS_MS = 20
const JETON = 'Bearer jeton-dpps'

type Demande = { chemin: string; corps?: object }
type Mesure = { secondes: number; octets: number; sommet: number; depart: number }

/** What is exported, from us and from the floor, for these structures (all of them: none said). */
const EXPORTS: Record<
  string,
  { releve: (structures: string[]) => Demande; plancher: (structures: string[]) => Demande }
> = {
  'la liste, en CSV': {
    releve: (structures) => ({
      chemin: '/api/formulaire/structures/exporter',
      corps: { structures, format: 'csv' },
    }),
    plancher: (structures) => ({ chemin: `/liste?structures=${structures.join(',')}` }),
  },
  'la liste, en XLSX': {
    releve: (structures) => ({
      chemin: '/api/formulaire/structures/exporter',
      corps: { structures, format: 'xlsx' },
    }),
    plancher: (structures) => ({ chemin: `/liste?structures=${structures.join(',')}` }),
  },
  'les valeurs, une ligne par case, en CSV': {
    releve: (structures) => ({
      chemin: '/api/formulaire/structures/donnees',
      corps: { structures, modeles: [M120.code], forme: 'LONG', format: 'csv' },
    }),
    plancher: (structures) => ({ chemin: `/valeurs?structures=${structures.join(',')}` }),
  },
}

/** Downloads to a file, the memory of who serves sampled all along. */
async function prendre(
  serveur: Serveur,
  { chemin, corps }: Demande,
  fichier: string,
): Promise<Mesure> {
  const depart = serveur.memoire()?.actuelle ?? Number.NaN
  let sommet = depart
  const releve = setInterval(() => {
    sommet = Math.max(sommet, serveur.memoire()?.actuelle ?? 0)
  }, PAS_MS)
  const debut = performance.now()
  const reponse = await fetch(serveur.url + chemin, {
    method: corps ? 'POST' : 'GET',
    headers: { authorization: JETON, 'content-type': 'application/json' },
    ...(corps && { body: JSON.stringify(corps) }),
  })
  if (reponse.status !== 200 || !reponse.body)
    throw new Error(`${chemin} : ${(await reponse.text()).slice(0, 300)}`)
  await pipeline(Readable.fromWeb(reponse.body), createWriteStream(fichier))
  if (reponse.headers.get('releve-lignes') === '0') throw new Error(`${chemin} : rien à exporter`)
  clearInterval(releve)
  const secondes = (performance.now() - debut) / 1000
  return { secondes, octets: statSync(fichier).size, sommet, depart }
}

async function dixieme(url: string): Promise<string[]> {
  const client = await ouvrirClient(url)
  const { rows } = await client.query<{ code: string }>(
    `select s.code from structure s where exists (
      select from formulaire f where f.structure_id = s.id) order by s.code`,
  )
  await client.end()
  const codes = rows.map(({ code }) => code)
  return codes.slice(0, Math.ceil(codes.length / 10))
}

/** Lines of the long form: cells of the reports that are received. */
async function compterCases(url: string): Promise<number> {
  const client = await ouvrirClient(url)
  const { rows } = await client.query<{ cases: number }>(
    `select sum((select count(*) from jsonb_each(f.donnees) c where c.value <> 'null'))::float8 as cases
    from formulaire f where f.modele_code = '${M120.code}'
      and f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')`,
  )
  await client.end()
  return rows[0]?.cases ?? 0
}

/** Exports of 2,400 then 24,000 forms: time, and the resident memory of who serves. */
export async function mesurerExports(
  rapport: Rapport,
  serveur: string,
  rapide: boolean,
  quand = '',
): Promise<void> {
  const { releve } = await chargerJeux(serveur, rapide ? FORMULAIRES / 10 : FORMULAIRES)
  const structures = await dixieme(releve.url)
  const dossier = mkdtempSync(join(tmpdir(), 'releve-exports-'))
  const fichier = join(dossier, 'export')
  const cotes = {
    releve: await lancer('../server/src/main.ts', '/api/sante', {
      DATABASE_URL: releve.url,
      DATA_DIR: dossier,
    }),
    plancher: await lancer('plancher-exports.ts', '/', { DATABASE_URL: releve.url }),
  }
  rapport.ouvrir(
    'Exports de 24 000 rapports',
    `Par HTTP, dans un fichier, d’un dixième des rapports puis de tous : durée, taille, et mémoire résidente de qui sert, relevée toutes les ${PAS_MS} ms (son plus haut). Plancher : un curseur nu du même pilote, écrit à mesure. But : une mémoire qui ne croît pas. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Relevé / plancher'],
  )
  try {
    for (const [nom, demandes] of Object.entries(EXPORTS)) {
      const mesures = { releve: [] as Mesure[], plancher: [] as Mesure[] }
      // The first warms up what compiles as it runs.
      for (const [tour, choisies] of [structures, structures, []].entries())
        for (const cote of ['releve', 'plancher'] as const) {
          const mesure = await prendre(cotes[cote], demandes[cote](choisies), fichier)
          if (tour > 0) mesures[cote].push(mesure)
        }
      direExport(rapport, nom, mesures)
    }
    for (const format of ['csv', 'ndjson', 'parquet'] as const) {
      const mesures = { releve: [] as Mesure[], plancher: [] as Mesure[] }
      const chemins = {
        releve: `/api/donnees/${M120.code}.${format}`,
        plancher: '/copie',
      }
      for (const tour of [0, 1])
        for (const cote of ['releve', 'plancher'] as const) {
          const mesure = await prendre(cotes[cote], { chemin: chemins[cote] }, fichier)
          if (tour > 0) mesures[cote].push(mesure)
        }
      direExport(rapport, `lus pour l’analyse, une ligne par case, en ${format}`, mesures)
      const lignes = await compterCases(releve.url)
      const parSeconde = (cote: 'releve' | 'plancher') =>
        lignes / (mesures[cote][0]?.secondes ?? Number.NaN)
      rapport.ajouter({
        quoi: `lus pour l’analyse, en ${format} : lignes par seconde`,
        releve: figure(parSeconde('releve')),
        plancher: `${figure(parSeconde('plancher'))} (COPY nu)`,
        rapport: `× ${figure(parSeconde('plancher') / parSeconde('releve'))}`,
      })
    }
  } finally {
    await cotes.releve.arreter()
    await cotes.plancher.arreter()
    rmSync(dossier, { recursive: true, force: true })
  }
}

function direExport(
  rapport: Rapport,
  nom: string,
  { releve, plancher }: Record<'releve' | 'plancher', Mesure[]>,
): void {
  const grand = (mesures: Mesure[]) => mesures.at(-1) ?? { secondes: 0, octets: 0, sommet: 0 }
  const duree = (mesures: Mesure[]) =>
    `${mesures.map(({ secondes }) => figure(secondes)).join(' → ')} s, ${figure(grand(mesures).octets / 1e6)} Mo`
  rapport.ajouter({
    quoi: nom,
    releve: duree(releve),
    plancher: duree(plancher),
    rapport: `× ${figure(grand(releve).secondes / grand(plancher).secondes)}`,
  })
  const memoire = (mesures: Mesure[]) =>
    `${mesures.map(({ sommet }) => figure(sommet)).join(' → ')} Mo`
  rapport.ajouter({
    quoi: `${nom} : mémoire`,
    releve: memoire(releve),
    plancher: memoire(plancher),
    rapport: '–',
  })
}
