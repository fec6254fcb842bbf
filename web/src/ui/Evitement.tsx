import './Evitement.css'
import './Invisible.css'

type Props = {
  /** What is seen and read of it. */
  children: string
  /** The id of the place that it leads to, which takes the focus. */
  vers?: string
}

/** A way past what stands before the content, seen once it has the focus: the address stays. */
export function Evitement({ children, vers = 'contenu' }: Props) {
  return (
    <a
      className="ui-evitement ui-invisible-hors-focus"
      href={`#${vers}`}
      onClick={(evenement) => {
        evenement.preventDefault()
        document.getElementById(vers)?.focus()
      }}
    >
      {children}
    </a>
  )
}
