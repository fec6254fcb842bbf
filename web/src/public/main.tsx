import '../app/theme.css'
import '../app/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { suivreAffichage } from '../app/affichage.ts'
import { paths } from '../paths.ts'
import { Accueil } from './Accueil.tsx'
import { Cadre } from './Cadre.tsx'

/*
 * What `/` loads: the landing page alone, without the router and the session that every other
 * screen needs. A visitor on a poor line reads it a third sooner.
 */
suivreAffichage()

const racine = document.getElementById('racine')
if (!racine) throw new Error('index.html has no #racine')

createRoot(racine).render(
  <StrictMode>
    <Cadre page={paths.accueil} large>
      <Accueil />
    </Cadre>
  </StrictMode>,
)
