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

type Jauge = { nom: string; dit: string; dans?: Registry }

/**
 * The figures of a process and of its base. None bears a name, a number or a code of anybody:
 * routes are patterns, tasks are kinds. A base that does not answer leaves its own out, and says so
 * by `releve_base_repond`.
 */
export function createMesures(base: Base, maintenant: () => Date): Mesures {
  const registre = new Registry()
  const registers = [registre]
  // Apart: left out whole when the base does not answer.
  const deLaBase = new Registry()
  collectDefaultMetrics({ register: registre })
  const jauge = ({ nom, dit, dans = registre }: Jauge, labelNames: string[] = []) =>
    new Gauge({ name: nom, help: dit, labelNames, registers: [dans] })
  const appels = new Counter({
    name: 'releve_appels_total',
    help: 'Appels répondus, par route et par statut',
    labelNames: ['methode', 'route', 'statut'],
    registers,
  })
  const durees = new Histogram({
    name: 'releve_appel_secondes',
    help: 'Durée des appels, jusqu’à leur dernier octet, par route\u202f; les flux d’évènements exceptés',
    labelNames: ['methode', 'route'],
    buckets: BORNES,
    registers,
  })
  const flux = jauge({ nom: 'releve_flux_ouverts', dit: 'Flux d’évènements ouverts' })
  const connexions = jauge(
    {
      nom: 'releve_connexions',
      dit: 'Connexions de ce processus à sa base, et appels qui en attendent une',
    },
    ['etat'],
  )
  const repond = jauge({
    nom: 'releve_base_repond',
    dit: '1\u00a0: la base répond et peut écrire\u202f; 0\u00a0: non',
  })
  const taches = jauge(
    { dans: deLaBase, nom: 'releve_taches', dit: 'Tâches à faire, et tâches abandonnées' },
    ['genre', 'etat'],
  )
  const retard = jauge(
    {
      dans: deLaBase,
      nom: 'releve_tache_retard_secondes',
      dit: 'Depuis quand la plus ancienne tâche due attend',
    },
    ['genre'],
  )
  const octets = jauge({ dans: deLaBase, nom: 'releve_base_octets', dit: 'Taille de la base' })
  const sauvegarde = jauge({
    dans: deLaBase,
    nom: 'releve_sauvegarde_secondes',
    dit: 'Instant de la dernière sauvegarde par la commande «\u00a0sauvegarder\u00a0», en secondes depuis 1970\u202f; 0\u00a0: jamais',
  })
  const formulaires = jauge(
    {
      dans: deLaBase,
      nom: 'releve_rapports',
      dit: 'Rapports attendus et dus des douze derniers mois, et ceux qui sont reçus',
    },
    ['etat'],
  )
  let compterFlux = () => 0
  const attentes = garder(REPOS_MS, () => listAttentes(base.db))
  const corps = garder(REPOS_LONG_MS, () => findCorps(base.db))
  const suivis = garder(REPOS_LONG_MS, () => countSuivis(base.db, maintenant()))

  async function lireBase(): Promise<void> {
    await base.sonder()
    const { octets: taille, sauvegardee } = await corps()
    octets.set(taille)
    sauvegarde.set(sauvegardee)
    for (const { genre, attendent, abandonnees, retard: secondes } of await attentes()) {
      taches.set({ genre, etat: 'attend' }, attendent)
      taches.set({ genre, etat: 'abandonnee' }, abandonnees)
      retard.set({ genre }, secondes)
    }
    const { attendus, recus } = await suivis()
    formulaires.set({ etat: 'attendu' }, attendus)
    formulaires.set({ etat: 'recu' }, recus)
  }

  return {
    suivre(app, nombre) {
      compterFlux = nombre
      app.addHook('onResponse', (request, reply, suite) => {
        const { url: route = 'inconnue' } = request.routeOptions
        const { method: methode } = request
        appels.inc({ methode, route, statut: reply.statusCode })
        const stream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
        if (!stream) durees.observe({ methode, route }, reply.elapsedTime / 1000)
        suite()
      })
    },
    async lire() {
      flux.set(compterFlux())
      const { occupees, libres, attendent } = base.occupation()
      connexions.set({ etat: 'occupee' }, occupees)
      connexions.set({ etat: 'libre' }, libres)
      connexions.set({ etat: 'attendue' }, attendent)
      // Of the kinds of which nothing is left.
      for (const une of [taches, retard]) une.reset()
      const repondu = await lireBase().then(
        () => true,
        () => false,
      )
      repond.set(repondu ? 1 : 0)
      const textes = [registre.metrics(), ...(repondu ? [deLaBase.metrics()] : [])]
      return { texte: (await Promise.all(textes)).join('\n'), type: registre.contentType }
    },
  }
}
