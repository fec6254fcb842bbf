import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'

const Region = styled('div')(({ theme }) => ({
  position: 'relative',
  overflowX: 'auto',
  border: `1px solid ${theme.vars.palette.trait.leger}`,
  borderRadius: theme.vars.shape.borderRadius,
  background: theme.vars.palette.background.paper,
}))

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& caption': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1 },
  '& th, & td': {
    padding: theme.spacing(0.875, 1.25),
    textAlign: 'start',
    fontWeight: 400,
    verticalAlign: 'middle',
    borderBottom: `1px solid ${theme.vars.palette.trait.leger}`,
  },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tbody tr:hover > *': { background: theme.vars.palette.fond.doux },
  '& thead th': {
    fontWeight: 600,
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
    background: theme.vars.palette.fond.doux,
  },
  '& tbody th': { minWidth: 150 },
  '& .nombre': { textAlign: 'end', whiteSpace: 'nowrap' },
  // On a narrow screen each row becomes a card, every cell under its column's name: what one may do
  // on a line must not lie beyond the edge.
  [theme.breakpoints.down('sm')]: {
    '&, & tbody': { display: 'block' },
    '& thead': { display: 'none' },
    '& tr': {
      display: 'block',
      padding: theme.spacing(1, 0),
      borderBottom: `1px solid ${theme.vars.palette.trait.leger}`,
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& th, & td, & td.nombre': {
      display: 'flex',
      gap: theme.spacing(1.5),
      padding: theme.spacing(0.375, 1.25),
      textAlign: 'start',
      borderBottom: 0,
    },
    '& th': { display: 'block', fontWeight: 600 },
    '& td:empty': { display: 'none' },
    '& td[data-titre]::before': {
      content: 'attr(data-titre)',
      flex: '0 0 6.5rem',
      color: theme.vars.palette.text.secondary,
    },
  },
}))

const BoutonTri = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
})

export type Colonne<T> = {
  cle: string
  titre: string
  /** The heading is for screen readers only. */
  muet?: boolean
  rendu: (ligne: T) => ReactNode
  nombre?: boolean
  /** Name of this column for the server's sort. */
  tri?: string
}

type Props<T> = {
  /** What the table holds: its caption, and the name of its scrolling region. */
  legende: string
  /** The first one names the row. */
  colonnes: readonly Colonne<T>[]
  lignes: readonly T[]
  cleDe: (ligne: T) => string
  /** Sort in force (`-champ`: descending), and what to do of another. */
  tri?: string
  onTri?: (tri: string) => void
}

function sensDe(tri: string | undefined, champ: string | undefined) {
  if (!champ || !tri) return undefined
  if (tri === champ) return 'ascending'
  return tri === `-${champ}` ? 'descending' : undefined
}

function EnTete<T>({
  colonne,
  tri,
  onTri,
}: Pick<Props<T>, 'tri' | 'onTri'> & { colonne: Colonne<T> }) {
  const sens = sensDe(tri, colonne.tri)
  const { titre, tri: champ } = colonne
  const contenu =
    champ && onTri ? (
      <BoutonTri type="button" onClick={() => onTri(sens === 'ascending' ? `-${champ}` : champ)}>
        {titre}
        {sens && <Icone nom={sens === 'ascending' ? 'triHaut' : 'triBas'} taille={14} />}
      </BoutonTri>
    ) : (
      titre
    )
  return (
    <th scope="col" aria-sort={sens} className={colonne.nombre ? 'nombre' : undefined}>
      {colonne.muet ? <Invisible>{titre}</Invisible> : contenu}
    </th>
  )
}

/** A list as a native table; it scrolls by itself where the screen is narrow. */
export function Tableau<T>({ legende, colonnes, lignes, cleDe, tri, onTri }: Props<T>) {
  const id = useId()
  return (
    // A region that scrolls must be reached by keyboard, and have a name (RGAA 10.11).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <Region role="region" aria-labelledby={id} tabIndex={0}>
      <Table>
        <caption id={id}>{legende}</caption>
        <thead>
          <tr>
            {colonnes.map((colonne) => (
              <EnTete key={colonne.cle} colonne={colonne} tri={tri} onTri={onTri} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lignes.map((ligne) => (
            <tr key={cleDe(ligne)}>
              {colonnes.map(({ cle, titre, muet, rendu, nombre }, rang) => {
                const Cellule = rang === 0 ? 'th' : 'td'
                return (
                  <Cellule
                    key={cle}
                    scope={rang === 0 ? 'row' : undefined}
                    data-titre={muet ? undefined : titre}
                    className={nombre ? 'nombre' : undefined}
                  >
                    {rendu(ligne)}
                  </Cellule>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Region>
  )
}
