import { type ReactNode, useId } from 'react'
import { Defile } from './Defile.tsx'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import './Squelette.css'
import './Tableau.css'

export type Colonne<T> = {
  cle: string
  titre: string
  /** The heading is for screen readers only. */
  muet?: boolean
  rendu: (ligne: T) => ReactNode
  /** It names the row; else the first one does. */
  entete?: boolean
  /** Figures: aligned on their units, whatever the direction of the page. */
  nombre?: boolean
  /** Name of this column for the server's sort. */
  tri?: string
}

type Tri = {
  /** Sort in force (`-champ`: descending), and what to do of another. */
  tri?: string
  onTri?: (tri: string) => void
}

type Props<T> = Tri & {
  /** What the table holds: its caption, and the name of its scrolling region. */
  legende: string
  colonnes: readonly Colonne<T>[]
  lignes: readonly T[]
  cleDe: (ligne: T) => string
  /** The rows shown are the former ones: others are being read. */
  perime?: boolean
  /** False: few and short columns, which stay a table on a phone too. */
  cartes?: boolean
  className?: string
}

function sensDe(tri: string | undefined, champ: string | undefined) {
  if (!champ || !tri) return undefined
  if (tri === champ) return 'ascending'
  return tri === `-${champ}` ? 'descending' : undefined
}

function EnTete<T>({ colonne, tri, onTri }: Tri & { colonne: Colonne<T> }) {
  const sens = sensDe(tri, colonne.tri)
  const { titre, tri: champ } = colonne
  const contenu =
    champ && onTri ? (
      <button
        type="button"
        className="ui-tri"
        onClick={() => onTri(sens === 'ascending' ? `-${champ}` : champ)}
      >
        {titre}
        <Icone nom={sens === 'descending' ? 'triBas' : 'triHaut'} taille={14} />
      </button>
    ) : (
      titre
    )
  return (
    <th scope="col" aria-sort={sens} className={classeDe(colonne)}>
      {colonne.muet ? <Invisible>{titre}</Invisible> : contenu}
    </th>
  )
}

const classeDe = <T,>({ nombre, cle }: Colonne<T>) => `ui-c-${cle}${nombre ? ' nombre' : ''}`

function Ligne<T>({ colonnes, ligne }: { colonnes: readonly Colonne<T>[]; ligne: T }) {
  const nom = colonnes.find(({ entete }) => entete) ?? colonnes[0]
  return (
    <tr>
      {colonnes.map((colonne) => {
        const Cellule = colonne === nom ? 'th' : 'td'
        return (
          <Cellule
            key={colonne.cle}
            scope={colonne === nom ? 'row' : undefined}
            data-titre={colonne.muet ? undefined : colonne.titre}
            className={classeDe(colonne)}
          >
            {colonne.rendu(ligne)}
          </Cellule>
        )
      })}
    </tr>
  )
}

/** A list as a native table; it scrolls by itself where the screen is narrow. */
export function Tableau<T>(props: Props<T>) {
  const { legende, colonnes, lignes, cleDe, perime, cartes = true, className = '', ...tri } = props
  const id = useId()
  const classes = ['ui-tableau', cartes && 'ui-cartes', perime && 'ui-perime', className]
  return (
    <Defile nom={legende} className={classes.filter(Boolean).join(' ')}>
      <table aria-labelledby={id} aria-busy={perime || undefined}>
        <caption id={id}>{legende}</caption>
        <thead>
          <tr>
            {colonnes.map((colonne) => (
              <EnTete key={colonne.cle} colonne={colonne} {...tri} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lignes.map((ligne) => (
            <Ligne key={cleDe(ligne)} {...{ colonnes, ligne }} />
          ))}
        </tbody>
      </table>
    </Defile>
  )
}

/** The shape of a table whose rows are being read: nothing moves when they come. */
export function SqueletteTableau<T>(props: {
  colonnes: readonly Pick<Colonne<T>, 'cle' | 'titre' | 'muet' | 'nombre'>[]
  lignes?: number
  className?: string
}) {
  const { colonnes, lignes = 10, className = '' } = props
  return (
    <div
      className={`ui-defile ui-tient ui-tableau ui-cartes ${className}`}
      role="status"
      aria-label="Chargement en cours"
    >
      <table aria-hidden="true">
        <thead>
          <tr>
            {colonnes.map(({ cle, titre, muet, nombre }) => (
              <th key={cle} className={`ui-c-${cle}${nombre ? ' nombre' : ''}`}>
                {muet ? null : titre}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lignes }, (_, rang) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
            <tr key={rang}>
              {colonnes.map(({ cle }, place) => (
                <td key={cle} className={`ui-c-${cle}`}>
                  <span
                    className="ui-squelette"
                    style={{ width: `${place === 0 ? 92 - ((rang * 17) % 30) : 64}%` }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
