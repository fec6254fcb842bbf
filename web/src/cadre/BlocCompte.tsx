import { textesApp } from '../app/app.textes.ts'
import type { Auth } from '../app/stockage.ts'
import { Icone } from '../ui/Icone.tsx'
import { Identite } from './Identite.tsx'
import { Logo } from './Logo.tsx'
import './BlocCompte.css'

type Props = { auth: Auth; onLogo: (() => void) | undefined }

/** The account, in the side bar: the logo (a button for whoever may change it), and who it is. */
export function BlocCompte({ auth, onLogo }: Props) {
  const logo = <Logo auth={auth} taille={44} />
  return (
    <div className="app-bloc">
      {onLogo ? (
        <button
          type="button"
          className="app-bloc-logo"
          aria-label={textesApp.changerLogo}
          title={textesApp.changerLogo}
          onClick={onLogo}
        >
          {logo}
          <span className="app-bloc-crayon">
            <Icone nom="crayon" taille={14} />
          </span>
        </button>
      ) : (
        logo
      )}
      <Identite auth={auth} />
    </div>
  )
}
