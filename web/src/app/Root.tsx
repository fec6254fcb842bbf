import { lazy, Suspense } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { Progression } from '../ui/Progression.tsx'
import { useSession } from './session.ts'

const Reconnexion = lazy(() => import('../session/Reconnexion.tsx'))

/** What surrounds every screen: the wait between two of them, and the dialog to sign in again. */
export function Root() {
  const { aReconnecter } = useSession()
  const navigation = useNavigation()
  return (
    <>
      {navigation.state !== 'idle' && <Progression />}
      <Outlet />
      {aReconnecter && (
        <Suspense>
          <Reconnexion />
        </Suspense>
      )}
    </>
  )
}
