import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'

const Cadre = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  padding: theme.spacing(5, 2),
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  border: `1px dashed ${theme.vars.palette.trait.leger}`,
  borderRadius: theme.vars.shape.borderRadius,
  '& > p': { margin: 0, maxWidth: '52ch' },
}))

type Props = { icone?: NomIcone; children: ReactNode; action?: ReactNode }

/** Nothing to show: says what, and what to do about it. */
export function EtatVide({ icone = 'rapport', children, action }: Props) {
  return (
    <Cadre>
      <Icone nom={icone} taille={32} />
      <p>{children}</p>
      {action}
    </Cadre>
  )
}
