// npm run bench [-- --rapide] [--sans-navigateur] [--formulaires 100000] : every figure beside its
// floor, in one run, on one private PostgreSQL (fsync on). A full run is kept in RESULTATS.md.
// `--seulement ecrans` (or another of `SEULES`): this part alone; it is kept in its place.
// `--seulement dashboard --structures 8334 --mois 120`: of a country of 10⁶ reports.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/postgres.ts'
import { ensureWeb } from '../tools/construction.ts'
import { mesurerAnnuaire, mesurerArret } from './annuaire.ts'
import { mesurerAttaques } from './attaque.ts'
import { direCroissance, direTailles, mesurerListes, type Taille } from './croissance.ts'
import { chargerPays, mesurerDashboard } from './dashboard.ts'
import { mesurerDirect } from './direct.ts'
import { mesurerEcrans } from './ecrans.ts'
import { mesurerExports } from './exports.ts'
import { mesurerFichiers } from './fichiers.ts'
import { type Duree, echauffer, mesurer, type Serveurs } from './http.ts'
import { chargerJeux, creerBase } from './jeu.ts'
import { listes } from './listes.ts'
import { mesurerMatrice } from './matrice.ts'
import { mesurerMessages } from './messages.ts'
import { mesurerCompilation, mesurerMoteur } from './moteur.ts'
import { mesurerNavigateur } from './navigateur.ts'
import { mesurerPieces } from './pieces.ts'
import { lancer } from './processus.ts'
import { figure, machine, Rapport, remplacerParties } from './rapport.ts'
import { mesurerRelances } from './relances.ts'
import { mesurerSaisie } from './saisie.ts'
import { creer, type Jeux, lire, modifier, soumettre } from './scenarios.ts'
import { direDemarrage, direMemoire, mesurerConnexion, ouvrirTenue } from './tenue.ts'
import { mesurerWebhooks } from './webhooks.ts'

const { values: options } = parseArgs({
  options: {
    rapide: { type: 'boolean', default: false },
    'sans-navigateur': { type: 'boolean', default: false },
    seulement: { type: 'string' },
    formulaires: { type: 'string' },
    structures: { type: 'string' },
    mois: { type: 'string' },
  },
})
const { rapide } = options
/** A country of another size, of one report a structure and month, for `--seulement dashboard`. */
const TAILLE = options.structures && {
  structures: Number(options.structures),
  mois: Number(options.mois ?? 12),
  modeles: 1,
}
const FORMULAIRES = Number(options.formulaires ?? (rapide ? 10_000 : 100_000))
const DUREE: Duree = rapide ? { tir: 1, tours: 1 } : { tir: 3, tours: 3 }
const DOSSIER = mkdtempSync(join(tmpdir(), 'releve-banc-'))

async function charger(url: string, nombre: number): Promise<Jeux> {
  const debut = performance.now()
  const jeux = await chargerJeux(url, nombre)
  const secondes = (performance.now() - debut) / 1000
  console.log(`${figure(nombre)} rapports chargés de chaque côté en ${figure(secondes)} s.`)
  return jeux
}

async function lancerServeurs({ releve, plancher }: Jeux): Promise<Serveurs> {
  const env = { DATABASE_URL: releve.url, DATA_DIR: DOSSIER }
  return {
    releve: await lancer('../server/src/main.ts', '/api/sante', env),
    plancher: await lancer('plancher.ts', '/', { DATABASE_URL: plancher.url }),
  }
}

async function arreter({ releve, plancher }: Serveurs): Promise<void> {
  await releve.arreter()
  await plancher.arreter()
}

/** The lists of a base of so many forms. */
async function mesurerTaille(nombre: number, jeux: Jeux, serveurs: Serveurs): Promise<Taille> {
  await echauffer(listes(jeux), serveurs, DUREE.tir / 2)
  return mesurerListes(nombre, listes(jeux), serveurs, DUREE)
}

/** Ten thousand forms, then ten times as many, up to what is asked for (`--formulaires 1000000`). */
async function mesurerCroissance(rapport: Rapport, url: string, quand: string): Promise<void> {
  const tailles: Taille[] = []
  const bases: string[] = []
  for (let nombre = 10_000; nombre <= FORMULAIRES; nombre *= 10) {
    const jeux = await charger(url, nombre)
    bases.push(jeux.releve.url)
    await servir(jeux, async (serveurs) => {
      tailles.push(await mesurerTaille(nombre, jeux, serveurs))
    })
  }
  direCroissance(rapport, tailles, quand)
  await direTailles(rapport, bases.at(-1) ?? url)
}

