import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { envoyer, estCoupure } from '../api/envoi.ts'

/** Between two tries to reach the server again: the first, then twice as long, up to the last. */
const ESSAI_MS = 5000
const ESSAI_MAX_MS = 30_000

let coupee = false
let attente = ESSAI_MS
let minuterie: ReturnType<typeof setTimeout> | undefined
const abonnes = new Set<() => void>()

/** Whether the server was last found out of reach. */
export const estHorsLigne = (): boolean => coupee

/** Hears when the line is cut, and when it is back. Returns what stops it. */
export function subscribeLigne(abonne: () => void): () => void {
  abonnes.add(abonne)
  return () => abonnes.delete(abonne)
}

/** What a call has just found; while the line is cut, the server is asked from time to time. */
export function noterLigne(estCoupee: boolean): void {
  if (estCoupee === coupee) return
  coupee = estCoupee
  attente = ESSAI_MS
  clearTimeout(minuterie)
  if (coupee) armer()
  for (const abonne of abonnes) abonne()
}

function armer(): void {
  minuterie = setTimeout(() => {
    attente = Math.min(attente * 2, ESSAI_MAX_MS)
    void sonder()
  }, attente)
}

/** Notes what this call finds of the line. */
export async function noterAppel<T>(appel: Promise<T>): Promise<T> {
  try {
    const recu = await appel
    noterLigne(false)
    return recu
  } catch (echec) {
    if (estCoupure(echec)) noterLigne(true)
    throw echec
  }
}

/** Asks the server for a sign of life. True when it answered. */
export async function sonder(): Promise<boolean> {
  clearTimeout(minuterie)
  const echec: unknown = await envoyer(systemeApi.lireSante, {}).then(
    () => null,
    (dit) => dit,
  )
  const joint = !estCoupure(echec)
  if (!joint && coupee) armer()
  noterLigne(!joint)
  return joint
}

/** The browser knows of its own network: on its return the server is asked at once. */
export function suivreLigne(): () => void {
  const auRetour = () => void (coupee && sonder())
  window.addEventListener('online', auRetour)
  return () => window.removeEventListener('online', auRetour)
}
