import { useState } from 'react'

const AUCUNE: ReadonlySet<string> = new Set()

/**
 * The squares chosen. They go with what is shown: `vue` tells one set of filters from another.
 * `ouvert`: a press chooses, instead of opening.
 */
export function useChoix(vue: string) {
  const [etat, setEtat] = useState({ vue, ouvert: false, cles: AUCUNE })
  const { ouvert, cles } = etat.vue === vue ? etat : { ouvert: etat.ouvert, cles: AUCUNE }
  const poser = (suivantes: Iterable<string>) =>
    setEtat({ vue, ouvert: true, cles: new Set(suivantes) })
  return {
    ouvert,
    cles,
    /** All of these in, unless they all were: then all out. */
    basculer: (visees: readonly string[]) => {
      const toutes = visees.every((cle) => cles.has(cle))
      const retirees = new Set(toutes ? visees : [])
      poser([...cles].filter((cle) => !retirees.has(cle)).concat(toutes ? [] : visees))
    },
    vider: () => poser([]),
    ouvrir: (voulu: boolean) => setEtat({ vue, ouvert: voulu, cles: voulu ? cles : AUCUNE }),
  }
}

export type Choix = ReturnType<typeof useChoix>
