import './Evitement.css'
import './Invisible.css'

const CONTENU = 'contenu'
const allerAuContenu = () => document.getElementById(CONTENU)?.focus()

type Props = {
  /** What is seen and read of it. */
  children: string
  /** Goes there; to the content if it is not said. */
  surChoix?: () => void
}

/** A way past what stands before the content, seen once it has the focus: the address stays. */
export function Evitement({ children, surChoix = allerAuContenu }: Props) {
  return (
    <a
      className="ui-evitement ui-invisible-hors-focus"
      href={`#${CONTENU}`}
      onClick={(evenement) => {
        evenement.preventDefault()
        surChoix()
      }}
    >
      {children}
    </a>
  )
}
