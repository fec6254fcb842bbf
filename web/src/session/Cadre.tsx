import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Marque } from '../app/Marque.tsx'
import { paths } from '../paths.ts'
import { Vitrine } from './Illustration.tsx'
import { textesSession } from './session.textes.ts'
import './Cadre.css'

type Props = {
  /** For a form of two columns. */
  large?: boolean
  children: ReactNode
}

/** What surrounds a screen to sign in: the register beside it, the way back to the public site. */
export function Cadre({ large = false, children }: Props) {
  return (
    <div className="auth-cadre">
      <Vitrine />
      <div className="auth-volet">
        <header className="auth-bandeau">
          <Link className="auth-marque" to={paths.accueil}>
            <Marque />
          </Link>
          <Link to={paths.accueil}>{textesSession.cadre.retour}</Link>
        </header>
        <main className={large ? 'auth-corps auth-corps-large' : 'auth-corps'}>{children}</main>
      </div>
    </div>
  )
}
