import { type Donnees, ecrireValeur } from './donnees.ts'
import { etendueDe, longueurDe, toutesDe } from './echelle.ts'

const NOM = 20
const BARRE = 12
const ENTRE = 3
const APRES = 12
/** Room for the figure at the end of the longest bar. */
const CHIFFRE = 64

/** Below, short names are written where there are some. */
const ETROIT = 420

type Props = { donnees: Donnees; largeur: number; borne?: readonly [number, number] }

/** A figure or several for each thing: its name, then its bars, each with its figure at the end. */
export function Barres({ donnees, largeur, borne }: Props) {
  const { points, series } = donnees
  const pas = NOM + series.length * (BARRE + ENTRE) + APRES
  const maximum = borne?.[1] ?? etendueDe(toutesDe(donnees))?.[1] ?? 0
  const place = { maximum, largeur: largeur - CHIFFRE }
  return (
    <svg className="gra-svg" width={largeur} height={points.length * pas} aria-hidden="true">
      {points.map(({ nom, cle = nom, court = nom, valeurs }, rang) => (
        <g key={cle} transform={`translate(0 ${rang * pas})`}>
          <text className="gra-nom gra-nom-barre" x={0} y={14}>
            {largeur < ETROIT ? court : nom}
          </text>
          {series.map((serie, numero) => {
            const valeur = valeurs[numero] ?? null
            const longueur = longueurDe(valeur, place)
            const haut = NOM + numero * (BARRE + ENTRE)
            return (
              <g key={serie} className={`gra-barre gra-barre-${numero}`}>
                <title>{`${serie}, ${nom}\u00a0: ${ecrireValeur(donnees, valeur)}`}</title>
                <rect x={0.5} y={haut} width={Math.max(longueur - 1, 0)} height={BARRE} />
                <text x={longueur + 6} y={haut + BARRE / 2} dy="0.35em">
                  {ecrireValeur(donnees, valeur)}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
