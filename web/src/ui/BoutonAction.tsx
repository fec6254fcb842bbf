import Button, { type ButtonProps } from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type MouseEvent, useId } from 'react'
import { Icone, type NomIcone } from './Icone.tsx'

const Raison = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'block',
  marginTop: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
}))

type Props = Omit<ButtonProps, 'disabled' | 'startIcon'> & {
  icone?: NomIcone
  /** Why the act is not possible now; said under the button, which then does nothing. */
  raison?: string | null
  /** The act is under way: a second click does nothing. */
  enCours?: boolean
  /** Native target of a link button (`component={Link}`). */
  to?: string
}

/** A button. It stays in the tab order when it cannot act, and says why. */
export function BoutonAction({ icone, raison, enCours, onClick, children, ...reste }: Props) {
  const id = useId()
  const inactif = Boolean(raison) || enCours === true
  const cliquer = (evenement: MouseEvent<HTMLButtonElement>) => {
    if (inactif) evenement.preventDefault()
    else onClick?.(evenement)
  }
  const bouton = (
    <Button
      variant="outlined"
      {...reste}
      onClick={cliquer}
      aria-disabled={inactif || undefined}
      aria-describedby={raison ? id : undefined}
      startIcon={icone && <Icone nom={icone} taille={18} />}
      sx={[
        inactif && { opacity: 0.62, cursor: enCours ? 'progress' : 'not-allowed' },
        ...(Array.isArray(reste.sx) ? reste.sx : [reste.sx]),
      ]}
    >
      {children}
    </Button>
  )
  if (!raison) return bouton
  return (
    <span>
      {bouton}
      <Raison id={id}>{raison}</Raison>
    </span>
  )
}
