import { ZodError } from 'zod'
import { codeDe } from '../platform/base/erreurs.ts'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import type { Sql } from '../platform/route.ts'
import type { Handlers } from './handlers.ts'
import { ESSAIS_MAX, LOT, PAUSES } from './tache.regles.ts'
import { type Fin, prendreTaches, type TachePrise, updateIssue } from './tache.sql.ts'

/** What tasks have to say to the log; `pino`'s loggers fit. */
type JournalDeTaches = Record<'info' | 'warn' | 'error', (objet: object, message: string) => void>

export type Atelier = {
  sql: Sql
  handlers: Handlers
  maintenant: () => Date
  log: JournalDeTaches
}

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
  const { sql, log, maintenant } = atelier
  const { id, genre, essais } = tache
  const derniereErreur = resumer(echec)
  const ligne = { tache: id, genre, essais, erreur: derniereErreur }
  const pause = PAUSES[essais - 1]
  const le = maintenant()
  if (pause === undefined || estDefinitif(echec)) {
    await updateIssue(sql, tache, { abandonneeLe: le, derniereErreur })
    return log.error(ligne, 'tâche abandonnée')
  }
  const dueLe = new Date(le.getTime() + pause)
  await updateIssue(sql, tache, { dueLe, derniereErreur })
  log.warn({ ...ligne, reprise: dueLe }, 'tâche remise à plus tard')
}

async function executer(atelier: Atelier, tache: TachePrise): Promise<void> {
  const { sql, handlers, maintenant, log } = atelier
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
  if (!(await updateIssue(sql, tache, issue))) {
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
  const { sql, handlers, maintenant } = atelier
  const genres = Object.keys(handlers)
  if (genres.length === 0) return 0
  const prises = await prendreTaches(sql, genres, { maintenant: maintenant(), lot: LOT })
  const faites = await Promise.allSettled(prises.map((prise) => executer(atelier, prise)))
  for (const faite of faites) if (faite.status === 'rejected') throw faite.reason
  return prises.length
}
