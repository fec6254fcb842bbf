import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { createSeau } from '../server/test/seau.ts'
import { type Clients, ouvrirClients } from './client.ts'
import type { Serveurs } from './http.ts'
import { lancer } from './processus.ts'
import { figure, mediane, part, quantile, type Rapport } from './rapport.ts'
import { DPPS, type Jeux } from './scenarios.ts'

const TAILLE = 5_000_000
const SEAU = 'releve'
/** The one that the store knows by itself. */
const CLE = 'S3RVER'

/** A file of the largest size that is taken, that nothing makes smaller. */
const FICHIER = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(TAILLE - 9)])

/** One way to keep a file, to read it and to take it away. */
type Garde = {
  deposer(): Promise<string>
  lire(nom: string): Promise<number>
  effacer(nom: string): Promise<void>
}

async function reussir(adresse: string, init: RequestInit): Promise<Response> {
  const reponse = await fetch(adresse, init)
  if (!reponse.ok) throw new Error(`${adresse} : ${await reponse.text()}`)
  return reponse
}

const peser = async (adresse: string, init: RequestInit = {}): Promise<number> =>
  (await (await reussir(adresse, init)).arrayBuffer()).byteLength

/** Ours: the library's documents, by the calls that a screen makes. */
function releve(url: string): Garde {
  const headers = { authorization: `Bearer ${DPPS}` }
  return {
    async deposer() {
      const body = new FormData()
      body.set('typeDocument', 'GUIDE')
      body.set('fichier', new Blob([FICHIER]), 'guide.pdf')
      const envoi = { method: 'POST', headers, body }
      const reponse = await reussir(`${url}/api/documents/upload`, envoi)
      return String(((await reponse.json()) as { id: number }).id)
    },
    lire: (id) => peser(`${url}/api/documents/download/${id}`, { headers }),
    async effacer(id) {
      const entetes = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ ids: [Number(id)] })
      await reussir(`${url}/api/documents/supprimer`, { method: 'POST', headers: entetes, body })
    },
  }
}

/** The floor: what comes is written as it is, under a number, and sent back. */
async function repondreNu(pool: Clients, demande: IncomingMessage, reponse: ServerResponse) {
  const id = demande.url?.slice(1)
  if (demande.method === 'POST') {
    const octets = await buffer(demande)
    const { rows } = await pool.query<{ id: number }>(
      'insert into fichier (contenu) values ($1) returning id',
      [octets],
    )
    return reponse.end(String(rows[0]?.id))
  }
  if (demande.method === 'DELETE') {
    await pool.query('delete from fichier where id = $1', [id])
    return reponse.end()
  }
  const { rows } = await pool.query<{ contenu: Buffer }>(
    'select contenu from fichier where id = $1',
    [id],
  )
  return reponse.end(rows[0]?.contenu)
}

/** A bare server before the same PostgreSQL, without right, form, check nor sum. */
async function servirNu(url: string): Promise<{ garde: Garde; fermer: () => Promise<void> }> {
  const pool = ouvrirClients(url, 2)
  await pool.query('create table if not exists fichier (id serial primary key, contenu bytea)')
  const serveur = createServer((demande, reponse) => {
    repondreNu(pool, demande, reponse).catch((echec: unknown) => reponse.destroy(echec as Error))
  }).listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const adresse = serveur.address()
  if (adresse === null || typeof adresse === 'string') throw new Error('aucun port libre')
  const racine = `http://127.0.0.1:${adresse.port}`
  return {
    garde: {
      deposer: async () => (await reussir(racine, { method: 'POST', body: FICHIER })).text(),
      lire: (id) => peser(`${racine}/${id}`),
      effacer: async (id) => void (await reussir(`${racine}/${id}`, { method: 'DELETE' })),
    },
    async fermer() {
      serveur.closeAllConnections()
      serveur.close()
      await pool.end()
    },
  }
}

