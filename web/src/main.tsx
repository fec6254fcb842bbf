import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { suivreAffichage } from './app/affichage.ts'
import { ROUTES } from './routes.tsx'

/** How long the first screen's code may still be on its way before a wait is drawn in its place. */
const PATIENCE_MS = 400

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
