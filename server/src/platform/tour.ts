import { erreur } from './erreur.ts'

type Tours = {
  /** Run at once. */
  simultanes: number
  /** Beyond it the service says that it is busy, rather than answer after the person has left. */
  enAttente: number
  /** After how many seconds to come again. */
  retour: number
}

/** Gives a function that runs each work when its turn comes. It throws `SERVICE_OCCUPE` when too many wait. */
export function ouvrirTours({ simultanes, enAttente, retour }: Tours) {
  let actifs = 0
  const file: (() => void)[] = []
  return async function attendreSonTour<T>(travail: () => Promise<T>): Promise<T> {
    if (actifs < simultanes) actifs += 1
    else {
      if (file.length >= enAttente) throw erreur('SERVICE_OCCUPE', {}, { attente: retour })
      // Whoever ends hands its place over: `actifs` does not move.
      await new Promise<void>((entrer) => file.push(entrer))
    }
    try {
      return await travail()
    } finally {
      const suivant = file.shift()
      if (suivant) suivant()
      else actifs -= 1
    }
  }
}
