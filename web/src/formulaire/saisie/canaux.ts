type Rappel = () => void

/** Who listens to what: one channel per cell, so that a key wakes only the cells it changes. */
export type Canaux = {
  abonner: (canal: string, rappel: Rappel) => () => void
  publier: (canal: string) => void
}

export function creerCanaux(): Canaux {
  const canaux = new Map<string, Set<Rappel>>()
  return {
    abonner: (canal, rappel) => {
      const rappels = canaux.get(canal) ?? new Set()
      canaux.set(canal, rappels.add(rappel))
      return () => {
        rappels.delete(rappel)
        if (rappels.size === 0 && canaux.get(canal) === rappels) canaux.delete(canal)
      }
    },
    publier: (canal) => {
      for (const rappel of canaux.get(canal) ?? []) rappel()
    },
  }
}
