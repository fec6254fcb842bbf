import { NavLink } from 'react-router'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './app.textes.ts'
import { entreesDe } from './entrees.ts'
import type { Auth } from './stockage.ts'
import './MenuPrincipal.css'

/** The menu, in the side bar or in the drawer of small screens (`onChoisi` closes it). */
export function MenuPrincipal({ auth, onChoisi }: { auth: Auth; onChoisi?: () => void }) {
  return (
    <nav aria-label={textes.navigation} className="app-menu">
      <ul>
        {entreesDe(auth).map(({ libelle, to, icone }) => (
          <li key={to}>
            <NavLink to={to} onClick={onChoisi} className="app-lien">
              <Icone nom={icone} taille={22} />
              <span>{libelle}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
