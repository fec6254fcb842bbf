import { styled } from '@mui/material/styles'
import type { ReactNode, Ref } from 'react'
import { Icone } from './Icone.tsx'

export type Gravite = 'info' | 'success' | 'warning' | 'error'

const ICONES = { info: 'info', success: 'coche', warning: 'attention', error: 'erreur' } as const

const Cadre = styled('div', { shouldForwardProp: (nom) => nom !== 'gravite' })<{
  gravite: Gravite
}>(({ theme, gravite }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1, 1.25),
  padding: theme.spacing(1.25, 1.5),
  marginBlock: theme.spacing(0, 2),
  borderRadius: theme.vars.shape.borderRadius,
  border: `1px solid ${theme.vars.palette[gravite].main}`,
  borderInlineStartWidth: 4,
  background: theme.vars.palette[gravite].light,
  color: theme.vars.palette.text.primary,
  '& > svg': { color: theme.vars.palette[gravite].main, marginTop: 1 },
}))

const Corps = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 1 200px',
  minWidth: 0,
  overflowWrap: 'break-word',
  '& > strong': { display: 'block' },
  '& > p': { margin: 0 },
}))

type Props = {
  gravite: Gravite
  /** Says the nature of the message: « Erreur : … ». */
  titre?: string
  children?: ReactNode
  action?: ReactNode
  /** `alert` for a failure that has just happened; nothing for what stands on the page. */
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

/** A message in the page: icon, words and colour, never colour alone. */
export function Alerte({ gravite, titre, children, action, role, ref }: Props) {
  return (
    <Cadre gravite={gravite} role={role} ref={ref} tabIndex={ref ? -1 : undefined}>
      <Icone nom={ICONES[gravite]} />
      <Corps>
        {titre && <strong>{titre}</strong>}
        {children}
      </Corps>
      {action}
    </Cadre>
  )
}
