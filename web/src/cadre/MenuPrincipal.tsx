import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import { textesApp } from '../app/app.textes.ts'
import { aDroit } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { adresseDe, ECRANS } from '../ecrans.ts'
import { Icone, type NomIcone } from '../ui/Icone.tsx'
import './MenuPrincipal.css'

/** What one came for comes first: then how many messages wait is read. */
const SUITE_MS = 4000
const NonLus = lazy(async () => {
  await new Promise((suite) => setTimeout(suite, SUITE_MS))
  // Without network, the menu does without it: no screen falls for a number.
  return import('../messagerie/NonLus.tsx').catch(() => ({ default: () => null }))
})
const MESSAGERIE = '/dashboard/mail'

/** A line of the menu. */
type Entree = { libelle: string; to: string; icone: NomIcone }

/**
 * What this person's menu shows: the screens that he may see and that serve him; nothing while
 * another password, or a second factor, is asked for. The server decides every right.
 */
export function entreesDe(auth: Auth): Entree[] {
  if (auth.forceChangePassword || auth.secondFacteurAActiver) return []
  return ECRANS.flatMap((ecran) => {
    const { titre, droit, menu } = ecran
    if (!menu || !aDroit(auth.roles, droit) || menu.sert?.(auth) === false) return []
    return [{ libelle: titre, to: adresseDe(ecran), icone: menu.icone }]
  })
}

/** The menu, in the side bar or in the drawer of small screens (`onChoisi` closes it). */
export function MenuPrincipal({ auth, onChoisi }: { auth: Auth; onChoisi?: () => void }) {
  return (
    <nav aria-label={textesApp.navigation} className="app-menu">
      <ul>
        {entreesDe(auth).map(({ libelle, to, icone }) => (
          <li key={to}>
            <NavLink to={to} onClick={onChoisi} className="app-lien">
              <Icone nom={icone} taille={22} />
              <span>{libelle}</span>
              {to === MESSAGERIE && (
                <Suspense>
                  <NonLus />
                </Suspense>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
