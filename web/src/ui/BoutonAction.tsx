import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Link } from 'react-router'
import { Icone, type NomIcone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import './Bouton.css'

type Aspect = {
  /** One act of a screen is `contained`: the one that goes on. */
  variant?: 'contained' | 'outlined' | 'text'
  size?: 'small' | 'medium' | 'large'
  /** Its words may take two lines, where the place is narrow. */
  multiligne?: boolean
}

const classeDe = ({ variant = 'outlined', size = 'medium', multiligne }: Aspect, autre = '') =>
  `ui-bouton ui-bouton-${variant} ui-bouton-${size} ${multiligne ? 'ui-bouton-multiligne' : ''} ${autre}`
    .replaceAll(/ +/g, ' ')
    .trim()

type Props = Aspect &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    icone?: NomIcone
    /** Why the act is not possible now; said under the button, which then does nothing. */
    raison?: string | null
    /** What stands near already shows the reason: it is said, not shown. */
    raisonMuette?: boolean
    /** The act is under way: a second click does nothing. */
    enCours?: boolean
  }

/** A button. It stays in the tab order when it cannot act, and says why. */
export function BoutonAction(props: Props) {
  const { icone, raison, raisonMuette, enCours, onClick, children, ...suite } = props
  const { variant, size, multiligne, className, ...reste } = suite
  const id = useId()
  const inactif = Boolean(raison) || enCours === true
  const cliquer = (evenement: MouseEvent<HTMLButtonElement>) => {
    if (inactif) evenement.preventDefault()
    else onClick?.(evenement)
  }
  const bouton = (
    <button
      type="button"
      {...reste}
      className={classeDe({ variant, size, multiligne }, className)}
      onClick={cliquer}
      aria-disabled={inactif || undefined}
      aria-busy={enCours || undefined}
      aria-describedby={raison ? id : reste['aria-describedby']}
    >
      {icone && <Icone nom={icone} taille={18} />}
      {children}
    </button>
  )
  if (!raison) return bouton
  return (
    <span>
      {bouton}
      {raisonMuette ? (
        <Invisible id={id}>{raison}</Invisible>
      ) : (
        <span className="ui-bouton-raison" id={id}>
          {raison}
        </span>
      )}
    </span>
  )
}

type LienProps = Omit<ComponentProps<typeof Link>, 'size'> & { icone?: NomIcone }

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function LienAction(props: Aspect & LienProps) {
  const { icone, variant, size, multiligne, className, children, ...reste } = props
  return (
    <Link {...reste} className={classeDe({ variant, size, multiligne }, className)}>
      {icone && <Icone nom={icone} taille={18} />}
      {children}
    </Link>
  )
}
