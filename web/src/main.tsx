import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { suivreAffichage } from './app/affichage.ts'
import { ROUTES } from './routes.tsx'

suivreAffichage()

const racine = document.getElementById('racine')
if (!racine) throw new Error('index.html has no #racine')

createRoot(racine).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(ROUTES)} />
  </StrictMode>,
)
