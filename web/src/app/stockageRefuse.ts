/** A storage that lives as long as the page. Its keys are its own, as those of the browser's. */
const METHODES: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> &
  ThisType<Record<string, string>> = {
  getItem(cle) {
    return this[cle] ?? null
  },
  setItem(cle, valeur) {
    this[cle] = valeur
  },
  removeItem(cle) {
    delete this[cle]
  },
  clear() {
    for (const cle of Object.keys(this)) delete this[cle]
  },
}

/** Some browsers refuse their storage (cookies blocked): without this, nobody could sign in there. */
export function remplacerStockageRefuse(): void {
  for (const nom of ['localStorage', 'sessionStorage'] as const) {
    try {
      void globalThis[nom].length
    } catch {
      Object.defineProperty(globalThis, nom, { value: Object.create(METHODES), configurable: true })
    }
  }
}
