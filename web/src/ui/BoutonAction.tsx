import { styled, type Theme } from '@mui/material/styles'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Link } from 'react-router'
import { Icone, type NomIcone } from './Icone.tsx'

type Aspect = {
  variant?: 'contained' | 'outlined' | 'text'
  size?: 'small' | 'medium' | 'large'
}

const HAUTEURS = { small: 30, medium: 36, large: 42 }

function couleursDe({ vars: { palette } }: Theme, variant: Aspect['variant']) {
  if (variant === 'contained') {
    return {
      color: palette.primary.contrastText,
      background: palette.primary.main,
      borderColor: palette.primary.main,
      '&:hover': { background: palette.primary.dark, borderColor: palette.primary.dark },
    }
  }
  const bord = variant === 'text' ? 'transparent' : palette.trait.champ
  return {
    color: palette.primary.main,
    background: 'transparent',
    borderColor: bord,
    '&:hover': { background: palette.fond.survol },
  }
}

const styleDe = ({ theme, variant, size = 'medium' }: Aspect & { theme: Theme }) => ({
  ...theme.typography.button,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  minHeight: HAUTEURS[size],
  padding: size === 'small' ? '2px 10px' : '4px 14px',
  border: '1px solid',
  borderRadius: theme.vars.shape.borderRadius,
  textDecoration: 'none',
  cursor: 'pointer',
  whiteSpace: 'nowrap' as const,
  ...couleursDe(theme, variant),
  '&[aria-disabled="true"]': { opacity: 0.62, cursor: 'not-allowed' },
  '&[aria-busy="true"]': { cursor: 'progress' },
})

const aspect = { shouldForwardProp: (nom: string) => nom !== 'variant' && nom !== 'size' }
const Natif = styled('button', aspect)<Aspect>(styleDe)
const Interne = styled(Link, aspect)<Aspect>(styleDe)

const Raison = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'block',
  marginTop: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
}))

type Props = Aspect &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    icone?: NomIcone
    /** Why the act is not possible now; said under the button, which then does nothing. */
    raison?: string | null
    /** The act is under way: a second click does nothing. */
    enCours?: boolean
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
    <Natif
      type="button"
      {...reste}
      onClick={cliquer}
      aria-disabled={inactif || undefined}
      aria-busy={enCours || undefined}
      aria-describedby={raison ? id : undefined}
    >
      {icone && <Icone nom={icone} taille={18} />}
      {children}
    </Natif>
  )
  if (!raison) return bouton
  return (
    <span>
      {bouton}
      <Raison id={id}>{raison}</Raison>
    </span>
  )
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function LienAction({ icone, children, ...reste }: Aspect & LienProps) {
  return (
    <Interne {...reste}>
      {icone && <Icone nom={icone} taille={18} />}
      {children}
    </Interne>
  )
}
type LienProps = Omit<ComponentProps<typeof Link>, 'size'> & { icone?: NomIcone }
