import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { Menu } from '../ui/Menu.tsx'
import { textes } from './app.textes.ts'
import { Identite } from './Identite.tsx'
import { Logo } from './Logo.tsx'
import type { Auth } from './stockage.ts'
import { useDeconnexion } from './useDeconnexion.tsx'

type Props = {
  auth: Auth
  /** Absent: this person has no logo to change. */
  onLogo: (() => void) | undefined
}

/** Who is signed in, what belongs to him, and the way out. */
export function MenuCompte({ auth, onLogo }: Props) {
  const { quitter, enCours, question } = useDeconnexion()
  const { menu, changerLogo, deconnexion } = textes
  return (
    <>
      <Menu
        libelle={textes.menuCompte(auth.nomAffichable)}
        occupe={enCours}
        entete={<Identite auth={auth} />}
        choix={[
          { libelle: menu.compte, icone: 'personne', to: paths.compte },
          { libelle: menu.changerMotDePasse, icone: 'motDePasse', to: paths.changerMotDePasse },
          ...(onLogo ? [{ libelle: changerLogo, icone: 'image', onChoisir: onLogo } as const] : []),
          { libelle: deconnexion, icone: 'sortie', onChoisir: quitter },
        ]}
      >
        <Logo auth={auth} />
        <span className="app-compte-nom" dir="auto">
          {auth.nomAffichable}
        </span>
        <Icone nom="chevronBas" taille={16} />
      </Menu>
      {question}
    </>
  )
}
