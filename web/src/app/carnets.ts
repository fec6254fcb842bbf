import { reunir } from './anciens.ts'
import { type Coffre, ouvrirCoffre, type Regle } from './coffre.ts'
import { estPostePartage, PREFIXE_CARNET } from './stockage.ts'

/**
 * What people typed and the server does not hold yet, of every person of this browser: one text by
 * key, `saisie:{identifiant}:{numero}` (decision 0071). Read at once, from what the page holds; written to
 * the browser's base behind, where other pages write as well.
 */

/**
 * Who writes under a key. Asked for what it wants at each try: `appliquer` makes the new text out of
 * the one that is there, whoever wrote it (null: nothing), and has no effect of its own; `tenu`
 * hears that the disk has it.
 */
export type Auteur = () => {
  appliquer: (lu: string | null) => string | null
  tenu?: () => void
}

/**
 * `GARDE`: on the disk. `ECRITURE`: on its way there. `FENETRE`: in this page only, the browser
 * refuses its base, has no room, does not answer, or may not keep it in clear.
 */
export type EtatGarde = 'GARDE' | 'ECRITURE' | 'FENETRE'

/** `AILLEURS`: another page wrote it; `ENTAME`: the text is as it was, and is about to change. */
type Cause = 'ICI' | 'AILLEURS' | 'ENTAME'
type Abonne = (cles: readonly string[], cause: Cause) => void

export type Carnets = {
  /** Resolves once what waits is there to be read, or the browser has been waited for long enough. */
  charger: () => Promise<void>
  lire: (cle: string) => string | null
  /** Those under which something waits. */
  cles: () => string[]
  ecrire: (cle: string, auteur: Auteur) => void
  /** Writes over whatever is there; null: nothing waits any more. */
  poser: (cle: string, texte: string | null) => void
  /** Something is typed that `ecrire` will bring: until then it is not kept. */
  entamer: (cle: string) => void
  etat: (cle: string) => EtatGarde
  /** Whether closing this page would lose something. */
  enPeril: () => boolean
  /** Whether it would now: what is to be sealed is not yet, and a page that leaves has no time to. */
  enRetard: () => boolean
  /**
   * From now on texts are kept so. Resolves once what is there of the key's owner is so too, or the
   * browser has been waited for long enough.
   */
  regler: (regle: Regle) => Promise<void>
  /** What waits here under a name of this person is of another, which he has taken since. */
  renommer: (avant: string, apres: string) => void
  /** Forgets what this page alone holds of this person. */
  abandonner: (identifiant: string) => void
  /** Hears which keys change. Returns what stops it. */
  abonner: (abonne: Abonne) => () => void
  /** The page leaves: what is on its way is written without a look at what is there. */
  partir: () => void
  /** It is back as it was, and others may have written. */
  revenir: () => void
  /** Deletes the base, if nothing waits in it. */
  supprimerSiVide: () => Promise<void>
}

/** Beyond, the base is taken for refused, until it answers. */
const DELAI_MS = 3000
/** Before another try, where the base refused. */
const ESSAI_MS = 10_000

type Auteurs = Map<string, Set<Auteur>>

type Registre = {
  coffre: Coffre
  /** What the base was last known to hold. */
  tenus: Map<string, string>
  lu: boolean
  /** What a reader is given, once computed. */
  vues: Map<string, string | null>
  dus: Auteurs
  enVol: Auteurs
  entames: Set<string>
  /** Those that this page writes. */
  miens: Set<string>
  /** Found in local storage, where notebooks were kept before. */
  anciens: Map<string, string>
  abonnes: Set<Abonne>
  /** Nothing is written in clear. */
  ferme: boolean
  refuse: boolean
  tarde: boolean
  parti: boolean
  cours: Promise<void> | null
  essai: ReturnType<typeof setTimeout> | undefined
}

function publier({ abonnes }: Registre, cles: readonly string[], cause: Cause = 'ICI'): void {
  for (const abonne of abonnes) abonne(cles, cause)
}

/** What is there, then what this page has still to write. */
function lire(registre: Registre, cle: string): string | null {
  const { tenus, vues, dus, enVol } = registre
  const vue = vues.get(cle)
  if (vue !== undefined) return vue
  const auteurs = new Set([...(enVol.get(cle) ?? []), ...(dus.get(cle) ?? [])])
  let texte = tenus.get(cle) ?? null
  for (const auteur of auteurs) texte = auteur().appliquer(texte)
  vues.set(cle, texte)
  return texte
}

