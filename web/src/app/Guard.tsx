import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { LoginPage } from '../session/LoginPage.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { renouvelerTantQueActif } from './renouvellement.ts'
import { useSession } from './session.ts'

const Shell = lazy(() => import('./Shell.tsx'))

/** Where a person was going when something came first: signing in, or another password. */
export type SuiteDeNavigation = { suite?: string }

/**
 * Stands before every protected screen. A visitor sees the login page in its place, at the same
 * address: once signed in, the screen asked for is simply there.
 */
export function Guard() {
  const { auth } = useSession()
  const { pathname, search } = useLocation()
  useEffect(renouvelerTantQueActif, [])
  if (!auth) {
    return <LoginPage />
  }
  const auMotDePasse = pathname.replace(/\/+$/, '') === paths.changerMotDePasse
  if (auth.forceChangePassword && !auMotDePasse) {
    const state: SuiteDeNavigation = { suite: pathname + search }
    return <Navigate to={paths.changerMotDePasse} replace state={state} />
  }
  return (
    <Suspense fallback={<Squelette />}>
      <Shell key={auth.identifiant} auth={auth} />
    </Suspense>
  )
}
