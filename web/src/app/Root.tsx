import { Outlet, useNavigation } from 'react-router'
import { Progression } from '../ui/Progression.tsx'

/** What surrounds every screen: the wait between two of them. */
export function Root() {
  const navigation = useNavigation()
  return (
    <>
      {navigation.state !== 'idle' && <Progression />}
      <Outlet />
    </>
  )
}
