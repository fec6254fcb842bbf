import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as attendre } from 'node:timers/promises'
import { readConfig } from '../server/src/platform/config.ts'
import { sceller } from '../server/src/platform/sceau.ts'
import { USAGE_SECRET } from '../server/src/webhook/webhook.sql.ts'
import { type Client, ouvrirClient } from './client.ts'
import type { Jeu } from './jeu.ts'
import { lancer } from './processus.ts'
import { figure, mediane, quantile, type Rapport } from './rapport.ts'

/** Fifty times what the platform lets anyone have (`WEBHOOKS_MAX`): written by SQL, past it. */
const NOMBRE = 1000
/** Between two calls of somebody else, as a person who reads. */
const PAUSE_MS = 20
const REPOS_MS = 5000
const ATTENTE_MS = 120_000

/** A program that receives all of it: how many it has, and when the last one came. */
async function ouvrirReceveur() {
  const etat = { recus: 0, dernier: 0 }
  const serveur = createServer((requete, reponse) => {
    requete.resume().on('end', () => {
      etat.recus += 1
      etat.dernier = performance.now()
      reponse.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const { port } = serveur.address() as AddressInfo
  return { etat, adresse: `http://127.0.0.1:${port}/`, fermer: () => serveur.close() }
}

async function brancher(client: Client, adresse: string, secret: Buffer): Promise<void> {
  await client.query(
    `insert into webhook (nom, adresse, types, secret, gardien_id, cree_le)
     select 'Banc ' || n, $1, array['rapport.soumis'], $2::bytea,
       (select min(id) from utilisateur), now()
     from generate_series(1, $3::int) as n`,
    [adresse, secret, NOMBRE],
  )
}

type Brouillon = { id: number; numero: string; code: string }

/** Drafts that may be submitted: one for each act. */
async function lireBrouillons(client: Client): Promise<Brouillon[]> {
  const { rows } = await client.query<Brouillon>(
    `select f.id, f.numero, s.code from formulaire f join structure s on s.id = f.structure_id
     where f.modele_code = 'BANC120' and f.etat = 'BROUILLON' and f.erreurs + f.avertissements = 0
     order by f.id`,
  )
  return rows
}

async function appeler(url: string, chemin: string, code: string): Promise<number> {
  const debut = performance.now()
  const headers = { authorization: `Bearer jeton-${code}` }
  const reponse = await fetch(`${url}/api/formulaire/${chemin}`, { headers })
  if (!reponse.ok) throw new Error(await reponse.text())
  await reponse.arrayBuffer()
  return performance.now() - debut
}

/** What one reads meanwhile, again and again: how long each call waits, in ms. */
function lireSansCesse(url: string, { numero, code }: Brouillon) {
  const durees: number[] = []
  let fini = false
  const lectures = (async () => {
    while (!fini) {
      durees.push(await appeler(url, `lire/${numero}?sans=fixe`, code))
      await attendre(PAUSE_MS)
    }
  })()
  return async () => {
    fini = true
    await lectures
    return durees
  }
}

type Passage = { acte: number; autres: number[]; duree: number }

/** An act, while somebody else reads until `fini`. */
async function passer(
  url: string,
  acte: Brouillon,
  autre: Brouillon,
  fini: () => Promise<unknown>,
): Promise<Passage> {
  const cesser = lireSansCesse(url, autre)
  const debut = performance.now()
  const duree = await appeler(url, `soumettre/${acte.id}?confirme=true&sans=fixe`, acte.code)
  await fini()
  return { acte: duree, autres: await cesser(), duree: performance.now() - debut }
}

const attentes = ({ autres }: Passage) =>
  `${figure(mediane(autres))} · ${figure(quantile(autres, 0.95))} · ${figure(Math.max(...autres))} ms`

/** One act that a thousand webhooks follow, and what others wait meanwhile. */
export async function mesurerWebhooks(
  rapport: Rapport,
  jeu: Jeu,
  dossier: string,
  quand = '',
): Promise<void> {
  const cle = randomBytes(32).toString('base64')
  const reglages = { SECRETS_KEY: cle, WEBHOOK_NETWORKS: '127.0.0.0/8' }
  const secret = sceller(readConfig(reglages), USAGE_SECRET, `whsec_${cle}`)
  const serveur = await lancer('../server/src/main.ts', '/api/sante', {
    DATABASE_URL: jeu.url,
    DATA_DIR: dossier,
    ...reglages,
  })
  const client = await ouvrirClient(jeu.url)
  const receveur = await ouvrirReceveur()
  try {
    const [autre, chaud, nu, dit] = await lireBrouillons(client)
    if (!autre || !chaud || !nu || !dit) throw new Error('trop peu de brouillons')
    const repos = () => attendre(REPOS_MS)
    await passer(serveur.url, chaud, autre, repos)
    const plancher = await passer(serveur.url, nu, autre, repos)
    await brancher(client, receveur.adresse, secret)
    const limite = performance.now() + ATTENTE_MS
    const releve = await passer(serveur.url, dit, autre, async () => {
      while (receveur.etat.recus < NOMBRE && performance.now() < limite) await attendre(10)
    })
    dire(rapport, { releve, plancher, recus: receveur.etat.recus }, quand)
  } finally {
    receveur.fermer()
    await client.query('delete from webhook')
    await client.end()
    await serveur.arreter()
  }
}

function dire(
  rapport: Rapport,
  { releve, plancher, recus }: { releve: Passage; plancher: Passage; recus: number },
  quand: string,
): void {
  rapport.ouvrir(
    `Un acte suivi par ${figure(NOMBRE)} webhooks`,
    `Cinquante fois ce que la plateforme permet, écrits dans la base : un rapport soumis est dit à tous, par un vrai receveur de la même machine, pendant qu’une autre personne lit un rapport toutes les ${PAUSE_MS} ms. Plancher : les mêmes appels, sans webhook. But : l’attente des autres ≤ 200 ms. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'But'],
  )
  rapport.ajouter({
    quoi: `Lire un rapport pendant ce temps (médiane · 95e · la plus longue, ${figure(releve.autres.length)} appels)`,
    releve: attentes(releve),
    plancher: attentes(plancher),
    rapport: '≤ 200 ms',
  })
  rapport.ajouter({
    quoi: 'Soumettre',
    releve: `${figure(releve.acte)} ms`,
    plancher: `${figure(plancher.acte)} ms`,
    rapport: '–',
  })
  rapport.ajouter({
    quoi: `De l’acte à la dernière livraison (${figure(recus)} reçues)`,
    releve: `${figure(releve.duree / 1000)} s`,
    plancher: '–',
    rapport: '–',
  })
}
