/** One of the browser's bases (IndexedDB): opened as soon as it is asked for, once for the page. */
type BaseNavigateur = {
  /** @throws what the browser says where it refuses its bases, or has no room. */
  ouvrir: () => Promise<IDBDatabase>
  fermer: () => void
}

type Definition = {
  nom: string
  /** The shape of what it keeps, an integer to be raised with it. */
  forme: number
  /** Makes the stores of this shape, in a base that is new or of an older one. */
  preparer: (base: IDBDatabase) => void
  /** Another page has deleted it: what this one still holds of it is nowhere else. */
  surSuppression?: () => void
}

export function definirBase(definition: Definition): BaseNavigateur {
  const { nom, forme, preparer, surSuppression } = definition
  let ouverte: Promise<IDBDatabase> | null = null
  const fermer = () => {
    const fermee = ouverte
    ouverte = null
    fermee?.then((base) => base.close()).catch(() => undefined)
  }
  const ouvrir = () => {
    ouverte ??= new Promise<IDBDatabase>((rendre, echouer) => {
      const demande = indexedDB.open(nom, forme)
      demande.onupgradeneeded = () => preparer(demande.result)
      demande.onsuccess = () => {
        // Deleted, or of another shape, here or in another tab: nothing of ours may hold it.
        demande.result.onversionchange = ({ newVersion }) => {
          fermer()
          if (newVersion === null) surSuppression?.()
        }
        // The browser gives it up by itself: the next to ask opens it anew.
        demande.result.addEventListener('close', fermer)
        rendre(demande.result)
      }
      demande.addEventListener('error', () => echouer(demande.error))
    })
    const une = ouverte
    une.catch(() => {
      if (ouverte === une) ouverte = null
    })
    return une
  }
  return { ouvrir, fermer }
}

/** What the base answers to one request. */
export const issue = <T>(demande: IDBRequest<T>) =>
  new Promise<T>((rendre, echouer) => {
    demande.onsuccess = () => rendre(demande.result)
    demande.addEventListener('error', () => echouer(demande.error))
  })

/** Resolves once all of it is written; rejects when none of it is. */
export const fin = (passage: IDBTransaction) =>
  new Promise<void>((rendre, echouer) => {
    passage.oncomplete = () => rendre()
    passage.addEventListener('abort', () => echouer(passage.error))
  })
