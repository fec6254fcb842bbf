import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from './queryClient.ts'
import { oublierSessionFinie } from './reprise.ts'
import { Toasts } from './Toasts.tsx'
import { useSession } from './useSession.ts'

/**
 * What surrounds the screens that ask the server: their answers, the messages of acts, and the
 * dialog to sign in again. The public pages do without, and are lighter for it.
 */
export function Connecte({ Reconnexion }: { Reconnexion: ComponentType }) {
  const { aReconnecter } = useSession()
  useEffect(() => {
    // Tried again at the next start.
    oublierSessionFinie().catch(() => undefined)
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {aReconnecter && (
        <Suspense>
          <Reconnexion />
        </Suspense>
      )}
      <Toasts />
    </QueryClientProvider>
  )
}
