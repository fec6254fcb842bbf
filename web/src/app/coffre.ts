import { reunir } from './anciens.ts'
import { definirBase, fin, issue } from './baseNavigateur.ts'
import { PREFIXE_CARNET } from './stockage.ts'

/** Signing out deletes it, once nothing waits in it (deconnexion.ts). */
export const BASE_COFFRE = 'releve-saisie'
/** 2: texts may be sealed, which a page of the version before would take for nothing. */
const FORME = 2
const RAYON = 'carnets'
/**
 * What pages write as they leave, over what stands in the other; null: nothing. A base apart: the
 * browser drops whatever a page that is gone had waiting behind another passage of the same base.
 */
export const BASE_DEPARTS = 'releve-saisie-departs'

type Textes = ReadonlyMap<string, string | null>

/** A text that only its account's key opens. */
export type TexteScelle = { iv: Uint8Array<ArrayBuffer>; octets: ArrayBuffer }

/** Seals and opens the texts of one account; held by the page, and stored nowhere (sceau.ts). */
export type Sceau = {
  identifiant: string
  /** Tells this key from others, and nothing of it. */
  empreinte: string
  /** `de`: what the text is of, without which it does not open. */
  sceller: (de: string, texte: string) => Promise<TexteScelle>
  /** @throws when it is another's, or was altered. */
  ouvrir: (de: string, scelle: TexteScelle) => Promise<string>
}

/** How texts are kept. `ferme`: sealed, and nothing in clear. `sceau`: of whoever is signed in. */
export type Regle = { ferme: boolean; sceau: Sceau | null }

/** Begins the keys of what is sealed: the print of an account's key stands for its name. */
const PREFIXE_SCELLE = `${PREFIXE_CARNET}#`
export const estScelle = (cle: string) => cle.startsWith(PREFIXE_SCELLE)
export const prefixeScelle = (empreinte: string) => `${PREFIXE_SCELLE}${empreinte}:`

/** Where notebooks outlive the page: texts by key, one store for all the pages of this browser. */
export type Coffre = {
  /**
   * What is sealed and cannot be opened here stands under its own key (`estScelle`), blank.
   * @throws where the browser refuses its bases.
   */
  lireTout: () => Promise<Map<string, string>>
  /** Null: nothing under this key. */
  lire: (cles: readonly string[]) => Promise<Textes>
  /**
   * Makes each text anew out of what is there (null: nothing), no other page writing meanwhile:
   * made again when one did. Resolves with what is written once the disk has it.
   * @throws when none of it is written: refused, full, gone, or may not be kept in clear.
   */
  modifier: (
    cles: readonly string[],
    changer: (cle: string, lu: string | null) => string | null,
  ) => Promise<Textes>
  /** Writes all at once, without reading, and tells it: the page may be leaving, and hears nothing more. */
  poser: (textes: Textes) => void
  supprimer: () => void
  /** From now on texts are kept so; those that are there stay as they are. */
  regler: (regle: Regle) => void
  /** Whether what is written under this key can be kept. */
  peut: (cle: string) => boolean
  /** Tells the other pages which keys have changed. */
  annoncer: (cles: readonly string[]) => void
  /** Hears them; and that another page has deleted all of it. */
  ecouter: (surChange: (cles: readonly string[]) => void, surSuppression: () => void) => void
}

/** What the base holds under a key. */
type Brut = string | TexteScelle
type Bruts = ReadonlyMap<string, Brut | null>

/** What this text is of, when it is of the key's owner. */
function sienDe({ sceau }: Regle, cle: string): { de: string; casier: string } | null {
  const debut = sceau && `${PREFIXE_CARNET}${sceau.identifiant}:`
  if (!debut || !cle.startsWith(debut)) return null
  const de = cle.slice(debut.length)
  return { de, casier: prefixeScelle(sceau.empreinte) + de }
}

/** Opens what stands under this key of the base; null where that cannot be. */
async function ouvrirCasier(
  { sceau }: Regle,
  casier: string,
  scelle: TexteScelle,
): Promise<{ cle: string; texte: string } | null> {
  const debut = sceau && prefixeScelle(sceau.empreinte)
  if (!debut || !casier.startsWith(debut)) return null
  const de = casier.slice(debut.length)
  const texte = await sceau.ouvrir(de, scelle).catch(() => null)
  return texte === null ? null : { cle: `${PREFIXE_CARNET}${sceau.identifiant}:${de}`, texte }
}

