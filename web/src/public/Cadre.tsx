import { lazy, type ReactNode, Suspense } from 'react'
import { estNotice, useAncre } from './ancre.ts'
import { EnTete } from './EnTete.tsx'
import { Pied } from './Pied.tsx'
import { textes } from './public.textes.ts'
import './vitrine.css'

function Indisponible() {
  return (
    <p role="alert" className="pub-indisponible">
      {textes.indisponible}
    </p>
  )
}

// Long texts that few read: they come when asked for. Where they do not, the page stays.
const Notice = lazy(() =>
  import('./DialogueNotice.tsx').then(
    ({ DialogueNotice }) => ({ default: DialogueNotice }),
    () => ({ default: Indisponible }),
  ),
)

type Props = {
  /** The address of the page inside, as `paths` gives it. */
  page: string
  /** The page has the whole width, and its own margins. */
  large?: boolean
  children: ReactNode
}

/** The frame of the public pages; `#conditions` and its like open a notice over any of them. */
export function Cadre({ page, large = false, children }: Props) {
  const ancre = useAncre()
  return (
    <div className="pub">
      <a
        className="pub-evitement"
        href="#contenu"
        onClick={(evenement) => {
          // The focus moves, the address stays.
          evenement.preventDefault()
          document.getElementById('contenu')?.focus()
        }}
      >
        {textes.evitement}
      </a>
      <EnTete page={page} />
      <main
        id="contenu"
        tabIndex={-1}
        className={large ? 'pub-main' : 'pub-main pub-cadre pub-page'}
      >
        {children}
      </main>
      <Pied />
      {estNotice(ancre) && (
        <Suspense fallback={null}>
          <Notice nom={ancre} />
        </Suspense>
      )}
    </div>
  )
}
