import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { peutPartir, prendreVersion } from './api/version.ts'
import { suivreAffichage } from './app/affichage.ts'
import { listAttentes } from './app/attentes.ts'
import { carnets } from './app/carnets.ts'
import { getSession } from './app/session.ts'
import { ROUTES } from './routes.tsx'

/** How long the first screen's code may still be on its way before a wait is drawn in its place. */
const PATIENCE_MS = 400

/** Something is being asked, or has just been said, over the page. */
const estOccupee = () => document.querySelector('dialog[open], .app-toasts > *') !== null

/** Something typed here has not reached the server. */
const attend = () =>
  carnets.enPeril() || listAttentes(getSession().auth?.identifiant ?? '').length > 0

/** Whether nothing is lost by opening this page anew. */
const estLibre = () => !estOccupee() && !attend() && peutPartir()

/** From one screen to another, takes the version of the site that the server has. */
function suivreVersion(routeur: ReturnType<typeof createBrowserRouter>): void {
  let ecran = routeur.state.location.pathname
  // As one leaves a screen: from then on the calls under way are what the next one reads.
  let libre: boolean | null = null
  routeur.subscribe(({ navigation, location: { pathname } }) => {
    if (navigation.state !== 'idle') {
      libre ??= estLibre()
      return
    }
    const partie = libre
    libre = null
    if (pathname === ecran) return
    ecran = pathname
    // The address is already that of the new screen.
    if (partie && !attend() && prendreVersion()) window.location.reload()
  })
}

/**
 * Starts the site, and draws its first screen in one go. Drawn sooner, as a wait, it would be
 * replaced by a transition of the router's, which React cuts in slices: twice as long on a slow
 * computer. Called rather than run: pieces of this file's chunk also come to the landing page.
 */
export function demarrer(): void {
  suivreAffichage()
  const racine = document.getElementById('racine')
  if (!racine) throw new Error('index.html has no #racine')
  const racineReact = createRoot(racine)
  const routeur = createBrowserRouter(ROUTES)
  suivreVersion(routeur)
  const montrer = () => {
    clearTimeout(minuterie)
    arreter()
    racineReact.render(
      <StrictMode>
        <RouterProvider router={routeur} />
      </StrictMode>,
    )
  }
  const minuterie = setTimeout(montrer, PATIENCE_MS)
  const arreter = routeur.subscribe(({ initialized }) => {
    if (initialized) montrer()
  })
  if (routeur.state.initialized) montrer()
}