/** One text of what is there in clear, and sealed: each may be of an earlier start. */
async function lireUn(regle: Regle, cle: string, bruts: Bruts): Promise<string | null> {
  const clair = bruts.get(cle) ?? null
  // A key of the base itself, told by another page: nobody here opens it, or it has its name.
  if (clair !== null && typeof clair !== 'string')
    return (await ouvrirCasier(regle, cle, clair)) ? null : ''
  const sien = sienDe(regle, cle)
  const scelle = sien && bruts.get(sien.casier)
  if (!regle.sceau || !sien || !scelle || typeof scelle === 'string') return clair
  const ouvert = await regle.sceau.ouvrir(sien.de, scelle)
  return clair === null ? ouvert : reunir(ouvert, clair)
}

/** The same as read: what is sealed never is twice alike. */
function estMeme(a: Brut | null, b: Brut | null): boolean {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return a === b
  return a.iv.every((octet, rang) => octet === b.iv[rang])
}

const peutSelon = (regle: Regle, cle: string) => !regle.ferme || sienDe(regle, cle) !== null

/** What these texts become in the base, one way or the other, and not both. */
async function enBruts(regle: Regle, textes: Textes): Promise<Map<string, Brut | null>> {
  const bruts = new Map<string, Brut | null>()
  for (const [cle, texte] of textes) {
    const sien = sienDe(regle, cle)
    const scelle = regle.ferme && texte !== null
    if (scelle && !(regle.sceau && sien)) throw new Error('not to be kept in clear')
    bruts.set(cle, scelle ? null : texte)
    if (regle.sceau && sien)
      bruts.set(sien.casier, scelle ? await regle.sceau.sceller(sien.de, texte) : null)
  }
  return bruts
}

/** Where the base may hold them: in clear, or sealed. */
const clesDeBase = (regle: Regle, cles: readonly string[]) =>
  cles.flatMap((cle) => {
    const sien = sienDe(regle, cle)
    return sien ? [cle, sien.casier] : [cle]
  })

function ecrireDans(rayon: IDBObjectStore, bruts: Bruts): void {
  for (const [cle, brut] of bruts) {
    if (brut === null) rayon.delete(cle)
    else rayon.put(brut, cle)
  }
}

/** Gives up a passage, unless it is being brought to the disk. */
function renoncer(passage: IDBTransaction): void {
  try {
    passage.abort()
  } catch {
    // It ends by itself.
  }
}

// Nothing else is written in these stores.
const listCles = (rayon: IDBObjectStore) => issue(rayon.getAllKeys() as IDBRequest<string[]>)
const listBruts = (rayon: IDBObjectStore) => issue<(Brut | null)[]>(rayon.getAll())

async function lireDans(rayon: IDBObjectStore, cles: readonly string[]): Promise<Bruts> {
  const lus = cles.map((cle) => issue<Brut | undefined>(rayon.get(cle)))
  const bruts = await Promise.all(lus)
  return new Map(cles.map((cle, rang) => [cle, bruts[rang] ?? null]))
}

/** A base of one store. */
function definirRayon(nom: string, surSuppression: () => void = () => {}) {
  const base = definirBase({
    nom,
    forme: FORME,
    preparer: (celle) => {
      if (!celle.objectStoreNames.contains(RAYON)) celle.createObjectStore(RAYON)
    },
    surSuppression,
  })
  const enCours = new Set<IDBTransaction>()
  const passer = async (mode: IDBTransactionMode) => {
    const passage = (await base.ouvrir()).transaction(RAYON, mode, { durability: 'strict' })
    const finie = fin(passage)
    enCours.add(passage)
    finie.catch(() => undefined).finally(() => enCours.delete(passage))
    return { passage, finie, rayon: passage.objectStore(RAYON) }
  }
  return {
    passer,
    /** Gives up what this page has under way, but for what is being brought to the disk. */
    renoncer: () => enCours.forEach(renoncer),
    lireTout: async (): Promise<[string, Brut | null][]> => {
      const { rayon } = await passer('readonly')
      const [cles, bruts] = await Promise.all([listCles(rayon), listBruts(rayon)])
      return cles.map((cle, rang) => [cle, bruts[rang] ?? null])
    },
    supprimer: () => {
      base.fermer()
      indexedDB.deleteDatabase(nom)
    },
  }
}

/**
 * The store of the base, and the one of the last words. Strict: the power may go at any time, and
 * what is said to be kept must be on the disk, not on its way there (decision 0071).
 */
