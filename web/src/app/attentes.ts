import { carnets, cleCarnet } from './carnets.ts'
import { getSession } from './session.ts'
import { PREFIXE_CARNET, readEmpreinte } from './stockage.ts'

/** What one person has typed in a report and the server does not hold yet, in this browser. */
export type EnAttente = {
  numero: string
  valeurs: number
  /** When the first of it was typed, ms since 1970. */
  depuis: number
  /** When he asked to submit it without network, ms since 1970; null: he did not. */
  soumettre: number | null
  /** The demand left, and its answer was lost: it may be submitted. */
  incertaine: boolean
}

/** Ends the key of a wish to submit, beside the notebook of the same report. */
const SOUMETTRE = ':soumettre'

const abonnes = new Set<() => void>()

/** Who holds what waits has changed, in this page. */
function signaler(): void {
  for (const abonne of abonnes) abonne()
}

/** Hears when what waits changes, in this page or in another. Returns what stops it. */
export function subscribeAttentes(abonne: () => void): () => void {
  abonnes.add(abonne)
  // Nothing that is counted changes before it is written.
  const arreter = carnets.abonner((_, cause) => cause !== 'ENTAME' && abonne())
  return () => {
    abonnes.delete(abonne)
    arreter()
  }
}

function lireObjet(cle: string): object {
  try {
    const lu: unknown = JSON.parse(carnets.lire(cle) ?? 'null')
    return typeof lu === 'object' && lu !== null ? lu : {}
  } catch {
    return {}
  }
}

const compter = (partie: unknown) =>
  typeof partie === 'object' && partie !== null ? Object.keys(partie).length : 0

/** What waits of this person, the oldest first: in the order in which it is sent. */
export function listAttentes(identifiant: string): EnAttente[] {
  const debut = cleCarnet(identifiant, '')
  const parNumero = new Map<string, EnAttente>()
  for (const cle of carnets.cles()) {
    if (!cle.startsWith(debut)) continue
    const souhait = cle.endsWith(SOUMETTRE)
    const numero = cle.slice(debut.length, souhait ? -SOUMETTRE.length : undefined)
    const lu = lireObjet(cle)
    const dit = parNumero.get(numero) ?? {
      numero,
      valeurs: 0,
      depuis: 0,
      soumettre: null,
      incertaine: false,
    }
    const instant = Number(Reflect.get(lu, 'depuis')) || 0
    if (souhait) {
      dit.soumettre = instant
      dit.incertaine = Reflect.get(lu, 'incertaine') === true
    } else {
      const parties = ['textes', 'commentaires', 'justifications']
      dit.valeurs = parties.reduce((somme, nom) => somme + compter(Reflect.get(lu, nom)), 0)
      dit.depuis = instant
    }
    parNumero.set(numero, dit)
  }
  return [...parNumero.values()].toSorted((a, b) => a.depuis - b.depuis)
}

/** Whose is what waits here: names, or `#` and the print of a key where it is sealed. */
const listNoms = () =>
  new Set(carnets.cles().map((cle) => cle.slice(PREFIXE_CARNET.length).split(':')[0] ?? ''))

/** How what is sealed is named of whoever was last given his key in this session. */
const nomScelle = () => `#${readEmpreinte()?.empreinte}`

/** Those of whom something waits in this browser, but for this person. */
export function listAutres(identifiant: string | undefined): string[] {
  const siens = identifiant === undefined ? [] : [identifiant, nomScelle()]
  return [...listNoms()].filter((nom) => !siens.includes(nom))
}

/**
 * Whether something waits here that cannot be read before the server gives its key: of whoever is
 * signed in; when nobody is, of anyone.
 */
export function estSousCle(): boolean {
  const noms = listNoms()
  if (getSession().auth) return noms.has(nomScelle())
  return [...noms].some((nom) => nom.startsWith('#'))
}

const cleSouhait = (identifiant: string, numero: string) =>
  cleCarnet(identifiant, numero) + SOUMETTRE

/**
 * Keeps the wish to submit a report, until its author confirms it with the network there;
 * `incertaine`: it left, and nobody knows yet whether it is submitted.
 */
export function souhaiterSoumettre(identifiant: string, numero: string, incertaine = false): void {
  const souhait = { depuis: Date.now(), ...(incertaine && { incertaine }) }
  carnets.poser(cleSouhait(identifiant, numero), JSON.stringify(souhait))
}

export function oublierSouhait(identifiant: string, numero: string): void {
  carnets.poser(cleSouhait(identifiant, numero), null)
}

const VERROU = 'releve-saisie-'
const tenus = new Map<string, number>()

/** A page has this report open, and answers for what waits of it. Returns what lets it go. */
export function tenir(numero: string): () => void {
  tenus.set(numero, (tenus.get(numero) ?? 0) + 1)
  signaler()
  let lacher = () => {}
  const tenu = new Promise<void>((finir) => {
    lacher = finir
  })
  if ('locks' in navigator)
    void navigator.locks.request(VERROU + numero, { mode: 'shared' }, () => tenu)
  return () => {
    lacher()
    tenus.set(numero, (tenus.get(numero) ?? 1) - 1)
    signaler()
  }
}

export const estTenu = (numero: string): boolean => (tenus.get(numero) ?? 0) > 0

/** Acts on a report that no page has open; null when one has. */
export async function siLibre<T>(numero: string, acte: () => Promise<T>): Promise<T | null> {
  if (estTenu(numero)) return null
  if (!('locks' in navigator)) return acte()
  return navigator.locks.request(VERROU + numero, { ifAvailable: true }, (verrou) =>
    verrou ? acte() : null,
  )
}
