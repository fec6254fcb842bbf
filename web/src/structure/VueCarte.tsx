import type { EtatStructure } from '@releve/contract/structure/structure.schema.ts'
import { ETATS_STRUCTURE, type Structure } from '@releve/contract/structure/structure.schema.ts'
import { useCallback, useId, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Note } from '../ui/Note.tsx'
import {
  type Amas,
  dansCadre,
  estDecalee,
  estSituee,
  formatLatitude,
  formatLongitude,
  graticuleDe,
  type Plan,
  type Point,
  type Projection,
  planDe,
  type StructureSituee,
} from './carte.ts'
import { textesStructure } from './structure.textes.ts'
import { type Filtrage, Trouvees } from './Trouvees.tsx'
import { useLibelles, useListes } from './useLibelles.ts'
import '../ui/Invisible.css'
import './carte.css'

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
function Marque({ rangType, etat }: { rangType: number; etat: EtatStructure }) {
  const signe = SIGNES[etat]
  return (
    <g className={`str-marque str-marque-${etat}`} transform="scale(1.1)">
      <path className="str-forme" d={formeDe(rangType)} />
      {signe && <path className="str-signe" d={signe} />}
    </g>
  )
}

/** One function for all, so that it runs once. */
const prendreLeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Width of what it is given to, in whole pixels; 0 before it is laid out. */
function useLargeur() {
  const [largeur, setLargeur] = useState(0)
  const ref = useCallback((boite: HTMLElement | null) => {
    if (!boite) return
    const observateur = new ResizeObserver(() => setLargeur(Math.floor(boite.clientWidth)))
    observateur.observe(boite)
    return () => observateur.disconnect()
  }, [])
  return { ref, largeur }
}

/** Room of a meridian's degrees: at the edge they would be cut. */
const DEGRES = 48

