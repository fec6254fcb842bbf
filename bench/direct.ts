import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as attendre } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { type Client, ouvrirClient } from './client.ts'
import type { Serveurs } from './http.ts'
import { figure, mediane, part, quantile, type Rapport } from './rapport.ts'
import { DPPS, type Jeux } from './scenarios.ts'
import { asseoir } from './session.ts'

/** Streams open at rest, each of its own session. */
const FLUX_AU_REPOS = 100
const REPOS_S = 120
/** PostgreSQL counts the statements of an idle connection within this time. */
const COMPTE_MS = 12_000
/** Between two acts: each is seen before the next one. */
const PAUSE_MS = 150

type Attente = { delai: number[] }
const dire = ({ delai }: Attente) =>
  `${figure(mediane(delai))} ms · ${figure(quantile(delai, 0.95))} ms`

function ajouter(rapport: Rapport, quoi: string, releve: Attente, plancher: Attente): void {
  rapport.ajouter({
    quoi: `${quoi} (médiane · 95e)`,
    releve: dire(releve),
    plancher: dire(plancher),
    rapport: part(mediane(plancher.delai), mediane(releve.delai)),
  })
}

/** Clock that this process and the pages of a browser on the same machine share, in ms. */
const maintenant = () => performance.timeOrigin + performance.now()

/** A saved draft that is saved again at each act. */
type Rapporte = { numero: string; code: string }

async function brouillon(client: Client): Promise<Rapporte> {
  const { rows } = await client.query<Rapporte>(
    `select f.numero, s.code from formulaire f join structure s on s.id = f.structure_id
     where f.modele_code = 'BANC120' and f.etat = 'BROUILLON'
     order by f.annee desc, f.mois desc, s.code limit 1`,
  )
  if (!rows[0]) throw new Error('aucun brouillon')
  return rows[0]
}

/** Saves one cell, as its structure does; the time it was asked at. */
async function enregistrer(url: string, { numero, code }: Rapporte, valeur: number) {
  const entetes = { authorization: `Bearer jeton-${code}`, 'content-type': 'application/json' }
  const lu = await fetch(`${url}/api/formulaire/lire/${numero}?sans=fixe`, { headers: entetes })
  const { version } = (await lu.json()) as { version: number }
  const corps = { numero, version, donnees: { 'MVT.FIN.M': valeur } }
  const demande = maintenant()
  const ecrit = await fetch(`${url}/api/formulaire/modifier?sans=fixe`, {
    method: 'PUT',
    headers: entetes,
    body: JSON.stringify(corps),
  })
  if (!ecrit.ok) throw new Error(await ecrit.text())
  await ecrit.arrayBuffer()
  return demande
}

/** Calls back at each event that a stream brings, until it is cut. */
async function lireFlux(adresse: string, jeton: string, surDit: () => void): Promise<() => void> {
  const coupure = new AbortController()
  const { ok, body } = await fetch(adresse, {
    headers: { authorization: `Bearer ${jeton}` },
    signal: coupure.signal,
  })
  if (!ok || !body) throw new Error('flux refusé')
  const lire = async () => {
    for await (const morceau of body.pipeThrough(new TextDecoderStream()))
      if (morceau.includes('data:')) surDit()
  }
  lire().catch(() => undefined)
  return () => coupure.abort()
}

/** From each act to what its reader hears next. */
async function mesurerActes(
  fois: number,
  agir: (rang: number) => Promise<number>,
  ecouter: (surDit: () => void) => Promise<() => void>,
): Promise<Attente> {
  let entendu = Promise.withResolvers<number>()
  const cesser = await ecouter(() => entendu.resolve(maintenant()))
  const delai: number[] = []
  // What a stream says as it opens.
  await attendre(PAUSE_MS)
  for (let rang = 0; rang < fois + 3; rang++) {
    entendu = Promise.withResolvers<number>()
    const demande = await agir(rang)
    const duree = (await entendu.promise) - demande
    if (rang >= 3) delai.push(duree)
    await attendre(PAUSE_MS)
  }
  cesser()
  return { delai }
}

/** The bare stream: a call of the base, sent as it comes to whoever reads. */
async function servirNu(url: string) {
  const lecteurs = new Set<ServerResponse>()
  const ecoute = await ouvrirClient(url, () => {
    for (const lecteur of lecteurs) lecteur.write('data: {}\n\n')
  })
  await ecoute.query('listen banc')
  const serveur = createServer((demande, reponse) => {
    if (demande.url === '/') {
      reponse.setHeader('content-type', 'text/html; charset=utf-8')
      reponse.end('<!doctype html><title>Plancher</title><main><p>0</p></main>')
      return
    }
    reponse.setHeader('content-type', 'text/event-stream')
    reponse.write(': \n\n')
    lecteurs.add(reponse)
  }).listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const adresse = serveur.address()
  if (adresse === null || typeof adresse === 'string') throw new Error('aucun port libre')
  return {
    url: `http://127.0.0.1:${adresse.port}`,
    fermer: async () => {
      serveur.closeAllConnections()
      serveur.close()
      await ecoute.end()
    },
  }
}

