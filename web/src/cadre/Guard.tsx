import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { Navigate, useLocation } from 'react-router'
import { renouvelerTantQueActif } from '../app/renouvellement.ts'
import { reprendreHorsLigne } from '../app/reprise.ts'
import { estEnOuverture, subscribeOuverture } from '../app/scellement.ts'
import type { Auth } from '../app/stockage.ts'
import { useSession } from '../app/useSession.ts'
import { paths, type SuiteDeNavigation } from '../paths.ts'
import { Squelette } from '../ui/Squelette.tsx'
import { CADRE } from './cadre.ts'
import { FinDeSession } from './FinDeSession.tsx'

const ShellDiffere = lazy(CADRE.charger)

/** The only screens open while something must come first, that one first; null: all are. */
function ecransOuverts(auth: Auth): [string, ...string[]] | null {
  if (auth.forceChangePassword) return [paths.changerMotDePasse]
  return auth.secondFacteurAActiver ? [paths.compte, paths.changerMotDePasse] : null
}

/** The frame, at once when its code is there. */
function Cadre({ auth }: { auth: Auth }) {
  const [Shell] = useState(() => CADRE.venue() ?? ShellDiffere)
  // Nothing is drawn as if it did not wait: it is being opened.
  if (useSyncExternalStore(subscribeOuverture, estEnOuverture)) return <Squelette />
  return (
    <Suspense fallback={<Squelette />}>
      <Shell auth={auth} />
    </Suspense>
  )
}

/**
 * Stands before every protected screen. A visitor sees the login page in its place, at the same
 * address: once signed in, the screen asked for is simply there.
 */
export function Guard({ Connexion }: { Connexion: ComponentType }) {
  const { auth, enDepart } = useSession()
  const { pathname, search } = useLocation()
  useEffect(renouvelerTantQueActif, [])
  const absent = auth === null && !enDepart
  useEffect(() => {
    if (absent) void reprendreHorsLigne()
  }, [absent])
  if (!auth) {
    // Shown here for an instant, a form would take what is typed at once with it.
    return enDepart ? null : <Connexion />
  }
  const ouverts = ecransOuverts(auth)
  if (ouverts && !ouverts.includes(pathname.replace(/\/+$/, ''))) {
    const state: SuiteDeNavigation = { suite: pathname + search }
    return <Navigate to={ouverts[0]} replace state={state} />
  }
  return (
    <>
      <Cadre key={auth.identifiant} auth={auth} />
      <FinDeSession />
    </>
  )
}