function ouvrirRayon(surSuppression: () => void) {
  const carnets = definirRayon(BASE_COFFRE, surSuppression)
  const departs = definirRayon(BASE_DEPARTS)
  /** What pages left as they went takes its place among the rest, then is there no more. */
  const rassembler = async (laisses: Bruts) => {
    const { passage, finie, rayon } = await carnets.passer('readwrite')
    ecrireDans(rayon, laisses)
    passage.commit()
    await finie
    const apart = await departs.passer('readwrite')
    const ici = await lireDans(apart.rayon, [...laisses.keys()])
    for (const [cle, brut] of laisses)
      if (estMeme(brut, ici.get(cle) ?? null)) apart.rayon.delete(cle)
    apart.passage.commit()
    await apart.finie
  }
  /** From here on nothing stands apart: a reading that follows has it all. */
  const reunirDeparts = async () => {
    const laisses = new Map(await departs.lireTout())
    if (laisses.size > 0) await rassembler(laisses)
  }
  return {
    lireTout: async (): Promise<[string, Brut][]> => {
      await reunirDeparts()
      const tous = await carnets.lireTout()
      return tous.map(([cle, brut]) => [cle, brut ?? ''])
    },
    lire: async (cles: readonly string[]) => {
      await reunirDeparts()
      return lireDans((await carnets.passer('readonly')).rayon, cles)
    },
    /** Writes these if all is still as it was read; false when another page has written since. */
    echanger: async (lus: Bruts, bruts: Bruts): Promise<boolean> => {
      const { passage, finie, rayon } = await carnets.passer('readwrite')
      const [cles, ici] = [[...lus.keys()], await lireDans(rayon, [...lus.keys()])]
      const intact = cles.every((cle) => estMeme(lus.get(cle) ?? null, ici.get(cle) ?? null))
      if (intact) ecrireDans(rayon, bruts)
      // At once: left to itself it waits for the page to hear of each write.
      passage.commit()
      await finie
      return intact
    },
    /** The last word of a page that may be leaving: nothing of this page is before it. */
    ecrire: async (bruts: Bruts) => {
      departs.renoncer()
      const { passage, rayon } = await departs.passer('readwrite')
      for (const [cle, brut] of bruts) rayon.put(brut, cle)
      passage.commit()
    },
    supprimer: () => {
      carnets.supprimer()
      departs.supprimer()
    },
  }
}

async function lireToutSelon(regle: Regle, bruts: [string, Brut][]): Promise<Map<string, string>> {
  const textes = new Map<string, string>()
  for (const [cle, brut] of bruts) if (typeof brut === 'string') textes.set(cle, brut)
  for (const [casier, brut] of bruts) {
    if (typeof brut === 'string') continue
    const ouvert = await ouvrirCasier(regle, casier, brut)
    const { cle, texte } = ouvert ?? { cle: casier, texte: '' }
    const clair = textes.get(cle)
    textes.set(cle, clair === undefined ? texte : reunir(texte, clair))
  }
  return textes
}

export type Rayon = ReturnType<typeof ouvrirRayon>

/**
 * The one of the browser. Nothing is ciphered within a passage, which would not wait for it:
 * what was read is compared again as it is written.
 */
export function ouvrirCoffre(ouvrir: (surSuppression: () => void) => Rayon = ouvrirRayon): Coffre {
  let supprimee = () => {}
  let regle: Regle = { ferme: false, sceau: null }
  const rayon = ouvrir(() => supprimee())
  let canal: BroadcastChannel | null = null
  const annoncer = (cles: readonly string[]) => canal?.postMessage(clesDeBase(regle, cles))
  return {
    lireTout: async () => lireToutSelon(regle, await rayon.lireTout()),
    lire: async (cles) => {
      const bruts = await rayon.lire(clesDeBase(regle, cles))
      const textes = cles.map(async (cle) => [cle, await lireUn(regle, cle, bruts)] as const)
      return new Map(await Promise.all(textes))
    },
    modifier: async (cles, changer) => {
      for (;;) {
        const celle = regle
        const lus = await rayon.lire(clesDeBase(celle, cles))
        const textes = new Map<string, string | null>()
        for (const cle of cles) textes.set(cle, changer(cle, await lireUn(celle, cle, lus)))
        if (await rayon.echanger(lus, await enBruts(celle, textes))) return textes
      }
    },
    poser: (textes) => {
      const ecrire = async () => {
        await rayon.ecrire(await enBruts(regle, textes))
        annoncer([...textes.keys()])
      }
      ecrire().catch(() => undefined)
    },
    supprimer: rayon.supprimer,
    regler: (une) => {
      regle = une
    },
    peut: (cle) => peutSelon(regle, cle),
    annoncer,
    ecouter: (surChange, surSuppression) => {
      supprimee = surSuppression
      if (typeof BroadcastChannel === 'undefined') return
      canal = new BroadcastChannel(BASE_COFFRE)
      canal.addEventListener('message', ({ data }: MessageEvent<string[]>) => surChange(data))
    },
  }
}
