import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { countSuivis } from '../dashboard/suivis.ts'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import type { Http } from '../platform/http.ts'
import type { LireMesures } from '../platform/metrics.ts'
import { findCorps, listAttentes } from './mesures.sql.ts'

/** Seconds: from what nobody feels to what a base gives up. */
const BORNES = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** How old an answer of the base may be, in ms: several may watch, and none of them makes it work. */
const REPOS_MS = 10_000
/** The same of what the base must count among its reports, or read of all its files. */
const REPOS_LONG_MS = 300_000

type Base = Pick<BaseOuverte, 'db' | 'sonder' | 'occupation'>

/** What watches a process: its figures, in the format of Prometheus. */
export type Mesures = {
  /** Counts the calls of this application from now on, and the streams that it has open. */
  suivre: (app: Http, flux: () => number) => void
  lire: LireMesures
}

/** `lire`, at most once within this time; one that fails is asked again. */
function garder<T>(ms: number, lire: () => Promise<T>): () => Promise<T> {
  let lu: { le: number; valeur: Promise<T> } | undefined
  return () => {
    if (lu && performance.now() - lu.le < ms) return lu.valeur
    const valeur = lire()
    lu = { le: performance.now(), valeur }
    valeur.catch(() => {
      lu = undefined
    })
    return valeur
  }
}

type Jauge = { nom: string; dit: string; etiquettes?: string[] }

const creerJauge = (registre: Registry, { nom, dit, etiquettes = [] }: Jauge) =>
  new Gauge({ name: nom, help: dit, labelNames: etiquettes, registers: [registre] })

/** Counts the calls of an application from now on. */
function compterAppels(app: Http, registre: Registry): void {
  const registers = [registre]
  const labelNames = ['methode', 'route']
  const appels = new Counter({
    name: 'releve_appels_total',
    help: 'Appels répondus, par route et par statut',
    labelNames: [...labelNames, 'statut'],
    registers,
  })
  const durees = new Histogram({
    name: 'releve_appel_secondes',
    help: 'Durée des appels jusqu’à leur dernier octet, par route, hors flux d’évènements',
    labelNames,
    buckets: BORNES,
    registers,
  })
  app.addHook('onResponse', (request, reply, suite) => {
    const { url: route = 'inconnue' } = request.routeOptions
    const { method: methode } = request
    appels.inc({ methode, route, statut: reply.statusCode })
    const stream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!stream) durees.observe({ methode, route }, reply.elapsedTime / 1000)
    suite()
  })
}

/** What the process itself knows. */
function mesurerProcessus(registre: Registry, base: Base) {
  const flux = creerJauge(registre, {
    nom: 'releve_flux_ouverts',
    dit: 'Flux d’évènements ouverts',
  })
  const connexions = creerJauge(registre, {
    nom: 'releve_connexions',
    dit: 'Connexions de ce processus à sa base, et appels qui en attendent une',
    etiquettes: ['etat'],
  })
  const repond = creerJauge(registre, {
    nom: 'releve_base_repond',
    dit: '1\u00a0: la base répond et peut écrire\u202f; 0\u00a0: non',
  })
  return (nombre: number, repondu: boolean) => {
    const { occupees, libres, attendent } = base.occupation()
    flux.set(nombre)
    connexions.set({ etat: 'occupee' }, occupees)
    connexions.set({ etat: 'libre' }, libres)
    connexions.set({ etat: 'attendue' }, attendent)
    repond.set(repondu ? 1 : 0)
  }
}

/** What waits in the base, asked of it; throws when it does not answer. */
function mesurerTaches(registre: Registry, { db }: Base) {
  const taches = creerJauge(registre, {
    nom: 'releve_taches',
    dit: 'Tâches à faire, et tâches abandonnées',
    etiquettes: ['genre', 'etat'],
  })
  const retard = creerJauge(registre, {
    nom: 'releve_tache_retard_secondes',
    dit: 'Depuis quand la plus ancienne tâche due attend',
    etiquettes: ['genre'],
  })
  const lire = garder(REPOS_MS, () => listAttentes(db))
  return async () => {
    const attentes = await lire()
    // Of the kinds of which nothing is left.
    for (const une of [taches, retard]) une.reset()
    for (const { genre, attendent, abandonnees, retard: secondes } of attentes) {
      taches.set({ genre, etat: 'attend' }, attendent)
      taches.set({ genre, etat: 'abandonnee' }, abandonnees)
      retard.set({ genre }, secondes)
    }
  }
}

/** What the base weighs, its last backup, and how its collection goes; likewise. */
function mesurerBase(registre: Registry, { db }: Base, maintenant: () => Date) {
  const octets = creerJauge(registre, { nom: 'releve_base_octets', dit: 'Taille de la base' })
  const sauvegarde = creerJauge(registre, {
    nom: 'releve_sauvegarde_secondes',
    dit: 'Dernière commande «\u00a0sauvegarder\u00a0», en secondes depuis 1970\u202f; 0\u00a0: jamais',
  })
  const formulaires = creerJauge(registre, {
    nom: 'releve_rapports',
    dit: 'Rapports attendus et dus des douze derniers mois, et ceux qui sont reçus',
    etiquettes: ['etat'],
  })
  const corps = garder(REPOS_LONG_MS, () => findCorps(db))
  const suivis = garder(REPOS_LONG_MS, () => countSuivis(db, maintenant()))
  return async () => {
    const { octets: taille, sauvegardee } = await corps()
    octets.set(taille)
    sauvegarde.set(sauvegardee)
    const { attendus, recus } = await suivis()
    formulaires.set({ etat: 'attendu' }, attendus)
    formulaires.set({ etat: 'recu' }, recus)
  }
}

/**
 * The figures of a process and of its base. None bears a name, a number or a code of anybody:
 * routes are patterns, tasks are kinds. A base that does not answer leaves its own out, and says so
 * by `releve_base_repond`.
 */
export function createMesures(base: Base, maintenant: () => Date): Mesures {
  const registre = new Registry()
  // Apart: left out whole when the base does not answer.
  const deLaBase = new Registry()
  collectDefaultMetrics({ register: registre })
  const mesurer = mesurerProcessus(registre, base)
  const interroger = [mesurerTaches(deLaBase, base), mesurerBase(deLaBase, base, maintenant)]
  let compterFlux = () => 0
  const repond = async () => {
    try {
      await base.sonder()
      for (const une of interroger) await une()
      return true
    } catch {
      return false
    }
  }
  return {
    suivre(app, nombre) {
      compterFlux = nombre
      compterAppels(app, registre)
    },
    async lire() {
      const repondu = await repond()
      mesurer(compterFlux(), repondu)
      const textes = [registre.metrics(), ...(repondu ? [deLaBase.metrics()] : [])]
      return { texte: (await Promise.all(textes)).join('\n'), type: registre.contentType }
    },
  }
}
