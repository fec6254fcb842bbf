import type { Attente, Lot } from './attente.ts'
import type { EtatEnregistrement } from './client.ts'

/** What became of one save. */
export type Issue =
  | { sorte: 'enregistre' }
  /** Some cells were set aside (refused by the server): what remains may go at once. */
  | { sorte: 'trie' }
  /** No answer: to be tried again. */
  | { sorte: 'interrompu'; libelle?: string }
  /** The person must choose, then `reprendre`. */
  | { sorte: 'conflit' }
  /** The server will not take it: the form is no longer open, the month is locked… */
  | { sorte: 'refuse'; libelle: string }

export type Enregistreur = {
  lire: () => EtatEnregistrement
  abonner: (rappel: () => void) => () => void
  /** Something was typed: the save leaves when nothing more is typed for `delai`. */
  signaler: () => void
  /** Saves now. True when nothing waits any more. */
  vider: () => Promise<boolean>
  /** The network is back, or the person has chosen: saves again, unless he must choose first. */
  reprendre: (cause: 'reseau' | 'choix') => Promise<boolean>
  /** Tries again by itself, until `arreter`. */
  demarrer: () => void
  arreter: () => void
}

type Reglages = {
  attente: Attente
  envoyer: (lot: Lot) => Promise<Issue>
  /** Milliseconds without a key before a save leaves. */
  delai?: number
  /** Milliseconds before the first new try on a lost line; doubled each time, up to 30 s. */
  essai?: number
}

const ESSAI_MAX = 30_000

/**
 * Saves what waits, one lot at a time, a second after the last key. A lost line is tried again, by
 * itself, until it answers; what is typed meanwhile joins the next lot.
 */
export function creerEnregistreur(reglages: Reglages): Enregistreur {
  const { attente, envoyer, delai = 1000, essai = 2000 } = reglages
  const rappels = new Set<() => void>()
  let etat: EtatEnregistrement = { sorte: 'repos' }
  let minuterie: ReturnType<typeof setTimeout> | undefined
  let enCours: Promise<boolean> | null = null
  let echecs = 0
  let arrete = false

  const passer = (suivant: EtatEnregistrement) => {
    etat = suivant
    for (const rappel of rappels) rappel()
  }
  const armer = (duree: number) => {
    clearTimeout(minuterie)
    if (!arrete) minuterie = setTimeout(() => void vider(), duree)
  }

  const conclure = (issue: Issue): boolean => {
    if (issue.sorte === 'enregistre' || issue.sorte === 'trie') {
      attente.confirmer()
      echecs = 0
      return true
    }
    attente.rendre()
    passer(issue)
    if (issue.sorte === 'interrompu') {
      armer(Math.min(essai * 2 ** echecs, ESSAI_MAX))
      echecs += 1
    }
    return false
  }
  const ecouler = async (): Promise<boolean> => {
    for (let lot = attente.prendre(); lot; lot = attente.prendre()) {
      passer({ sorte: 'envoi' })
      if (!conclure(await envoyer(lot))) return false
    }
    if (etat.sorte === 'envoi') passer({ sorte: 'enregistre', le: new Date() })
    else if (etat.sorte !== 'enregistre') passer({ sorte: 'repos' })
    return true
  }
  const vider = (): Promise<boolean> => {
    clearTimeout(minuterie)
    if (etat.sorte === 'conflit') return Promise.resolve(false)
    enCours ??= ecouler().finally(() => {
      enCours = null
    })
    return enCours
  }

  return {
    lire: () => etat,
    abonner: (rappel) => {
      rappels.add(rappel)
      return () => void rappels.delete(rappel)
    },
    signaler: () => {
      if (etat.sorte === 'conflit') return
      if (etat.sorte === 'repos' || etat.sorte === 'enregistre' || etat.sorte === 'refuse')
        passer({ sorte: 'attente' })
      if (etat.sorte !== 'interrompu') armer(delai)
    },
    vider,
    reprendre: (cause) => {
      if (etat.sorte === 'conflit' && cause === 'choix') passer({ sorte: 'attente' })
      echecs = 0
      return vider()
    },
    demarrer: () => {
      arrete = false
      if (!attente.estVide()) armer(delai)
    },
    arreter: () => {
      arrete = true
      clearTimeout(minuterie)
    },
  }
}
