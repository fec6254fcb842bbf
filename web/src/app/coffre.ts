import { definirBase, fin, issue } from './baseNavigateur.ts'

/** Signing out deletes it, once nothing waits in it (deconnexion.ts). */
export const BASE_COFFRE = 'releve-saisie'
const FORME = 1
const RAYON = 'carnets'

type Textes = ReadonlyMap<string, string | null>

/** Where notebooks outlive the page: texts by key, one store for all the pages of this browser. */
export type Coffre = {
  /** @throws where the browser refuses its bases. */
  lireTout: () => Promise<Map<string, string>>
  /** Null: nothing under this key. */
  lire: (cles: readonly string[]) => Promise<Textes>
  /**
   * Makes each text anew out of what is there (null: nothing), no other page writing meanwhile.
   * Resolves with what is written once the disk has it.
   * @throws when none of it is written: refused, full, gone.
   */
  modifier: (
    cles: readonly string[],
    changer: (cle: string, lu: string | null) => string | null,
  ) => Promise<Textes>
  /** Writes all at once, without reading, and tells it: the page may be leaving, and hears nothing more. */
  poser: (textes: Textes) => void
  supprimer: () => void
  /** Tells the other pages which keys have changed. */
  annoncer: (cles: readonly string[]) => void
  /** Hears them; and that another page has deleted all of it. */
  ecouter: (surChange: (cles: readonly string[]) => void, surSuppression: () => void) => void
}

function ecrireDans(rayon: IDBObjectStore, textes: Textes): void {
  for (const [cle, texte] of textes) {
    if (texte === null) rayon.delete(cle)
    else rayon.put(texte, cle)
  }
}

/**
 * The one of the browser. Strict: the power may go at any time, and what is said to be kept must be
 * on the disk, not on its way there (decision 0071).
 */
export function ouvrirCoffre(): Coffre {
  let supprimee = () => {}
  const base = definirBase({
    nom: BASE_COFFRE,
    forme: FORME,
    preparer: (neuve) => void neuve.createObjectStore(RAYON),
    surSuppression: () => supprimee(),
  })
  const passer = async (mode: IDBTransactionMode) => {
    const passage = (await base.ouvrir()).transaction(RAYON, mode, { durability: 'strict' })
    const finie = fin(passage)
    finie.catch(() => undefined)
    return { passage, finie, rayon: passage.objectStore(RAYON) }
  }
  const lireDans = async (rayon: IDBObjectStore, cles: readonly string[]) => {
    // Only texts are written here.
    const lus = cles.map((cle) => issue<string | undefined>(rayon.get(cle)))
    return (await Promise.all(lus)).map((lu) => lu ?? null)
  }
  let canal: BroadcastChannel | null = null
  return {
    lireTout: async () => {
      const { rayon } = await passer('readonly')
      const [cles, textes] = await Promise.all([
        // Only texts are written here, under texts.
        issue(rayon.getAllKeys() as IDBRequest<string[]>),
        issue<string[]>(rayon.getAll()),
      ])
      return new Map(cles.map((cle, rang) => [cle, textes[rang] ?? '']))
    },
    lire: async (cles) => {
      const lus = await lireDans((await passer('readonly')).rayon, cles)
      return new Map(cles.map((cle, rang) => [cle, lus[rang] ?? null]))
    },
    modifier: async (cles, changer) => {
      const { passage, finie, rayon } = await passer('readwrite')
      const lus = await lireDans(rayon, cles)
      const textes = new Map(cles.map((cle, rang) => [cle, changer(cle, lus[rang] ?? null)]))
      ecrireDans(rayon, textes)
      // At once: left to itself it waits for the page to hear of each write.
      passage.commit()
      await finie
      return textes
    },
    poser: (textes) => {
      const ecrire = async () => {
        const { passage, rayon } = await passer('readwrite')
        ecrireDans(rayon, textes)
        passage.commit()
        canal?.postMessage([...textes.keys()])
      }
      ecrire().catch(() => undefined)
    },
    supprimer: () => {
      base.fermer()
      indexedDB.deleteDatabase(BASE_COFFRE)
    },
    annoncer: (cles) => canal?.postMessage(cles),
    ecouter: (surChange, surSuppression) => {
      supprimee = surSuppression
      if (typeof BroadcastChannel === 'undefined') return
      canal = new BroadcastChannel(BASE_COFFRE)
      canal.addEventListener('message', ({ data }: MessageEvent<string[]>) => surChange(data))
    },
  }
}
