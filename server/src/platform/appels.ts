import type { Operation } from '@releve/contract/operation.ts'
import { AppelantParti, erreur } from './erreur.ts'

/** Served at once for an account; of these, exports; and, beside them, saves. */
export const PLACES = { appel: 6, export: 2, saisie: 6 } as const
/** Beyond it, an account is told that it asks too much, rather than be answered after it has left. */
const EN_ATTENTE = 50
/** A server placed in front gives a call up after 60 s: it is told before. */
const PATIENCE_MS = 50_000
/** Seconds after which to come again. */
const RETOUR = 2

type Genre = keyof typeof PLACES

/** Which places of its account a call of this operation takes; null: none, it is not counted. */
export function genreDe({ right, reponse, place }: Operation): Genre | null {
  if (right === 'public' || reponse === 'flux' || place === 'aucune') return null
  return place ?? (reponse === 'fichier' ? 'export' : 'appel')
}

/** A call on its way through the places of its account. */
export type Passage = {
  /**
   * Settles once it has its place; true: it waited for it, and what was read before may not hold.
   * Fails with TROP_D_APPELS, or AppelantParti.
   */
  entree: Promise<boolean>
  /** Does the work of the call, which holds its place. @throws AppelantParti, and what that throws */
  travailler: <T>(travail: () => Promise<T>) => Promise<T>
  /** Its answer is sent, or its caller has left: it waits no more, or gives its place back. */
  finir: () => void
}

/**
 * Works of one kind. Nothing stops those whose caller has left: as many as there are places may end
 * beside those of who is still there, and the others hold their place until they are done, so that
 * leaving is no way to have more done at once.
 */
type Compte = { presents: number; delaisses: number }

type Attente = { genre: Genre; entrer: () => void }

/** What an account has in flight, or of its saves, and what waits, in its order. */
type Ligne = { comptes: Record<Genre, Compte>; file: Attente[] }

/** What a call of this kind counts as: an export is one of the calls too. */
const faconsDe = (genre: Genre): Genre[] => (genre === 'export' ? ['export', 'appel'] : [genre])

function peutEntrer({ comptes }: Ligne, genre: Genre): boolean {
  return faconsDe(genre).every((facon) => {
    const [{ presents, delaisses }, places] = [comptes[facon], PLACES[facon]]
    return presents + Math.max(0, delaisses - places) < places
  })
}

function compter(ligne: Ligne, genre: Genre, quoi: keyof Compte, nombre: 1 | -1): void {
  for (const facon of faconsDe(genre)) ligne.comptes[facon][quoi] += nombre
}

/** Lets in those that may, in their order: an export that waits for its own keeps nobody else. */
function avancer(ligne: Ligne): void {
  // Whoever enters leaves another array behind him: this one is walked whole.
  for (const { genre, entrer } of ligne.file) if (peutEntrer(ligne, genre)) entrer()
}

type Place = Pick<Passage, 'travailler'> & { prendre: () => void; rendre: () => void }

/** One place of the line, from when it is taken to when neither its caller nor its work holds it. */
function tenirPlace(ligne: Ligne, genre: Genre): Place {
  let etat: 'SANS' | 'PRISE' | 'AU_TRAVAIL' | 'DELAISSEE' = 'SANS'
  const est = (voulu: typeof etat) => etat === voulu
  const quitter = (quoi: keyof Compte) => {
    compter(ligne, genre, quoi, -1)
    avancer(ligne)
  }
  return {
    prendre() {
      etat = 'PRISE'
      compter(ligne, genre, 'presents', 1)
    },
    async travailler(travail) {
      if (!est('PRISE')) throw new AppelantParti()
      etat = 'AU_TRAVAIL'
      try {
        return await travail()
      } finally {
        const delaissee = est('DELAISSEE')
        etat = delaissee ? 'SANS' : 'PRISE'
        if (delaissee) quitter('delaisses')
      }
    },
    rendre() {
      if (est('SANS') || est('DELAISSEE')) return
      if (est('AU_TRAVAIL')) compter(ligne, genre, 'delaisses', 1)
      etat = est('AU_TRAVAIL') ? 'DELAISSEE' : 'SANS'
      quitter('presents')
    },
  }
}

const tropDAppels = () => erreur('TROP_D_APPELS', {}, { attente: RETOUR })