async function mesurerHttp(
  rapport: Rapport,
  jeux: Jeux,
  serveurs: Serveurs,
  quand = '',
): Promise<void> {
  rapport.ouvrir(
    `Par HTTP, ${figure(FORMULAIRES)} rapports de 120 valeurs (4 Ko) chargés`,
    `Réponses par seconde · médiane · 99e centile · processeur par réponse (serveur + PostgreSQL) · taille d’une réponse. Relevé avec le droit, l’historique et les contrôles ; plancher : Fastify et pg nus, jeton et ligne d’historique compris. Le tireur partage les deux cœurs avec le serveur et PostgreSQL : le processeur par réponse est le chiffre le plus sûr. But : 65 %. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Débit relatif · processeur relatif'],
  )
  const simples = [
    creer(jeux),
    lire(jeux),
    lire(jeux, true),
    modifier(jeux, 'BANC120'),
    modifier(jeux, 'BANC120', true),
    ...listes(jeux),
    modifier(jeux, 'BANC700'),
    soumettre(jeux),
  ]
  const chauds = [
    lire(jeux),
    modifier(jeux, 'BANC120'),
    ...listes(jeux),
    creer(jeux),
    soumettre(jeux),
  ]
  await echauffer(chauds, serveurs, DUREE.tir)
  for (const scenario of simples) await mesurer(rapport, scenario, serveurs, DUREE)
}

async function mesurerTenue(
  rapport: Rapport,
  jeux: Jeux,
  serveurs: Serveurs,
  quand?: string,
): Promise<void> {
  ouvrirTenue(rapport, quand)
  direMemoire(rapport, serveurs)
  await mesurerConnexion(rapport, serveurs, rapide)
  const demarrages: Record<'releve' | 'plancher', number[]> = { releve: [], plancher: [] }
  for (let i = 0; i < (rapide ? 1 : 5); i++) {
    const autres = await lancerServeurs(jeux)
    demarrages.releve.push(autres.releve.demarrageMs)
    demarrages.plancher.push(autres.plancher.demarrageMs)
    await arreter(autres)
  }
  direDemarrage(rapport, demarrages.releve, demarrages.plancher)
}

const PREAMBULE = `# Dernières mesures

Imprimées par \`npm run bench\`, chacune à côté de son plancher, dans le même passage, sur le même
PostgreSQL (fsync actif). Chaque paire est mesurée en alternance (Relevé, plancher, Relevé…), et la
médiane des tours est gardée.

Pour lire ces chiffres : les deux séries « Enregistrer 3 cases d’un rapport de 120 valeurs » posent à
Relevé exactement la même question, et seul leur plancher change : l’écart entre leurs colonnes
« Relevé » est le bruit du passage. La page nue qui sert de plancher au navigateur relit tous ses
champs à chaque touche : elle est simple, pas minimale, et Relevé peut aller plus vite qu’elle.`

const RESULTATS = join(import.meta.dirname, 'RESULTATS.md')
const JOUR = new Date().toISOString().slice(0, 10)

/** What the machine did besides, before the first measure. */
const charge = () => `charge moyenne de ${figure(loadavg()[0] ?? 0)} avant de commencer`

/** Both servers on these bases, for as long as the act lasts. */
async function servir(jeux: Jeux, act: (serveurs: Serveurs) => Promise<void>): Promise<void> {
  const serveurs = await lancerServeurs(jeux)
  try {
    await act(serveurs)
  } finally {
    await arreter(serveurs)
  }
}

/** Calls under load, how the lists grow, what the servers weigh; `suite` on the same servers. */
async function mesurerCharge(
  rapport: Rapport,
  url: string,
  quand?: string,
  suite?: (jeux: Jeux, serveurs: Serveurs) => Promise<void>,
): Promise<void> {
  const tailles: Taille[] = []
  const petite = Math.round(FORMULAIRES / 10)
  const petits = await charger(url, petite)
  await servir(petits, async (serveurs) => {
    tailles.push(await mesurerTaille(petite, petits, serveurs))
  })
  const jeux = await charger(url, FORMULAIRES)
  await servir(jeux, async (serveurs) => {
    await mesurerHttp(rapport, jeux, serveurs, quand)
    tailles.push(await mesurerListes(FORMULAIRES, listes(jeux), serveurs, DUREE))
    direCroissance(rapport, tailles)
    await direTailles(rapport, jeux.releve.url)
    await mesurerTenue(rapport, jeux, serveurs, quand)
    await suite?.(jeux, serveurs)
  })
}

async function mesurerTout(rapport: Rapport): Promise<void> {
  mesurerMoteur(rapport, rapide)
  mesurerCompilation(rapport, rapide)
  mesurerFichiers(rapport, rapide)
  const postgres = await startPostgres()
  try {
    await mesurerCharge(rapport, postgres.url, undefined, async (jeux, serveurs) => {
      await mesurerDirect(rapport, jeux, serveurs, rapide)
      await mesurerPieces(rapport, jeux, serveurs, rapide)
      await mesurerAttaques(rapport, serveurs.releve.url)
      if (options['sans-navigateur']) return
      await mesurerNavigateur(rapport, jeux, serveurs, rapide)
      await mesurerSaisie(rapport, jeux, serveurs, rapide)
    })
    await mesurerMessages(rapport, await creerBase(postgres.url, 'messages'), rapide)
    const tableau = await creerBase(postgres.url, 'tableau')
    await mesurerDashboard(rapport, tableau, rapide)
    if (!options['sans-navigateur']) await mesurerMatrice(rapport, tableau, rapide)
    await mesurerRelances(rapport, tableau)
    await mesurerAnnuaire(rapport, await creerBase(postgres.url, 'annuaire'), rapide)
    await mesurerArret(rapport, postgres.url)
    await avecBase((url) => mesurerExports(rapport, url, rapide))
    await avecBase(async (url) => {
      const { releve } = await charger(url, 1000)
      await mesurerWebhooks(rapport, releve, DOSSIER)
    })
  } finally {
    await postgres.stop()
    rmSync(DOSSIER, { recursive: true, force: true })
  }
  if (!options['sans-navigateur']) await mesurerEcrans(rapport, rapide)
}

/** A base of each side with so many forms, and both servers, for as long as the act lasts. */
async function avecServeurs(
  nombre: number,
  act: (jeux: Jeux, serveurs: Serveurs) => Promise<void>,
): Promise<void> {
  await avecBase(async (url) => {
    const jeux = await charger(url, nombre)
    await servir(jeux, (serveurs) => act(jeux, serveurs))
  })
}

/** An empty base, for as long as the act lasts. */
async function avecBase(act: (url: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  try {
    await act(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** The parts that may be measured alone; `quand` goes with their note. */
const SEULES: Readonly<Record<string, (rapport: Rapport, quand: string) => Promise<void>>> = {
  ecrans: (rapport, quand) => mesurerEcrans(rapport, rapide, quand),
  direct: (rapport, quand) =>
    avecServeurs(10_000, (jeux, serveurs) => mesurerDirect(rapport, jeux, serveurs, rapide, quand)),
  pieces: (rapport, quand) =>
    avecServeurs(1000, (jeux, serveurs) => mesurerPieces(rapport, jeux, serveurs, rapide, quand)),
  messages: (rapport, quand) => avecBase((url) => mesurerMessages(rapport, url, rapide, quand)),
  dashboard: (rapport, quand) =>
    avecBase((url) => mesurerDashboard(rapport, url, rapide, quand, TAILLE || undefined)),
  croissance: (rapport, quand) => avecBase((url) => mesurerCroissance(rapport, url, quand)),
  http: (rapport, quand) => avecBase((url) => mesurerCharge(rapport, url, quand)),
  navigateur: (rapport, quand) =>
    avecServeurs(1000, (jeux, serveurs) =>
      mesurerNavigateur(rapport, jeux, serveurs, rapide, quand),
    ),
  saisie: (rapport, quand) =>
    avecServeurs(1000, (jeux, serveurs) => mesurerSaisie(rapport, jeux, serveurs, rapide, quand)),
  matrice: (rapport, quand) =>
    avecBase(async (url) => {
      await chargerPays(url)
      await mesurerMatrice(rapport, url, rapide, quand)
    }),
  relances: (rapport, quand) =>
    avecBase(async (url) => {
      await chargerPays(url)
      await mesurerRelances(rapport, url, quand)
    }),
  fichiers: async (rapport, quand) => mesurerFichiers(rapport, rapide, quand),
  exports: (rapport, quand) => avecBase((url) => mesurerExports(rapport, url, rapide, quand)),
  annuaire: (rapport, quand) => avecBase((url) => mesurerAnnuaire(rapport, url, rapide, quand)),
  arret: (rapport, quand) => avecBase((url) => mesurerArret(rapport, url, quand)),
  webhooks: (rapport, quand) =>
    avecBase(async (url) => {
      const { releve } = await charger(url, 1000)
      await mesurerWebhooks(rapport, releve, DOSSIER, quand)
    }),
}

/** One part: it takes its place among the figures kept, and says its own day. */
async function mesurerSeule(partie: (typeof SEULES)[string]): Promise<void> {
  const rapport = new Rapport()
  await partie(rapport, `Partie mesurée seule, le ${JOUR}, ${charge()}.`)
  rmSync(DOSSIER, { recursive: true, force: true })
  if (rapide) return
  writeFileSync(RESULTATS, remplacerParties(readFileSync(RESULTATS, 'utf8'), rapport.markdown()))
}

async function principal(): Promise<void> {
  const { seulement } = options
  const seule = seulement === undefined ? undefined : SEULES[seulement]
  if (seulement !== undefined && !seule) {
    const noms = Object.keys(SEULES).join(', ')
    throw new Error(`--seulement ${seulement} : se mesurent seules les parties ${noms}.`)
  }
  console.log(machine())
  // Before any server starts: it reads the page once.
  ensureWeb()
  if (seule) return mesurerSeule(seule)
  const rapport = new Rapport()
  const avant = charge()
  await mesurerTout(rapport)
  if (rapide) return
  const entete = `${PREAMBULE}\n\nMachine : ${machine()} ; ${avant}. Le ${JOUR}.`
  writeFileSync(RESULTATS, `${entete}\n\n${rapport.markdown()}\n`)
}

await principal()