/** The store itself, without what signs, names and checks. */
function seauNu(racine: string): Garde {
  let rang = 0
  return {
    async deposer() {
      const nom = `nu-${(rang += 1)}`
      await reussir(`${racine}/${nom}`, { method: 'PUT', body: FICHIER })
      return nom
    },
    lire: (nom) => peser(`${racine}/${nom}`),
    effacer: async (nom) => void (await reussir(`${racine}/${nom}`, { method: 'DELETE' })),
  }
}

type Temps = { depot: number[]; lecture: number[] }

async function chronometrer(garde: Garde, temps: Temps): Promise<void> {
  const debut = performance.now()
  const nom = await garde.deposer()
  const depose = performance.now()
  const taille = await garde.lire(nom)
  temps.depot.push(depose - debut)
  temps.lecture.push(performance.now() - depose)
  if (taille !== TAILLE) throw new Error(`${taille} octets relus`)
  await garde.effacer(nom)
}

const dire = (durees: readonly number[]) =>
  `${figure(mediane(durees))} · ${figure(quantile(durees, 0.95))} ms`

async function comparer(rapport: Rapport, ou: string, fois: number, [notre, nu]: [Garde, Garde]) {
  const temps = { notre: { depot: [], lecture: [] }, nu: { depot: [], lecture: [] } } as Record<
    'notre' | 'nu',
    Temps
  >
  for (const chauffe of [notre, nu]) await chronometrer(chauffe, { depot: [], lecture: [] })
  for (let i = 0; i < fois; i += 1) {
    await chronometrer(notre, temps.notre)
    await chronometrer(nu, temps.nu)
  }
  for (const [quoi, acte] of [
    ['Déposer 5 Mo', 'depot'],
    ['Télécharger 5 Mo', 'lecture'],
  ] as const) {
    rapport.ajouter({
      quoi: `${quoi}, ${ou}`,
      releve: dire(temps.notre[acte]),
      plancher: dire(temps.nu[acte]),
      rapport: part(mediane(temps.nu[acte]), mediane(temps.notre[acte])),
    })
  }
}

/** A store of this machine, and our server that keeps its files there. */
async function avecSeau(
  jeux: Jeux,
  act: (adresses: { seau: string; url: string }) => Promise<void>,
) {
  const directory = mkdtempSync(join(tmpdir(), 'releve-banc-s3-'))
  const seau = createSeau(SEAU, directory)
  const { port } = await seau.run()
  const adresse = `127.0.0.1:${port}/${SEAU}`
  const env = { DATABASE_URL: jeux.releve.url, S3_URL: `http://${CLE}:${CLE}@${adresse}` }
  const serveur = await lancer('../server/src/main.ts', '/api/sante', env)
  try {
    await act({ seau: `http://${adresse}`, url: serveur.url })
  } finally {
    await serveur.arreter()
    await seau.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const NOTE =
  'Durée, médiane · 95e centile, par HTTP, un fichier à la fois. Relevé : droit, quota, format lu dans le contenu, taille comptée au fil de l’eau, SHA-256 gardé au dépôt et vérifié à la lecture. Plancher : les mêmes octets par un serveur nu devant le même PostgreSQL ; puis par le seau lui-même, sans signature.'

/** The largest file, sent and read back, in the base and in a store, beside bare streams. */
export async function mesurerPieces(
  rapport: Rapport,
  jeux: Jeux,
  { releve: serveur }: Pick<Serveurs, 'releve'>,
  rapide: boolean,
  quand = '',
): Promise<void> {
  const fois = rapide ? 3 : 20
  rapport.ouvrir('Fichiers de 5 Mo', `${NOTE} ${quand}`.trim(), [
    'Relevé',
    'Plancher',
    'Débit relatif',
  ])
  const nu = await servirNu(jeux.plancher.url)
  try {
    await comparer(rapport, 'dans la base', fois, [releve(serveur.url), nu.garde])
  } finally {
    await nu.fermer()
  }
  await avecSeau(jeux, ({ seau, url }) =>
    comparer(rapport, 'dans un seau S3 de la même machine', fois, [releve(url), seauNu(seau)]),
  )
}
