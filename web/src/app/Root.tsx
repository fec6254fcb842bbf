import { useEffect } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { Progression } from '../ui/Progression.tsx'

/**
 * Every screen starts at its top, those of the Back button too: left to itself, the browser would
 * put a screen where it was last scrolled to. After a reload it may.
 */
function useDefilementAuxEcrans(): void {
  useEffect(() => {
    const laisser = (qui: ScrollRestoration) => () => {
      history.scrollRestoration = qui
    }
    const [auxEcrans, auNavigateur] = [laisser('manual'), laisser('auto')]
    auxEcrans()
    window.addEventListener('pagehide', auNavigateur)
    window.addEventListener('pageshow', auxEcrans)
    return () => {
      window.removeEventListener('pagehide', auNavigateur)
      window.removeEventListener('pageshow', auxEcrans)
    }
  }, [])
}

/** What surrounds every screen: the wait between two of them. */
export function Root() {
  const navigation = useNavigation()
  useDefilementAuxEcrans()
  return (
    <>
      {navigation.state !== 'idle' && <Progression />}
      <Outlet />
    </>
  )
}
