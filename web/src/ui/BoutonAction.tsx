import { type ComponentProps, type MouseEvent, useId, useLayoutEffect, useRef } from 'react'
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
    /** While `raison` is given, it has the attribute `disabled`: the specification wants it of two. */
    eteint?: boolean
  }

/**
 * Gives the focus back to a button that had it when it was disabled, once it no more is, unless the
 * person has gone elsewhere meanwhile.
 */
function useFocusRendu(coupe: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const perdu = useRef(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (coupe) perdu.current = activeElement === ref.current
    else if (perdu.current) {
      perdu.current = false
      if (activeElement === document.body || activeElement === ref.current) ref.current?.focus()
    }
  }, [coupe])
  return ref
}

/** A button. It stays in the tab order when it cannot act, and says why. */
export function BoutonAction(props: Props) {
  const {
    icone,
    raison,
    raisonMuette,
    enCours,
    eteint = false,
    onClick,
    children,
    ...suite
  } = props
  const { variant, size, multiligne, className, ...reste } = suite
  const id = useId()
  const inactif = Boolean(raison) || enCours === true
  const rendu = useFocusRendu(eteint && Boolean(raison))
  const cliquer = (evenement: MouseEvent<HTMLButtonElement>) => {
    if (inactif) evenement.preventDefault()
    else onClick?.(evenement)
  }
  const bouton = (
    <button
      type="button"
      {...reste}
      // A caller's own stays: it says where the focus goes.
      ref={eteint ? rendu : reste.ref}
      className={classeDe({ variant, size, multiligne }, className)}
      onClick={cliquer}
      disabled={eteint && Boolean(raison)}
      aria-disabled={(inactif && !eteint) || undefined}
      aria-busy={enCours || undefined}
      aria-describedby={raison ? id : reste['aria-describedby']}
    >
      {icone && <Icone nom={icone} taille={18} />}
      {children}
    </button>
  )
  if (!raison && !eteint) return bouton
  return (
    <span className={eteint ? 'ui-bouton-place' : undefined}>
      {bouton}
      {raison && raisonMuette && <Invisible id={id}>{raison}</Invisible>}
      {raison && !raisonMuette && (
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
