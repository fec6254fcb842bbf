import { Tiroir } from '../ui/Tiroir.tsx'
import { textes } from './app.textes.ts'
import { BlocCompte } from './BlocCompte.tsx'
import { ChoixStructure } from './ChoixStructure.tsx'
import { Marque } from './Marque.tsx'
import { MenuPrincipal } from './MenuPrincipal.tsx'
import type { Auth } from './stockage.ts'

type Props = { auth: Auth; onLogo: (() => void) | undefined; onFermer: () => void }

/** The menu of small screens: the side bar, as a drawer that closes on a choice. */
export function TiroirMenu({ auth, onLogo, onFermer }: Props) {
  return (
    <Tiroir
      cote="debut"
      titre={textes.navigation}
      entete={<Marque />}
      fermer={textes.fermerMenu}
      onFermer={onFermer}
    >
      <BlocCompte auth={auth} onLogo={onLogo} />
      <ChoixStructure auth={auth} />
      <MenuPrincipal auth={auth} onChoisi={onFermer} />
    </Tiroir>
  )
}