/** Meridians and parallels, with their degrees along two sides. */
function Graticule({ projection }: { projection: Projection }) {
  const { largeur, hauteur, placer } = projection
  const { meridiens, paralleles } = graticuleDe(projection)
  return (
    <g className="str-graticule" aria-hidden="true">
      {meridiens.map((longitude) => {
        const { x } = placer({ latitude: 0, longitude })
        return (
          <g key={longitude}>
            <path d={`M${x} 0V${hauteur}`} />
            {x < largeur - DEGRES && (
              <text x={x + 4} y={hauteur - 6}>
                {formatLongitude(longitude)}
              </text>
            )}
          </g>
        )
      })}
      {paralleles.map((latitude) => {
        const { y } = placer({ latitude, longitude: 0 })
        return (
          <g key={latitude}>
            <path d={`M0 ${y}H${largeur}`} />
            <text x={6} y={y - 4}>
              {formatLatitude(latitude)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

type PropsPoint = {
  point: Point
  rangType: number
  nom: string
  onActif: (code: string | null) => void
}

function UnPoint({ point, rangType, nom, onActif }: PropsPoint) {
  const { place, structure } = point
  const { code, etat } = structure
  return (
    <Link
      to={paths.structure(code)}
      className="str-point"
      aria-label={nom}
      onMouseEnter={() => onActif(code)}
      onMouseLeave={() => onActif(null)}
      onFocus={() => onActif(code)}
      onBlur={() => onActif(null)}
    >
      <g transform={`translate(${place.x} ${place.y})`}>
        <circle className="str-cible" r={12.5} />
        <Marque rangType={rangType} etat={etat} />
      </g>
    </Link>
  )
}

/** The same map, looked at within these degrees; blank: the whole of it. */
function useVersCadre() {
  const [params] = useSearchParams()
  return (cadre: string) => {
    const suivants = new URLSearchParams(params)
    if (cadre) suivants.set('cadre', cadre)
    else suivants.delete('cadre')
    return { search: suivants.toString() }
  }
}

function UnAmas({ amas: { structures, place, cadre } }: { amas: Amas }) {
  const en = useLibelles()
  const vers = useVersCadre()
  const regions = [...new Set(structures.map(({ region }) => en('region', region)))]
  return (
    <Link
      to={vers(cadre)}
      preventScrollReset
      className="str-point str-amas"
      aria-label={t.amas(structures.length, regions.join(', '))}
    >
      <g transform={`translate(${place.x} ${place.y})`}>
        <circle className="str-cible" r={17} />
        <text>{structures.length}</text>
      </g>
    </Link>
  )
}

/** The words of the point that is looked at, over the map, on the side where there is room. */
function Bulle({
  plan,
  actif,
  nomDe,
}: {
  plan: Plan
  actif: string
  nomDe: (s: StructureSituee) => string[]
}) {
  const point = plan.points.find(({ structure }) => structure.code === actif)
  if (!point) return null
  const { x, y } = point.place
  const { largeur, hauteur } = plan.projection
  const horizontal = x < largeur / 2 ? { left: x } : { right: largeur - x }
  const vertical = y < hauteur / 2 ? { top: y + 18 } : { bottom: hauteur - y + 18 }
  const [titre, ...details] = nomDe(point.structure)
  return (
    <div className="str-bulle" aria-hidden="true" style={{ ...horizontal, ...vertical }}>
      <strong>{titre}</strong>
      <span>{details.join(' · ')}</span>
    </div>
  )
}

function Dessin({ plan, actif, onActif }: { plan: Plan } & Pick<Props, 'actif' | 'onActif'>) {
  const id = useId()
  const en = useLibelles()
  const { typeStructure: types } = useListes()
  const { projection, points, amas, regions } = plan
  const nomDe = ({ libelle, typeStructure, region, etat }: StructureSituee) => [
    libelle,
    en('typeStructure', typeStructure),
    en('region', region),
    textesStructure.etats[etat],
  ]
  const vise =
    points.find(({ structure }) => structure.code === actif) ??
    amas.find(({ structures }) => structures.some(({ code }) => code === actif))
  return (
    <>
      <svg
        className="str-carte-dessin"
        viewBox={`0 0 ${projection.largeur} ${projection.hauteur}`}
        width={projection.largeur}
        height={projection.hauteur}
        role="group"
        aria-labelledby={id}
      >
        <title id={id}>{t.nom}</title>
        <Graticule projection={projection} />
        <g className="str-regions" aria-hidden="true">
          {regions.map(({ code, position: { x, y } }) => (
            <text key={code} x={x} y={y}>
              {en('region', code)}
            </text>
          ))}
        </g>
        <g className="str-traits" aria-hidden="true">
          {points.filter(estDecalee).map(({ structure: { code }, lieu, place }) => (
            <path key={code} d={`M${lieu.x} ${lieu.y}L${place.x} ${place.y}`} />
          ))}
        </g>
        {vise && <circle className="str-vise" cx={vise.place.x} cy={vise.place.y} r={20} />}
        {amas.map((un) => (
          <UnAmas key={un.cadre} amas={un} />
        ))}
        {points.map((point) => (
          <UnPoint
            key={point.structure.code}
            point={point}
            rangType={types.findIndex(({ code }) => code === point.structure.typeStructure)}
            nom={nomDe(point.structure).join(', ')}
            onActif={onActif}
          />
        ))}
      </svg>
      {actif && <Bulle plan={plan} actif={actif} nomDe={nomDe} />}
    </>
  )
}

type Props = {
  structures: readonly StructureSituee[]
  /** Code of the structure that is looked at, here or in the list. */
  actif: string | null
  onActif: (code: string | null) => void
}

/** The map: a graticule, the regions' names, a mark by structure. East is on the right everywhere. */
function Carte({ structures, actif, onActif }: Props) {
  const { ref, largeur } = useLargeur()
  const [params] = useSearchParams()
  const vers = useVersCadre()
  const cadre = params.get('cadre') ?? ''
  // Setting hundreds of marks apart is not for each move of the pointer.
  const plan = useMemo(
    () => (largeur > 0 ? planDe(dansCadre(structures, cadre), largeur, cadre !== '') : null),
    [structures, largeur, cadre],
  )
  return (
    <div className="str-carte" dir="ltr" ref={ref} tabIndex={-1}>
      {cadre && (
        // What was pressed went with its map.
        <Link
          className="str-toute"
          ref={prendreLeFocus}
          to={vers('')}
          preventScrollReset
          onClick={({ currentTarget }) => prendreLeFocus(currentTarget.closest('div'))}
        >
          {t.toute}
        </Link>
      )}
      {plan && <Dessin plan={plan} actif={actif} onActif={onActif} />}
    </div>
  )
}

function Exemple(props: Parameters<typeof Marque>[0]) {
  return (
    <svg viewBox="-12 -12 24 24" width={24} height={24} aria-hidden="true" focusable="false">
      <Marque {...props} />
    </svg>
  )
}

/** What the shapes and the fillings of the map say; those that it shows only. */
function Legende({ structures }: { structures: readonly Structure[] }) {
  const { typeStructure: types } = useListes()
  const presents = new Set(structures.map(({ typeStructure }) => typeStructure))
  const etats = ETATS_STRUCTURE.filter((etat) => structures.some((une) => une.etat === etat))
  return (
    <section className="str-legende" aria-label={t.legende}>
      <h2>{t.types}</h2>
      <ul>
        {types.map(
          ({ code, libelle }, rang) =>
            presents.has(code) && (
              <li key={code}>
                <Exemple rangType={rang} etat="ACTIVE" />
                {libelle}
              </li>
            ),
        )}
      </ul>
      <h2>{t.etats}</h2>
      <ul>
        {etats.map((etat) => (
          <li key={etat}>
            <Exemple rangType={1} etat={etat} />
            {textesStructure.etats[etat]}
          </li>
        ))}
      </ul>
      <Note>{t.decalees}</Note>
    </section>
  )
}

const t = textesStructure.carte
const ID_LISTE = 'str-carte-liste'

type PropsListe = {
  titre: string
  structures: readonly Structure[]
  onActif: (code: string | null) => void
}

/** The same structures in words: what the map shows, and what it cannot. */
function Liste({ titre, structures, onActif }: PropsListe) {
  const en = useLibelles()
  const { region: regions } = useListes()
  const presentes = regions.filter(({ code }) => structures.some(({ region }) => region === code))
  return (
    <>
      <h2>{titre}</h2>
      {presentes.map(({ code: region, libelle }) => (
        <div key={region}>
          <h3>{libelle}</h3>
          <ul>
            {structures
              .filter((une) => une.region === region)
              .map(({ code, libelle: nom, typeStructure, etat }) => (
                <li key={code}>
                  <Link
                    to={paths.structure(code)}
                    onMouseEnter={() => onActif(code)}
                    onMouseLeave={() => onActif(null)}
                    onFocus={() => onActif(code)}
                    onBlur={() => onActif(null)}
                  >
                    {nom}
                  </Link>
                  <Second>
                    {[en('typeStructure', typeStructure), textesStructure.etats[etat]].join(' · ')}
                  </Second>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Situees({
  situees,
  sans,
}: {
  situees: readonly StructureSituee[]
  sans: readonly Structure[]
}) {
  const [actif, setActif] = useState<string | null>(null)
  return (
    <div className="str-carte-page">
      {situees.length === 0 ? (
        <EtatVide icone="structures">{t.aucune}</EtatVide>
      ) : (
        <div className="str-carte-figure">
          <a className="str-passer ui-invisible-hors-focus" href={`#${ID_LISTE}`}>
            {t.passer}
          </a>
          <Carte structures={situees} actif={actif} onActif={setActif} />
          <Legende structures={situees} />
        </div>
      )}
      <section className="str-carte-liste" id={ID_LISTE} tabIndex={-1} aria-label={t.liste}>
        {situees.length > 0 && <Liste titre={t.liste} structures={situees} onActif={setActif} />}
        {sans.length > 0 && (
          <>
            <Liste titre={t.sans} structures={sans} onActif={setActif} />
            <Note>{t.sansAide}</Note>
          </>
        )}
      </section>
    </div>
  )
}

/** The structures where they are. */
export default function VueCarte({ filtrage }: { filtrage: Filtrage }) {
  return (
    <Trouvees filtrage={filtrage}>
      {(trouvees) => (
        <Situees
          situees={trouvees.filter(estSituee)}
          sans={trouvees.filter((structure) => !estSituee(structure))}
        />
      )}
    </Trouvees>
  )
}
