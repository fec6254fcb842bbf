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
  /** Share of the table's width, in hundredths; `contenu`: no wider than what it holds. */
  largeur?: number | 'contenu'
  /** Where its words may go to the next line: nowhere, or anywhere. */
  coupure?: 'aucune' | 'libre'
  /** The screen's own class on its cells, for their place only: least width, place in a card. */
  className?: string
  /** Name of this column for the server's sort. */
  tri?: string
  /** The lines that it says something of: of others its cell is blank, and of none it is not shown. */
  concerne?: (ligne: T) => boolean
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

type Aspect = Pick<Colonne<never>, 'cle' | 'nombre' | 'largeur' | 'coupure' | 'className'>

function classeDe({ cle, nombre, largeur, coupure, className }: Aspect) {
  const insecable = largeur === 'contenu' || coupure === 'aucune'
  const classes = [
    `ui-c-${cle}`,
    nombre && 'nombre',
    insecable && 'ui-insecable',
    coupure === 'libre' && 'ui-cassable',
    className,
  ]
  return classes.filter(Boolean).join(' ')
}

/** The share of each column: cells that become cards are not held to it. */
function Largeurs({ colonnes }: { colonnes: readonly Aspect[] }) {
  return (
    <colgroup>
      {colonnes.map(({ cle, largeur }) => (
        <col
          key={cle}
          style={largeur ? { width: `${largeur === 'contenu' ? 1 : largeur}%` } : undefined}
        />
      ))}
    </colgroup>
  )
}

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
            {colonne.concerne?.(ligne) === false ? null : colonne.rendu(ligne)}
          </Cellule>
        )
      })}
    </tr>
  )
}

/** A list as a native table; it scrolls by itself where the screen is narrow. */
export function Tableau<T>(props: Props<T>) {
  const { legende, lignes, cleDe, perime, cartes = true, className = '', ...tri } = props
  const colonnes = props.colonnes.filter(
    ({ concerne }) => !concerne || lignes.length === 0 || lignes.some(concerne),
  )
  const id = useId()
  const classes = ['ui-tableau', cartes && 'ui-cartes', perime && 'ui-perime', className]
  return (
    <Defile nom={legende} className={classes.filter(Boolean).join(' ')}>
      <table aria-labelledby={id} aria-busy={perime || undefined}>
        <caption id={id} className="ui-invisible">
          {legende}
        </caption>
        <Largeurs colonnes={colonnes} />
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
  colonnes: readonly (Aspect & Pick<Colonne<T>, 'titre' | 'muet'>)[]
  lignes?: number
  className?: string
}) {
  const { colonnes, lignes = 10, className = '' } = props
  return (
    <div
      className={`ui-defile ui-tableau ui-cartes ${className}`}
      data-tient
      role="status"
      aria-label="Chargement en cours"
    >
      <table aria-hidden="true">
        <Largeurs colonnes={colonnes} />
        <thead>
          <tr>
            {colonnes.map((colonne) => (
              <th key={colonne.cle} className={classeDe(colonne)}>
                {colonne.muet ? null : colonne.titre}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lignes }, (_, rang) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
            <tr key={rang}>
              {colonnes.map((colonne, place) => (
                <td key={colonne.cle} className={classeDe({ ...colonne, nombre: false })}>
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
