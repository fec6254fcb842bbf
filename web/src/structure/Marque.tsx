import type { EtatStructure } from '@releve/contract/structure/structure.schema.ts'

/** Radius of a mark, in pixels. */
const RAYON = 8

const arrondi = (valeur: number) => Math.round(valeur * 100) / 100

/** A closed line through points at these radii, evenly turned; the first one at `depart` degrees. */
function tracer(rayons: readonly number[], depart: number): string {
  const sommets = rayons.map((rayon, rang) => {
    const angle = ((depart + (360 * rang) / rayons.length) * Math.PI) / 180
    return `${arrondi(rayon * Math.cos(angle))} ${arrondi(rayon * Math.sin(angle))}`
  })
  return `M${sommets.join('L')}Z`
}

const polygone = (cotes: number, depart: number, rayon = RAYON) =>
  tracer(Array<number>(cotes).fill(rayon), depart)
const etoile = (branches: number, creux: number, depart = -90) =>
  tracer(
    Array.from({ length: branches * 2 }, (_, rang) =>
      rang % 2 === 0 ? RAYON + 1 : (RAYON + 1) * creux,
    ),
    depart,
  )
const CROIX = 'M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z'
const X = 'M-8-5-5-8 0-3 5-8 8-5 3 0 8 5 5 8 0 3-5 8-8 5-3 0Z'

/** One shape per type of structure, the easiest to tell apart first. */
const FORMES = [
  polygone(4, -90, 9.5),
  'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z',
  polygone(4, 45, 9),
  polygone(3, -90, 9.5),
  polygone(3, 90, 9.5),
  polygone(6, 0, 8.5),
  etoile(5, 0.45),
  CROIX,
  polygone(5, -90, 8.5),
  'M-8 4a8 8 0 0 1 16 0Z',
  X,
  'M-9-4.5H9V4.5H-9Z',
  etoile(4, 0.4),
  'M-8-4a8 8 0 0 0 16 0Z',
  etoile(6, 0.55),
  polygone(3, 0, 9.5),
  polygone(3, 180, 9.5),
] as const

/** The shape of the type of this rank in its list; beyond those that can be told, they serve again. */
const formeDe = (rang: number): string => FORMES[Math.max(0, rang) % FORMES.length] ?? FORMES[0]

/** What is drawn over the shape, so that the state is not told by colour alone. */
const SIGNES: Record<EtatStructure, string | null> = {
  ACTIVE: null,
  INVITEE: null,
  SUSPENDUE: 'M-2.5-3.500V3.500M2.500-3.500V3.500',
  FERMEE: 'M-9 9 9-9',
}

/** The mark of a structure, around the origin: its type by the shape, its state by how it is filled. */
export function Marque({ rangType, etat }: { rangType: number; etat: EtatStructure }) {
  const signe = SIGNES[etat]
  return (
    <g className={`str-marque str-marque-${etat}`} transform="scale(1.1)">
      <path className="str-forme" d={formeDe(rangType)} />
      {signe && <path className="str-signe" d={signe} />}
    </g>
  )
}
