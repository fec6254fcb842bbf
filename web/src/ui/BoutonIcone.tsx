import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'

const Rond = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 36,
  height: 36,
  padding: 0,
  border: 0,
  borderRadius: '50%',
  background: 'transparent',
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { background: theme.vars.palette.fond.survol },
}))

type Props = ComponentProps<'button'> & { nom: NomIcone; 'aria-label': string }

/** A button that is an icon alone: its name is for all, as a tooltip and to screen readers. */
export function BoutonIcone({ nom, ...reste }: Props) {
  return (
    <Rond type="button" title={reste['aria-label']} {...reste}>
      <Icone nom={nom} />
    </Rond>
  )
}