/** The floor's act: the one line is changed, and the base calls, in one transaction. */
function acteNu(client: Client, { numero }: Rapporte) {
  return async (rang: number) => {
    const demande = maintenant()
    await client.query('begin')
    await client.query(
      `update formulaire set donnees = donnees || $2::jsonb, version = version + 1
       where numero = $1`,
      [numero, JSON.stringify({ 'MVT.FIN.M': rang })],
    )
    await client.query("select pg_notify('banc', '')")
    await client.query('commit')
    return demande
  }
}

/** Notes the time of each painted change inside `main`. */
const GUETTER = `globalThis.changements = []
  new MutationObserver(() => requestAnimationFrame(() =>
    globalThis.changements.push(performance.timeOrigin + performance.now())))
    .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })`

/** As soon as a page has painted a change after this. */
async function attendrePeint(page: Page, apres: number): Promise<number> {
  const vu = await page.waitForFunction(
    (depuis) =>
      Reflect.get(globalThis, 'changements').find((instant: number) => instant > depuis) ?? false,
    apres,
    { polling: 'raf' },
  )
  return (await vu.jsonValue()) as number
}

async function mesurerPage(
  page: Page,
  fois: number,
  agir: (rang: number) => Promise<number>,
): Promise<Attente> {
  const delai: number[] = []
  for (let rang = 0; rang < fois + 2; rang++) {
    const demande = await agir(rang)
    const duree = (await attendrePeint(page, demande)) - demande
    if (rang >= 2) delai.push(duree)
    // Two acts of two persons, not a burst: what follows at once is held back on purpose.
    await page.waitForTimeout(2500)
  }
  return { delai }
}

/** The directorate's list, and a bare page that writes each event down. */
async function mesurerEcran(
  navigateur: Browser,
  rapport: Rapport,
  { releve, nu }: { releve: string; nu: string },
  actes: Record<'releve' | 'nu', (rang: number) => Promise<number>>,
  { numero, fois }: { numero: string; fois: number },
): Promise<void> {
  const liste = await asseoir(navigateur, { identifiant: 'dpps', role: 'ROLE_DPPS', jeton: DPPS })
  const suivi = liste.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
  await liste.goto(`${releve}/dashboard/saisiesstructures?q=${numero}`)
  await liste.getByRole('main').getByRole('row').nth(1).waitFor()
  await suivi
  await liste.evaluate(GUETTER)
  const page = await (await navigateur.newContext()).newPage()
  await page.goto(`${nu}/`)
  await page.evaluate(`new EventSource('/flux').onmessage = () => {
    document.querySelector('p').textContent = String(Math.random())
  }`)
  await page.evaluate(GUETTER)
  await page.waitForTimeout(500)
  ajouter(
    rapport,
    'De l’enregistrement d’une case à la liste de la direction, repeinte',
    await mesurerPage(liste, fois, actes.releve),
    await mesurerPage(page, fois, actes.nu),
  )
}

