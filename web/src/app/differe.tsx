import { type ComponentType, lazy, Suspense, useState } from 'react'
import { toastEchec } from '../ui/toasts.ts'

type PropsFermable = { onFermer: () => void }
type Charger<P> = () => Promise<{ default: ComponentType<P & PropsFermable> }>

/**
 * A dialog whose code is read when it is first asked for. Where it cannot be read (no network), a
 * message says so and the page stays as it is. Returns what places it, and what opens it.
 */
export function differer<P extends object = object>(charger: Charger<NoInfer<P>>) {
  const Dialogue = lazy(charger)
  return function useDialogue(props: P) {
    const [ouvert, setOuvert] = useState(false)
    const [ouvrir] = useState(() => () => {
      charger().then(() => setOuvert(true), toastEchec)
    })
    const dialogue = ouvert && (
      <Suspense>
        <Dialogue {...props} onFermer={() => setOuvert(false)} />
      </Suspense>
    )
    return { ouvrir, dialogue }
  }
}
