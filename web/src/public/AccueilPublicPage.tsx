import { useArrivee } from '../ui/Page.tsx'
import { Accueil } from './Accueil.tsx'

/** `/`, come to from another screen; who arrives there gets it without the screens (main.tsx). */
export default function AccueilPublicPage() {
  return <Accueil titreRef={useArrivee()} />
}