/** Transactions of the base so far: a statement on its own is one. */
async function compter(client: Client): Promise<number> {
  await attendre(COMPTE_MS)
  const { rows } = await client.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

async function surLeRepos(client: Client, secondes: number): Promise<number> {
  const avant = await compter(client)
  await attendre(secondes * 1000)
  return (await compter(client)) - avant
}

/** What a hundred open streams cost the base while nothing happens, beside none. */
async function mesurerRepos(rapport: Rapport, client: Client, url: string, rapide: boolean) {
  const secondes = rapide ? 10 : REPOS_S
  const { rows } = await client.query<{ code: string }>(
    'select code from structure where code like $1 order by code limit $2',
    ['B%', FLUX_AU_REPOS],
  )
  const sans = await surLeRepos(client, secondes)
  const fins = await Promise.all(
    rows.map(({ code }) => lireFlux(`${url}/api/evenements`, `jeton-${code}`, () => undefined)),
  )
  const avec = await surLeRepos(client, secondes)
  for (const finir of fins) finir()
  const minutes = (secondes + COMPTE_MS / 1000) / 60
  rapport.ajouter({
    quoi: `Ordres à la base par minute, rien ne se passant : ${rows.length} flux ouverts (plancher : aucun)`,
    releve: figure(avec / minutes),
    plancher: figure(sans / minutes),
    rapport: `${figure(avec / minutes / rows.length)} par session ; but ≤ 1`,
  })
}

/** Acts of one measure, by each connection. */
const ACTES = 200

/** What an act writes, event included, in one statement: each connection has a form of its own. */
const ACTE = `with acte as (
    update formulaire set version = version + 1 where id = $1 returning id)
  insert into evenement (genre, formulaire_id) select 'FORMULAIRE', id from acte`

/** Acts a second of so many connections at once. */
async function tirerActes(clients: readonly Client[], ids: readonly number[], nombre: number) {
  const debut = performance.now()
  await Promise.all(
    clients.map(async (client, rang) => {
      for (let i = 0; i < nombre; i += 1) await client.query(ACTE, [ids[rang]])
    }),
  )
  return (1000 * clients.length * nombre) / (performance.now() - debut)
}

/** Calls the processes as one of them does while acts are written. */
async function appeler(url: string, fin: AbortSignal) {
  const client = await ouvrirClient(url)
  while (!fin.aborted) {
    await client.query('notify evenement')
    await attendre(50)
  }
  await client.end()
}

/** What telling the processes costs an act: the same statement, one call for many of them, and none. */
async function mesurerAppel(rapport: Rapport, client: Client, url: string, rapide: boolean) {
  for (const connexions of [1, 16]) {
    const clients = await Promise.all(Array.from({ length: connexions }, () => ouvrirClient(url)))
    const { rows } = await client.query<{ id: number }>(
      'select id from formulaire order by id limit $1',
      [connexions],
    )
    const ids = rows.map(({ id }) => id)
    const debits = { appel: [] as number[], silence: [] as number[] }
    for (let tour = 0; tour < (rapide ? 2 : 7); tour += 1) {
      for (const cas of ['appel', 'silence'] as const) {
        const fin = new AbortController()
        const appels = cas === 'appel' && appeler(url, fin.signal)
        debits[cas].push(await tirerActes(clients, ids, rapide ? 20 : ACTES))
        fin.abort()
        await appels
      }
    }
    await Promise.all(clients.map((un) => un.end()))
    const [avec, sans] = [mediane(debits.appel.slice(1)), mediane(debits.silence.slice(1))]
    rapport.ajouter({
      quoi: `Actes par seconde, l’appel aux processus compris (plancher : sans l’appel), ${connexions} connexion${connexions > 1 ? 's' : ''}`,
      releve: `${figure(avec)}/s`,
      plancher: `${figure(sans)}/s`,
      rapport: part(avec, sans),
    })
  }
}

const NOTE =
  'D’un acte, demandé par HTTP, à ce qu’un autre en voit. Plancher : la même ligne changée et `pg_notify` par le pilote nu, dit par un flux nu ; puis une page nue qui l’écrit.'

/** Live events: how soon, and what they cost at rest. */
export async function mesurerDirect(
  rapport: Rapport,
  jeux: Jeux,
  { releve }: Serveurs,
  rapide: boolean,
  quand?: string,
): Promise<void> {
  rapport.ouvrir('En direct', [NOTE, quand].filter(Boolean).join(' '), [
    'Relevé',
    'Plancher',
    'Rapport ou but',
  ])
  const [client, nuClient] = await Promise.all(
    [jeux.releve.url, jeux.plancher.url].map((url) => ouvrirClient(url)),
  )
  if (!client || !nuClient) throw new Error('base absente')
  const nu = await servirNu(jeux.plancher.url)
  const rapporte = await brouillon(client)
  const actes = {
    releve: (rang: number) => enregistrer(releve.url, rapporte, rang),
    nu: acteNu(nuClient, await brouillon(nuClient)),
  }
  try {
    const fois = rapide ? 5 : 60
    ajouter(
      rapport,
      'De l’enregistrement d’une case au flux de la direction',
      await mesurerActes(fois, actes.releve, (surDit) =>
        lireFlux(`${releve.url}/api/evenements`, DPPS, surDit),
      ),
      await mesurerActes(fois, actes.nu, (surDit) => lireFlux(`${nu.url}/flux`, '', surDit)),
    )
    const executablePath = findChromium()
    if (executablePath) {
      const navigateur = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
      const adresses = { releve: releve.url, nu: nu.url }
      const ou = { numero: rapporte.numero, fois: rapide ? 3 : 20 }
      await mesurerEcran(navigateur, rapport, adresses, actes, ou)
      await navigateur.close()
    }
    await mesurerRepos(rapport, client, releve.url, rapide)
    await mesurerAppel(rapport, client, jeux.releve.url, rapide)
  } finally {
    await nu.fermer()
    await client.end()
    await nuClient.end()
  }
}
