import { setTimeout as attendre } from 'node:timers/promises'
import { ZodError, z } from 'zod'
import { codeDe } from '../platform/base/erreurs.ts'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import type { Db } from '../platform/route.ts'
import type { Handlers } from './handlers.ts'
import { guetter } from './reveil.ts'
import { ELAN, ESSAIS_MAX, GRACE, LOT, PAUSES, PERIODE, VOIES } from './tache.rules.ts'
import {
  type Fin,
  prendreParWebhook,
  prendreTaches,
  type TachePrise,
  updateIssue,
} from './tache.sql.ts'

/** What tasks have to say to the log; `pino`'s loggers fit. */
type JournalDeTaches = Record<'info' | 'warn' | 'error', (objet: object, message: string) => void>

export type Atelier = {
  db: Db
  handlers: Handlers
  maintenant: () => Date
  log: JournalDeTaches
}

/** Whom a delivery is for. */
const zCharge = z.object({ webhook: z.int() })

/** Why a task is given up without another try. */
const INTERROMPUS = 'essais interrompus par l’arrêt de la plateforme'

/** Whether another try would fail alike. */
function estDefinitif(echec: unknown): boolean {
  return echec instanceof ZodError || (echec instanceof EnvoiRefuse && echec.definitif)
}

/** What is kept in the base of a failure: nothing that the task carried. */
function resumer(echec: unknown): string {
  if (echec instanceof EnvoiRefuse) return echec.message
  if (echec instanceof ZodError) return 'charge illisible'
  const nom = echec instanceof Error ? echec.name : 'échec'
  return [nom, codeDe(echec)].filter(Boolean).join(' ')
}

async function noterEchec(atelier: Atelier, tache: TachePrise, echec: unknown): Promise<void> {
  const { db, log, maintenant } = atelier
  const { id, genre, essais } = tache
  const derniereErreur = resumer(echec)
  const ligne = { tache: id, genre, essais, erreur: derniereErreur }
  const pause = PAUSES[essais - 1]
  const le = maintenant()
  if (pause === undefined || estDefinitif(echec)) {
    await updateIssue(db, tache, { abandonneeLe: le, derniereErreur })
    return log.error(ligne, 'tâche abandonnée')
  }
  const dueLe = new Date(le.getTime() + pause)
  await updateIssue(db, tache, { dueLe, derniereErreur })
  log.warn({ ...ligne, reprise: dueLe }, 'tâche remise à plus tard')
}

async function executer(atelier: Atelier, tache: TachePrise): Promise<void> {
  const { db, handlers, maintenant, log } = atelier
  const { id, genre, charge, creeLe, essais } = tache
  // Its other tries were never noted: each took its process down, and this one would too.
  if (essais > ESSAIS_MAX) return noterEchec(atelier, tache, new EnvoiRefuse(INTERROMPUS, true))
  let fin: Fin | undefined
  try {
    // The kinds asked for are those of `handlers`.
    fin = await handlers[genre]?.(charge, `tache:${id}:${creeLe}`)
  } catch (echec) {
    return noterEchec(atelier, tache, echec)
  }
  const sansObjet = fin === 'SANS_OBJET'
  const issue = { faiteLe: maintenant(), sansObjet, derniereErreur: null }
  if (!(await updateIssue(db, tache, issue))) {
    return log.warn(
      { tache: id, genre, essais },
      'tâche reprise par un autre processus entre-temps',
    )
  }
  log.info({ tache: id, genre, essais }, sansObjet ? 'tâche sans objet' : 'tâche faite')
}

/**
 * Takes a batch of due tasks and carries them out, each to its end: done, without object, put
 * off, or given up.
 * Returns how many there were. At least once: a process killed between the deed and its note does
 * it again, under the same reference. Throws only when the base cannot be asked.
 */
export async function executerTaches(atelier: Atelier): Promise<number> {
  const { db, handlers, maintenant } = atelier
  const genres = Object.keys(handlers)
  if (genres.length === 0) return 0
  const prises = await prendreTaches(db, genres, { maintenant: maintenant(), lot: LOT })
  const faites = await Promise.allSettled(prises.map((prise) => executer(atelier, prise)))
  for (const faite of faites) if (faite.status === 'rejected') throw faite.reason
  return prises.length
}

/** A loop that carries tasks out, in this process. */
export type Boucle = {
  /** Takes no more tasks; waits for those under way, a few seconds at most. */
  arreter(): Promise<void>
}

type Rythme = { periode?: number; grace?: number }

/** What makes passes: `bientot` asks for one soon; `enCours`, what the stop waits for. */
type Passes = {
  passer: (estArretee: () => boolean, bientot: () => void) => Promise<void>
  enCours?: () => Promise<unknown>
}

/** Makes a pass now and then, and soon after a task is written in this process. */
function rythmer(
  { log }: Atelier,
  { passer, enCours = async () => {} }: Passes,
  { periode = PERIODE, grace = GRACE }: Rythme,
): Boucle {
  let arret = false
  let enPanne = false
  let minuterie: NodeJS.Timeout | undefined
  let echeance = 0
  let passe: Promise<void> = Promise.resolve()

  /** Runs the next pass within `ms`, or sooner when one is already due sooner. */
  function programmer(ms: number): void {
    const quand = performance.now() + ms
    if (arret || (minuterie && echeance <= quand)) return
    clearTimeout(minuterie)
    echeance = quand
    minuterie = setTimeout(() => {
      minuterie = undefined
      passe = passe.then(faire)
    }, ms).unref()
  }

  async function faire(): Promise<void> {
    try {
      await passer(
        () => arret,
        () => programmer(0),
      )
      enPanne = false
    } catch (err) {
      // Said once: it looks again until the base answers.
      if (!enPanne && !arret) log.warn({ err }, 'tâches en attente de la base')
      enPanne = true
    }
    programmer(periode)
  }

  const oublier = guetter(() => programmer(ELAN))
  programmer(0)
  return {
    async arreter() {
      arret = true
      oublier()
      clearTimeout(minuterie)
      const fin = passe.then(enCours)
      await Promise.race([fin, attendre(grace, undefined, { ref: false })])
    },
  }
}

/**
 * Looks for tasks now and then, and soon after one is written in this process. Every process runs
 * one: they share the tasks. `periode` and `grace` are milliseconds.
 */
export function demarrerTaches(atelier: Atelier, rythme: Rythme = {}): Boucle {
  const passer: Passes['passer'] = async (estArretee) => {
    while (!estArretee() && (await executerTaches(atelier)) === LOT);
  }
  return rythmer(atelier, { passer }, rythme)
}

/**
 * The same for what is told to webhooks, apart: a receiver that is slow holds neither mails nor the
 * other receivers. A few at a time, one for each; whoever is done gives his place at once.
 */
export function demarrerLivraisons(atelier: Atelier, rythme: Rythme = {}): Boucle {
  const { db, maintenant, log } = atelier
  const servis = new Map<number, Promise<void>>()
  const passer: Passes['passer'] = async (_, bientot) => {
    const lot = VOIES - servis.size
    if (lot <= 0) return
    const sauf = [...servis.keys()]
    for (const prise of await prendreParWebhook(db, { maintenant: maintenant(), lot, sauf })) {
      const { webhook } = zCharge.parse(prise.charge)
      const fin = executer(atelier, prise)
        .catch((err: unknown) => log.warn({ err, tache: prise.id }, 'livraison non notée'))
        .then(() => {
          servis.delete(webhook)
          bientot()
        })
      servis.set(webhook, fin)
    }
  }
  return rythmer(atelier, { passer, enCours: () => Promise.all(servis.values()) }, rythme)
}
