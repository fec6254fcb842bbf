import type { Coffre, Rayon, Regle, TexteScelle } from './coffre.ts'

/** What the browser has and Node has not. */
export function memoire() {
  const valeurs = new Map<string, string>()
  const methodes = {
    getItem: (cle: string) => valeurs.get(cle) ?? null,
    setItem: (cle: string, valeur: string) => void valeurs.set(cle, valeur),
    removeItem: (cle: string) => void valeurs.delete(cle),
    clear: () => valeurs.clear(),
  }
  return new Proxy(methodes, {
    ownKeys: () => [...valeurs.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

/**
 * The base of a browser, and the pages that share it. `refuse`: it writes and reads nothing;
 * `porte`: what each passage waits for; `sourde`: the page goes, and no
 * passage that it must hear of ends any more.
 */
export function monterBase() {
  const textes = new Map<string, string>()
  const base = { textes, refuse: false, sourde: false, porte: Promise.resolve(), passages: 0 }
  type Page = { surChange: (cles: readonly string[]) => void; surSuppression: () => void }
  const pages: Page[] = []
  let file = Promise.resolve<unknown>(undefined)
  /** One at a time, as they come. */
  const passer = <T>(agir: () => T): Promise<T> => {
    const suivant = file.then(async () => {
      await base.porte
      if (base.refuse) throw new DOMException('refusé', 'QuotaExceededError')
      return agir()
    })
    file = suivant.catch(() => undefined)
    return suivant
  }
  const poser = (neufs: ReadonlyMap<string, string | null>) => {
    for (const [cle, texte] of neufs) {
      if (texte === null) textes.delete(cle)
      else textes.set(cle, texte)
    }
  }
  const ouvrir = (): Coffre => {
    const page: Page = { surChange: () => {}, surSuppression: () => {} }
    pages.push(page)
    const autres = () => pages.filter((une) => une !== page)
    let regle: Regle = { ferme: false, sceau: null }
    return {
      regler: (une) => {
        regle = une
      },
      peut: (cle) => !regle.ferme || cle.startsWith(`saisie:${regle.sceau?.identifiant ?? '#'}:`),
      lireTout: () => passer(() => new Map(textes)),
      lire: (cles) => passer(() => new Map(cles.map((cle) => [cle, textes.get(cle) ?? null]))),
      modifier: (cles, changer) => {
        if (base.sourde) return new Promise(() => undefined)
        return passer(() => {
          base.passages += 1
          const neufs = new Map(cles.map((cle) => [cle, changer(cle, textes.get(cle) ?? null)]))
          poser(neufs)
          return neufs
        })
      },
      poser: (neufs) => void passer(() => poser(neufs)).catch(() => undefined),
      supprimer: () =>
        void passer(() => {
          textes.clear()
          for (const autre of autres()) autre.surSuppression()
        }),
      annoncer: (cles) => {
        for (const autre of autres()) autre.surChange(cles)
      },
      ecouter: (surChange, surSuppression) =>
        void Object.assign(page, { surChange, surSuppression }),
    }
  }
  return Object.assign(base, { ouvrir })
}

/** What a base holds, as it is on the disk; `pendant`: what another page does before the next writing. */
export function monterRayon() {
  const bruts = new Map<string, string | TexteScelle>()
  const disque = { bruts, pendant: () => {} }
  const poser = (neufs: ReadonlyMap<string, string | TexteScelle | null>) => {
    for (const [cle, brut] of neufs) {
      if (brut === null) bruts.delete(cle)
      else bruts.set(cle, brut)
    }
  }
  const ouvrir = (): Rayon => ({
    lireTout: async () => [...bruts],
    lire: async (cles) => new Map(cles.map((cle) => [cle, bruts.get(cle) ?? null])),
    echanger: async (lus, neufs) => {
      disque.pendant()
      disque.pendant = () => {}
      // What is sealed is read as the same object here.
      const intact = [...lus].every(([cle, lu]) => (bruts.get(cle) ?? null) === lu)
      if (intact) poser(neufs)
      return intact
    },
    ecrire: async (neufs) => poser(neufs),
    supprimer: () => bruts.clear(),
  })
  return Object.assign(disque, { ouvrir })
}
