import { erreur } from './erreur.ts'

/** Of whom a work is done: an account, or the address of who has none; and when he leaves. */
export type Pour = { compte: number | string; parti?: AbortSignal }

/** Who calls, as his call says it. */
export type Demandeur = {
  agent: { id: number } | null
  adresse: string
  parti: () => AbortSignal
}

/** A work done for one caller: in the share of his account, until he leaves. */
export const pourDe = ({ agent, adresse, parti }: Demandeur): Required<Pour> => ({
  compte: agent?.id ?? adresse,
  parti: parti(),
})

/** What one account may have running, and waiting; what is said beyond it: « Vos … ». */
type Part = { simultanes: number; enAttente: number; travaux: string }

type Tours = {
  /** Run at once. */
  simultanes: number
  /** Beyond it the service says that it is busy, rather than answer after the person has left. */
  enAttente: number
  /** After how many seconds to come again. */
  retour: number
  /** Milliseconds that a work waits at most. */
  patience?: number
  /** Without it, an account may take as much as all together. */
  part?: Part
}

/** An account that has something running or waiting. */
type CompteEnFile = {
  actifs: number
  /** Those that wait, in their order: each is told to enter. */
  attendus: (() => void)[]
  /** The rank of its last entry among all; 0: it has not entered yet. */
  entree: number
}

type File = Tours & {
  comptes: Map<Pour['compte'], CompteEnFile>
  actifs: number
  attendus: number
  entrees: number
}

const occupe = ({ retour }: Tours) => erreur('SERVICE_OCCUPE', {}, { attente: retour })

const libre = ({ actifs, simultanes, part }: File, tenu: CompteEnFile): boolean =>
  actifs < simultanes && tenu.actifs < (part?.simultanes ?? simultanes)

function entrer(file: File, tenu: CompteEnFile): void {
  file.actifs += 1
  file.entrees += 1
  tenu.actifs += 1
  tenu.entree = file.entrees
}

/** Whoever entered longest ago, of those who wait and may enter. */
function suivant(file: File): CompteEnFile | undefined {
  const prets = [...file.comptes.values()].filter(
    (tenu) => tenu.attendus.length > 0 && libre(file, tenu),
  )
  return prets.toSorted((a, b) => a.entree - b.entree)[0]
}

/** Gives the places that are free to those who wait. */
function appeler(file: File): void {
  for (let tenu = suivant(file); tenu; tenu = suivant(file)) {
    entrer(file, tenu)
    tenu.attendus.shift()?.()
  }
}

/** Waits to be told to enter, as long as that is wanted and may last. */
function attendre(file: File, tenu: CompteEnFile, parti: AbortSignal | undefined): Promise<void> {
  return new Promise((accepter, refuser) => {
    const cesser = () => {
      file.attendus -= 1
      clearTimeout(delai)
      parti?.removeEventListener('abort', renoncer)
    }
    const dire = () => {
      cesser()
      accepter()
    }
    const renoncer = () => {
      tenu.attendus.splice(tenu.attendus.indexOf(dire), 1)
      cesser()
      refuser(occupe(file))
    }
    const { patience } = file
    const delai = patience === undefined ? undefined : setTimeout(renoncer, patience)
    parti?.addEventListener('abort', renoncer)
    file.attendus += 1
    tenu.attendus.push(dire)
  })
}

async function prendrePlace(file: File, tenu: CompteEnFile, parti?: AbortSignal): Promise<void> {
  const { part, retour, attendus, enAttente } = file
  if (parti?.aborted) throw occupe(file)
  if (libre(file, tenu)) return entrer(file, tenu)
  if (part && tenu.attendus.length >= part.enAttente)
    throw erreur('TRAVAUX_EN_COURS', { travaux: part.travaux }, { attente: retour })
  if (attendus >= enAttente) throw occupe(file)
  return attendre(file, tenu, parti)
}

function rendrePlace(file: File, tenu: CompteEnFile): void {
  file.actifs -= 1
  tenu.actifs -= 1
  appeler(file)
}

/** Runs a work when the turn of its account comes. */
async function passer<T>(
  file: File,
  tenu: CompteEnFile,
  travail: () => Promise<T>,
  parti?: AbortSignal,
): Promise<T> {
  await prendrePlace(file, tenu, parti)
  try {
    return await travail()
  } finally {
    rendrePlace(file, tenu)
  }
}

/** The account of what is nobody's. */
const COMMUN: Pour = { compte: '' }

/**
 * Gives a function that runs each work when its turn comes. The next place goes to the account that
 * entered longest ago, then to whoever came first; within an account, to the oldest. Whoever leaves
 * while he waits gives up his place.
 * @throws TRAVAUX_EN_COURS when the account has its share already; SERVICE_OCCUPE when too many
 * wait, when it has waited too long, or when its caller has left, who will not read it
 */
export function ouvrirTours(tours: Tours) {
  const file: File = { ...tours, comptes: new Map(), actifs: 0, attendus: 0, entrees: 0 }
  return async function attendreSonTour<T>(
    travail: () => Promise<T>,
    { compte, parti }: Pour = COMMUN,
  ): Promise<T> {
    const tenu = file.comptes.get(compte) ?? { actifs: 0, attendus: [], entree: 0 }
    file.comptes.set(compte, tenu)
    try {
      return await passer(file, tenu, travail, parti)
    } finally {
      if (tenu.actifs === 0 && tenu.attendus.length === 0) file.comptes.delete(compte)
    }
  }
}
