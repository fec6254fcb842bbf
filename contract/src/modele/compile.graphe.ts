import type { Arete } from './compile.schema.ts'
import type { Lectures } from './expression.ts'

export type Graphe = { ordre: number[]; places: number[]; dependants: Arete[][] }

/**
 * Orders the nodes, each after those that it reads.
 * @returns the graph, or the ids along a cycle, the first repeated at the end.
 */
export function ordonner(lectures: Lectures[]): Graphe | { cycle: number[] } {
  const ordre: number[] = []
  const etats: ('ouvert' | 'fini' | undefined)[] = []
  const chemin: number[] = []

  // Depth is bounded by the longest chain of formulas, not by the number of cells.
  const visiter = (id: number): number[] | null => {
    if (etats[id] === 'fini') return null
    if (etats[id] === 'ouvert') return [...chemin.slice(chemin.indexOf(id)), id]
    etats[id] = 'ouvert'
    chemin.push(id)
    const lus = lectures[id]
    for (const lu of [...(lus?.noeuds ?? []), ...(lus?.memeLigne ?? [])]) {
      const cycle = visiter(lu)
      if (cycle) return cycle
    }
    chemin.pop()
    etats[id] = 'fini'
    ordre.push(id)
    return null
  }

  for (let id = 0; id < lectures.length; id++) {
    const cycle = visiter(id)
    if (cycle) return { cycle }
  }
  return { ordre, places: inverser(ordre), dependants: retourner(lectures) }
}

function inverser(ordre: number[]): number[] {
  const places: number[] = new Array(ordre.length).fill(0)
  ordre.forEach((id, place) => {
    places[id] = place
  })
  return places
}

function retourner(lectures: Lectures[]): Arete[][] {
  const dependants: Arete[][] = lectures.map(() => [])
  lectures.forEach(({ noeuds, memeLigne }, vers) => {
    for (const lu of noeuds) dependants[lu]?.push({ vers, memeLigne: false })
    for (const lu of memeLigne) if (!noeuds.has(lu)) dependants[lu]?.push({ vers, memeLigne: true })
  })
  return dependants
}
