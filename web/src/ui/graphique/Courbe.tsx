import { formatNombre } from '../format.ts'
import { type Donnees, ecrireValeur, type Valeur } from './donnees.ts'
import { echelleX, echelleY, pasDe, toutesDe, traceDe } from './echelle.ts'
import { Marque } from './Marque.tsx'

const HAUTEUR = 220
const BAS = 30
const HAUT = 10
/** Room for the figures beside the axis, and after the last point. */
const GAUCHE = 52
const DROITE = 14
/** Pixels that the short name of a month takes. */
const PLACE_NOM = 70

type Props = {
  donnees: Donnees
  largeur: number
  /** Bounds that the figures have by nature: shares lie between 0 and 1. */
  borne?: readonly [number, number]
}

type Trait = Pick<Props, 'donnees'> & {
  rang: number
  valeurs: readonly Valeur[]
  x: (rang: number) => number
  y: (valeur: number) => number
}

function Serie({ donnees, rang, valeurs, x, y }: Trait) {
  return (
    <g className={`gra-serie gra-serie-${rang}`}>
      <path d={traceDe(valeurs, x, y)} />
      {valeurs.map((valeur, place) => {
        const point = donnees.points[place]
        if (valeur === null || !point) return null
        const dit = `${donnees.series[rang]}, ${point.nom}\u00a0: ${ecrireValeur(donnees, valeur)}`
        return (
          <g key={point.nom} transform={`translate(${x(place)} ${y(valeur)})`}>
            <title>{dit}</title>
            <Marque rang={rang} />
          </g>
        )
      })}
    </g>
  )
}

/** Series over time: a stroke each, with its own dashes and marks; it stops where a figure misses. */
export function Courbe({ donnees, largeur, borne }: Props) {
  const { points, series } = donnees
  const droite = largeur - DROITE
  const sol = HAUTEUR - BAS
  const x = echelleX(points.length, [GAUCHE, droite])
  const { placer: y, graduations } = echelleY(toutesDe(donnees), { haut: HAUT, bas: sol }, borne)
  const pas = pasDe(points.length, droite - GAUCHE, PLACE_NOM)
  // The last one is always named: it is what one looks for.
  const estNomme = (rang: number) => (points.length - 1 - rang) % pas === 0
  return (
    <svg className="gra-svg" width={largeur} height={HAUTEUR} aria-hidden="true">
      {graduations.map((valeur) => (
        <g key={valeur} className="gra-axe">
          <line x1={GAUCHE} x2={droite} y1={y(valeur)} y2={y(valeur)} />
          <text x={GAUCHE - 8} y={y(valeur)} dy="0.35em" textAnchor="end">
            {(donnees.format ?? formatNombre)(valeur)}
          </text>
        </g>
      ))}
      {points.map(
        ({ nom, court = nom }, rang) =>
          estNomme(rang) && (
            <text
              key={nom}
              className="gra-nom"
              x={x(rang)}
              y={HAUTEUR - 8}
              textAnchor={rang === points.length - 1 && rang > 0 ? 'end' : 'middle'}
            >
              {court}
            </text>
          ),
      )}
      {series.map((nom, rang) => (
        <Serie
          key={nom}
          {...{ donnees, rang, x, y }}
          valeurs={points.map(({ valeurs }) => valeurs[rang] ?? null)}
        />
      ))}
    </svg>
  )
}
