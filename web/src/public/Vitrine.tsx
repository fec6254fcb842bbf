import { Outlet, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Cadre } from './Cadre.tsx'

/** The frame of the public pages, among the other screens. */
export default function Vitrine() {
  const { pathname } = useLocation()
  return (
    <Cadre page={pathname} large={pathname === paths.accueil}>
      <Outlet />
    </Cadre>
  )
}