/** Has a call enter the line, at once or in its turn. */
function faireEntrer(ligne: Ligne, genre: Genre): Passage {
  const { promise: entree, resolve, reject } = Promise.withResolvers<boolean>()
  const { prendre, rendre, travailler } = tenirPlace(ligne, genre)
  let delai: NodeJS.Timeout | undefined
  const sortir = () => {
    clearTimeout(delai)
    ligne.file = ligne.file.filter((autre) => autre !== attente)
  }
  const renoncer = (echec: Error) => {
    sortir()
    reject(echec)
  }
  const entrer = (attendue: boolean) => {
    sortir()
    prendre()
    resolve(attendue)
  }
  const attente: Attente = { genre, entrer: () => entrer(true) }
  if (peutEntrer(ligne, genre)) entrer(false)
  else if (ligne.file.length >= EN_ATTENTE) renoncer(tropDAppels())
  else {
    ligne.file.push(attente)
    delai = setTimeout(() => renoncer(tropDAppels()), PATIENCE_MS).unref()
  }
  const finir = () => {
    if (ligne.file.includes(attente)) renoncer(new AppelantParti())
    else rendre()
  }
  return { entree, travailler, finir }
}

const zero = (): Compte => ({ presents: 0, delaisses: 0 })

const estVide = ({ comptes, file }: Ligne): boolean =>
  file.length === 0 &&
  Object.values(comptes).every(({ presents, delaisses }) => presents + delaisses === 0)

/** Which line of its account a call of this kind waits in. */
const ligneDe = (genre: Genre): 'saisie' | 'appel' => (genre === 'saisie' ? 'saisie' : 'appel')

/** The calls of the programs of one account in a minute, in one process. */
export const RYTHME_APPELS = { maximum: 600, fenetre: 60_000 }

/** Counts the calls of each account's programs, from the first of each minute. */
function compterParMinute(): Appels['compterAppel'] {
  const comptes = new Map<number, { debut: number; nombre: number }>()
  return (compte, maintenant) => {
    const le = maintenant.getTime()
    const lu = comptes.get(compte)
    const tenu = lu && le < lu.debut + RYTHME_APPELS.fenetre ? lu : { debut: le, nombre: 0 }
    comptes.set(compte, tenu)
    tenu.nombre += 1
    if (tenu.nombre <= RYTHME_APPELS.maximum) return
    const attente = Math.max(1, Math.ceil((tenu.debut + RYTHME_APPELS.fenetre - le) / 1000))
    const dits = { maximum: String(RYTHME_APPELS.maximum), attente: String(attente) }
    throw erreur('TROP_D_APPELS_PROGRAMME', dits, { attente })
  }
}

/** The places of every account, in this process. */
export type Appels = {
  /** Counts a call of a program. @throws TROP_D_APPELS_PROGRAMME */
  compterAppel: (compte: number, maintenant: Date) => void
  /**
   * Counts a call for what it bears, before who that is: those that his line could not hold are
   * refused without anything being asked of the base. Returns what to do once it has its answer.
   * @throws TROP_D_APPELS
   */
  annoncer: (porteur: string, genre: Genre) => () => void
  /**
   * Has a call of this account take its place; `finir` must be called whatever becomes of it. Its
   * programs, all together, have places of their own: they keep nobody from working at his screen.
   */
  ouvrir: (compte: number | `programmes ${number}`, genre: Genre) => Passage
}

/**
 * Six calls at a time for an account, two of them exports, and six saves beside: fifty more wait in
 * each line, in their order (docs/decisions/0073-appels-en-cours.md).
 */
export function ouvrirAppels(): Appels {
  const lignes = new Map<string, Ligne>()
  const trouver = (cle: string): Ligne => {
    const ligne = lignes.get(cle) ?? {
      comptes: { appel: zero(), export: zero(), saisie: zero() },
      file: [],
    }
    lignes.set(cle, ligne)
    return ligne
  }
  const annonces = new Map<string, number>()
  return {
    compterAppel: compterParMinute(),
    annoncer(porteur, genre) {
      const file = ligneDe(genre)
      const cle = `${file} ${porteur}`
      const siens = annonces.get(cle) ?? 0
      if (siens >= PLACES[file] + EN_ATTENTE) throw tropDAppels()
      annonces.set(cle, siens + 1)
      return () => {
        const reste = (annonces.get(cle) ?? 0) - 1
        if (reste > 0) annonces.set(cle, reste)
        else annonces.delete(cle)
      }
    },
    ouvrir(compte, genre) {
      const cle = `${ligneDe(genre)} ${compte}`
      const ligne = trouver(cle)
      const oublier = () => {
        if (estVide(ligne)) lignes.delete(cle)
      }
      const { entree, travailler, finir } = faireEntrer(ligne, genre)
      return {
        entree,
        travailler: (travail) => travailler(travail).finally(oublier),
        finir() {
          finir()
          oublier()
        },
      }
    },
  }
}