function listCles(registre: Registre): string[] {
  const { tenus, dus, enVol } = registre
  const cles = new Set([...tenus.keys(), ...enVol.keys(), ...dus.keys()])
  return [...cles].filter((cle) => lire(registre, cle) !== null)
}

function retenir({ tenus, vues }: Registre, textes: ReadonlyMap<string, string | null>): void {
  for (const [cle, texte] of textes) {
    if (texte === null) tenus.delete(cle)
    else tenus.set(cle, texte)
    vues.delete(cle)
  }
}

function ecrire(registre: Registre, cle: string, auteur: Auteur): void {
  const { dus, entames, vues, miens } = registre
  miens.add(cle)
  dus.set(cle, (dus.get(cle) ?? new Set()).add(auteur))
  entames.delete(cle)
  vues.delete(cle)
  if (lire(registre, cle) === null) oublierAncien(registre, cle)
  if (estDejaTenu(registre, cle)) {
    dus.delete(cle)
    auteur().tenu?.()
  } else if (registre.parti) partir(registre)
  else void vider(registre)
  publier(registre, [cle])
}

function poser(registre: Registre, cle: string, texte: string | null): void {
  registre.dus.delete(cle)
  const tenu = () => oublierAncien(registre, cle)
  ecrire(registre, cle, () => ({ appliquer: () => texte, tenu }))
}

/** The base holds it so already: nothing is written, and no base is made for it. */
function estDejaTenu(registre: Registre, cle: string): boolean {
  const { tenus, lu, refuse, dus, enVol } = registre
  if (enVol.has(cle) || dus.get(cle)?.size !== 1 || !(lu || refuse)) return false
  return lire(registre, cle) === (tenus.get(cle) ?? null)
}

/** What is due, but for what may not be kept: that waits in the page for a key. */
const listAEcrire = (registre: Registre) =>
  [...registre.dus].filter(([cle]) => registre.coffre.peut(cle) || lire(registre, cle) === null)

/** Writes what is due, one passage at a time; what comes meanwhile is of the next. */
function vider(registre: Registre): Promise<void> {
  registre.cours ??= ecouler(registre).finally(() => {
    registre.cours = null
    if (listAEcrire(registre).length > 0 && !registre.refuse) void vider(registre)
  })
  return registre.cours
}

async function ecouler(registre: Registre): Promise<void> {
  clearTimeout(registre.essai)
  for (;;) {
    registre.enVol = new Map(listAEcrire(registre))
    const cles = [...registre.enVol.keys()]
    if (cles.length === 0) return
    for (const cle of cles) registre.dus.delete(cle)
    const passe = await deposer(registre, cles)
    if (!passe) {
      for (const [cle, auteurs] of registre.enVol)
        registre.dus.set(cle, new Set([...auteurs, ...(registre.dus.get(cle) ?? [])]))
      registre.essai = setTimeout(() => void vider(registre), ESSAI_MS)
    }
    registre.enVol = new Map()
    registre.refuse = !passe
    for (const cle of cles) registre.vues.delete(cle)
    publier(registre, cles)
    if (!passe) return
    // What it holds could not be read before: it is there to be read now.
    if (!registre.lu) await relireTout(registre).catch(() => undefined)
  }
}

/** One passage. True once the disk has it. */
async function deposer(registre: Registre, cles: string[]): Promise<boolean> {
  const { coffre, enVol } = registre
  const minuterie = setTimeout(() => {
    registre.tarde = true
    publier(registre, cles)
  }, DELAI_MS)
  const pris = new Map(cles.map((cle) => [cle, [...(enVol.get(cle) ?? [])].map((un) => un())]))
  const changer = (cle: string, lu: string | null) =>
    (pris.get(cle) ?? []).reduce((texte, { appliquer }) => appliquer(texte), lu)
  try {
    // Twice: the base may have been given up by the browser since.
    const ecrits = await coffre.modifier(cles, changer).catch(() => coffre.modifier(cles, changer))
    retenir(registre, ecrits)
    for (const { tenu } of [...pris.values()].flat()) tenu?.()
    coffre.annoncer(cles)
    return true
  } catch {
    return false
  } finally {
    clearTimeout(minuterie)
    registre.tarde = false
  }
}

/** It waits to be written, and local storage does not hold the same. */
function estPerdable(registre: Registre, cle: string): boolean {
  const texte = lire(registre, cle)
  return texte !== null && texte !== registre.anciens.get(cle)
}

