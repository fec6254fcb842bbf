import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { formatNombre } from '../../ui/format.ts'

const Section = styled('section')(({ theme }) => ({
  marginBottom: theme.spacing(4),
  '& > h2': {
    ...theme.typography.h2,
    display: 'flex',
    alignItems: 'baseline',
    gap: theme.spacing(1),
    margin: theme.spacing(0, 0, 1),
    paddingBottom: theme.spacing(0.75),
    borderBottom: `2px solid ${theme.vars.palette.text.primary}`,
  },
  '& > h2 > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& > p': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
}))

export const Liste = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

export const Ligne = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.75, 2),
  padding: theme.spacing(1.25, 0),
  borderBottom: `1px solid ${theme.vars.palette.trait.leger}`,
  '& > .sujet': { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' },
  '& .second': { display: 'block', color: theme.vars.palette.text.secondary },
}))

/** Four things in line, aligned from row to row where there is room. */
export const LigneTableau = styled(Ligne)(({ theme }) => ({
  [theme.breakpoints.up('lg')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 250px 165px 135px',
    '& > :last-child': { justifySelf: 'end' },
  },
}))

/** One heading of the home screen, how many things it holds, and the things. */
export function Bloc(props: { titre: string; nombre?: number; children: ReactNode }) {
  const id = useId()
  return (
    <Section aria-labelledby={id}>
      <h2 id={id}>
        {props.titre}
        {props.nombre !== undefined && <span>{formatNombre(props.nombre)}</span>}
      </h2>
      {props.children}
    </Section>
  )
}
