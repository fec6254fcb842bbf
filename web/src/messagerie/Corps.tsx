import { find } from 'linkifyjs'
import type { ReactNode } from 'react'

/** The addresses that a text may lead to: pages and mail, nothing that runs. */
const PERMISES = /^(?:https?:|mailto:)/i

/** The text of a message, as it is; the addresses in it lead where they say, in another window. */
export function Corps({ texte }: { texte: string }) {
  const morceaux: ReactNode[] = []
  let debut = 0
  for (const { href, value, start, end } of find(texte, { defaultProtocol: 'https' })) {
    if (!PERMISES.test(href)) continue
    morceaux.push(
      texte.slice(debut, start),
      <a key={start} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {value}
      </a>,
    )
    debut = end
  }
  morceaux.push(texte.slice(debut))
  return (
    <div className="msg-corps" dir="auto">
      {morceaux}
    </div>
  )
}