/** The browser does not take it, or may not. */
const estRefuse = ({ coffre, refuse, tarde }: Registre, cle: string) =>
  refuse || tarde || !coffre.peut(cle)

function etat(registre: Registre, cle: string): EtatGarde {
  const { dus, enVol, entames } = registre
  if (!dus.has(cle) && !enVol.has(cle) && !entames.has(cle)) return 'GARDE'
  return estRefuse(registre, cle) && estPerdable(registre, cle) ? 'FENETRE' : 'ECRITURE'
}

function enPeril(registre: Registre): boolean {
  const { dus, enVol, entames } = registre
  if ([...entames].some((cle) => estRefuse(registre, cle))) return true
  return [...enVol.keys(), ...dus.keys()].some(
    (cle) => estRefuse(registre, cle) && estPerdable(registre, cle),
  )
}

function enRetard(registre: Registre): boolean {
  const { ferme, dus, enVol, entames } = registre
  if (!ferme) return false
  return entames.size > 0 || [...enVol.keys(), ...dus.keys()].some((c) => estPerdable(registre, c))
}

function partir(registre: Registre): void {
  const { coffre, dus, enVol } = registre
  registre.parti = true
  const cles = new Set([...enVol.keys(), ...dus.keys()])
  if (cles.size > 0) coffre.poser(new Map([...cles].map((cle) => [cle, lire(registre, cle)])))
}

async function relireTout(registre: Registre): Promise<void> {
  const { coffre, vues } = registre
  const avant = [...registre.tenus.keys()]
  registre.tenus = await coffre.lireTout()
  registre.lu = true
  vues.clear()
  publier(registre, [...new Set([...avant, ...registre.tenus.keys()])])
}

async function relire(registre: Registre, cles: readonly string[]): Promise<void> {
  retenir(registre, await registre.coffre.lire(cles))
  publier(registre, cles, 'AILLEURS')
}

/**
 * Another page has deleted the base, having seen nothing in it: what this one had just put there
 * goes back, before what it writes now.
 */
async function remettre(registre: Registre): Promise<void> {
  await registre.cours
  const { tenus, miens, dus, vues } = registre
  const perdus = [...tenus].filter(([cle]) => miens.has(cle))
  tenus.clear()
  vues.clear()
  for (const [cle, texte] of perdus) {
    const auteur: Auteur = () => ({ appliquer: (lu) => lu ?? texte })
    dus.set(cle, new Set([auteur, ...(dus.get(cle) ?? [])]))
  }
  void vider(registre)
}

/** What an earlier version of the site left in local storage: a page of it may still be open. */
function reprendreAnciens(registre: Registre): void {
  for (const cle of Object.keys(localStorage).filter((une) => une.startsWith(PREFIXE_CARNET))) {
    const texte = localStorage.getItem(cle)
    if (texte === null) continue
    registre.anciens.set(cle, texte)
    ecrire(registre, cle, () => ({
      appliquer: (lu) => reunir(lu, texte),
      tenu: () => oublierAncien(registre, cle),
    }))
  }
}

/** Unless a page of the earlier version has written there since: it is of the next start. */
function oublierAncien({ anciens }: Registre, cle: string): void {
  if (anciens.has(cle) && localStorage.getItem(cle) === anciens.get(cle))
    localStorage.removeItem(cle)
  anciens.delete(cle)
}

async function charger(registre: Registre): Promise<void> {
  const { coffre } = registre
  // On a shared computer nothing is written in clear, from the first.
  registre.ferme = estPostePartage()
  coffre.regler({ ferme: registre.ferme, sceau: null })
  coffre.ecouter(
    (cles) => void relire(registre, cles).catch(() => undefined),
    () => void remettre(registre),
  )
  const lu = relireTout(registre).catch(() => {
    registre.refuse = true
  })
  reprendreAnciens(registre)
  await auPlus(lu)
}

async function revenir(registre: Registre): Promise<void> {
  registre.parti = false
  void vider(registre)
  await relireTout(registre)
}

/** Those of one person, as they can be read here. */
const listSiennes = (registre: Registre, identifiant: string) =>
  listCles(registre).filter((cle) => cle.startsWith(cleCarnet(identifiant, '')))

async function regler(registre: Registre, regle: Regle): Promise<void> {
  const { coffre } = registre
  coffre.regler(regle)
  registre.ferme = regle.ferme
  // What was on its way is kept as before, and found there.
  await registre.cours
  try {
    await relireTout(registre)
    const siennes = regle.sceau ? listSiennes(registre, regle.sceau.identifiant) : []
    const tenues = siennes.filter((cle) => registre.tenus.has(cle))
    if (tenues.length > 0) {
      await coffre.modifier(tenues, (_, lu) => lu)
      coffre.annoncer(tenues)
    }
  } finally {
    await vider(registre)
  }
}

