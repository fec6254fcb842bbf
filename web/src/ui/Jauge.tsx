import { formatPart } from './format.ts'
import './Jauge.css'

type Props = {
  /** Between 0 and 1. */
  part: number
  titre?: string
  /** Longer and thicker, where it is one of few. */
  large?: boolean
  /** Its figure alone, where the columns of a list are close. */
  serree?: boolean
}

/** A share: its figure, and a bar that shows the same. */
export function Jauge({ part, titre, large, serree }: Props) {
  const classes = ['ui-jauge', large && 'ui-jauge-large', serree && 'ui-jauge-serree']
  return (
    <span className={classes.filter(Boolean).join(' ')} title={titre}>
      <span className="ui-jauge-part">{formatPart(part)}</span>
      <span className="ui-jauge-barre" aria-hidden="true">
        <span style={{ inlineSize: `${100 * part}%` }} />
      </span>
    </span>
  )
}
