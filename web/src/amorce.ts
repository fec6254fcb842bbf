import './app/theme.css'
import './app/base.css'
import { oublierReponsesAuDepart } from './app/queryClient.ts'
import { suivreAutresOnglets } from './app/session.ts'
import { remplacerStockageRefuse } from './app/stockageRefuse.ts'
import { avancer } from './avance.ts'

// The first file of every page but the landing one, small and without React: what one comes for is
// asked for at once, while the rest arrives.
remplacerStockageRefuse()
suivreAutresOnglets()
oublierReponsesAuDepart()
avancer(window.location)
void import('./main.tsx').then(({ demarrer }) => demarrer())
// What a browser writes French dates and figures with is read at the first of them, 12 ms: now,
// while the line brings the rest, rather than before the first image.
void [new Intl.DateTimeFormat('fr-FR'), new Intl.NumberFormat('fr-FR')]