function renommer(registre: Registre, avant: string, apres: string): void {
  for (const cle of listSiennes(registre, avant)) {
    const texte = lire(registre, cle)
    const neuve = cleCarnet(apres, cle.slice(cleCarnet(avant, '').length))
    if (texte === null) continue
    const tenu = () => poser(registre, cle, null)
    ecrire(registre, neuve, () => ({ appliquer: (lu) => reunir(lu, texte), tenu }))
  }
}

function abandonner(registre: Registre, identifiant: string): void {
  const cles = listSiennes(registre, identifiant)
  const perdues = [...new Set([...cles, ...registre.entames])].filter((cle) =>
    cle.startsWith(cleCarnet(identifiant, '')),
  )
  for (const cle of perdues) {
    registre.dus.delete(cle)
    registre.entames.delete(cle)
    registre.vues.delete(cle)
  }
  publier(registre, perdues)
}

/** Waits for what the base does, and not for ever: one that never answers holds nobody. */
export async function auPlus(attendu: Promise<void>): Promise<void> {
  let minuterie: ReturnType<typeof setTimeout> | undefined
  const trop = new Promise<void>((finir) => {
    minuterie = setTimeout(finir, DELAI_MS)
  })
  try {
    await Promise.race([attendu, trop])
  } finally {
    clearTimeout(minuterie)
  }
}

async function supprimerSiVide(registre: Registre): Promise<void> {
  await registre.cours
  if (listCles(registre).length > 0 || registre.dus.size > 0) return
  // Another page may have written and not been heard yet.
  await relireTout(registre)
  if (registre.tenus.size === 0 && registre.dus.size === 0) registre.coffre.supprimer()
}

export function creerCarnets(coffre: Coffre): Carnets {
  const registre: Registre = {
    coffre,
    tenus: new Map(),
    lu: false,
    vues: new Map(),
    dus: new Map(),
    enVol: new Map(),
    entames: new Set(),
    miens: new Set(),
    anciens: new Map(),
    abonnes: new Set(),
    ferme: false,
    refuse: false,
    tarde: false,
    parti: false,
    cours: null,
    essai: undefined,
  }
  let charge: Promise<void> | null = null
  return {
    charger: () => {
      charge ??= charger(registre)
      return charge
    },
    lire: (cle) => lire(registre, cle),
    cles: () => listCles(registre),
    ecrire: (cle, auteur) => ecrire(registre, cle, auteur),
    poser: (cle, texte) => poser(registre, cle, texte),
    entamer: (cle) => {
      if (registre.entames.has(cle)) return
      registre.entames.add(cle)
      publier(registre, [cle], 'ENTAME')
    },
    etat: (cle) => etat(registre, cle),
    enPeril: () => enPeril(registre),
    abonner: (abonne) => {
      registre.abonnes.add(abonne)
      return () => void registre.abonnes.delete(abonne)
    },
    enRetard: () => enRetard(registre),
    regler: (regle) => auPlus(regler(registre, regle).catch(() => undefined)),
    renommer: (avant, apres) => renommer(registre, avant, apres),
    abandonner: (identifiant) => abandonner(registre, identifiant),
    partir: () => partir(registre),
    revenir: () => void revenir(registre).catch(() => undefined),
    supprimerSiVide: () => auPlus(supprimerSiVide(registre)),
  }
}

/** Those of this browser. */
export const carnets = creerCarnets(ouvrirCoffre())

export const cleCarnet = (identifiant: string, numero: string) =>
  `${PREFIXE_CARNET}${identifiant}:${numero}`

/** Whether something of this person waits in this browser. */
export const hasReliquat = (identifiant: string) => {
  const debut = cleCarnet(identifiant, '')
  return carnets.cles().some((cle) => cle.startsWith(debut))
}

let suivie = false

/** Makes what waits ready to be read, and sees to it as the page leaves, or comes back. */
export function chargerCarnets(): Promise<void> {
  if (!suivie) {
    suivie = true
    window.addEventListener('pagehide', carnets.partir)
    window.addEventListener('pageshow', ({ persisted }) => persisted && carnets.revenir())
    window.addEventListener('beforeunload', (evenement) => {
      if (carnets.enPeril() || carnets.enRetard()) evenement.preventDefault()
    })
  }
  return carnets.charger()
}
