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
