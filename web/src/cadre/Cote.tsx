import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { changerAffichage, useAffichage } from '../app/affichage.ts'
import { textesApp } from '../app/app.textes.ts'
import { Marque } from '../app/Marque.tsx'
import type { Auth } from '../app/stockage.ts'
import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { BlocCompte } from './BlocCompte.tsx'
import { ChoixStructure } from './ChoixStructure.tsx'
import { estLarge, useAuPassage } from './largeur.ts'
import { MenuPrincipal } from './MenuPrincipal.tsx'
import './Cote.css'

/**
 * Opens the reduced bar over the page while the pointer, or the keyboard's focus, is on it. Escape
 * folds it again, as does the button that reduces it, pointer or focus still there.
 */
function useDeplie() {
  const [deplie, setDeplie] = useState(false)
  const [replier] = useState(() => () => setDeplie(false))
  return {
    deplie,
    replier,
    gestes: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setDeplie(pointerType === 'mouse'),
      onPointerLeave: replier,
      onFocus: ({ target }: React.FocusEvent) =>
        setDeplie((avant) => avant || target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setDeplie(false)
      },
      onKeyDown: ({ key }: React.KeyboardEvent) => {
        if (key === 'Escape') setDeplie(false)
      },
    },
  }
}

/** A small screen has no side bar to reduce: back on a wide one, it is whole [S]. */
function oublierReduction(): void {
  if (!estLarge()) changerAffichage({ reduit: false })
}

type Props = { auth: Auth; onLogo: (() => void) | undefined }

/** The side bar of wide screens: 280 px, or 102 px once reduced. */
export function Cote({ auth, onLogo }: Props) {
  const { reduit } = useAffichage()
  const { deplie, replier, gestes } = useDeplie()
  useAuPassage(replier)
  useAuPassage(oublierReduction)
  useEffect(oublierReduction, [])
  const basculer = () => {
    replier()
    changerAffichage({ reduit: !reduit })
  }
  const etat = !reduit ? 'large' : deplie ? 'deplie' : 'reduit'
  return (
    <div className="app-cote" data-etat={etat}>
      <aside className="app-cote-panneau" aria-label={textesApp.menuEtCompte} {...gestes}>
        <Link to={paths.tableauDeBord} className="app-cote-marque">
          <Marque seule={etat === 'reduit'} />
        </Link>
        <BlocCompte auth={auth} onLogo={onLogo} />
        <ChoixStructure auth={auth} />
        <MenuPrincipal auth={auth} />
        <button type="button" className="app-lien app-reduire" onClick={basculer}>
          <Icone nom={reduit ? 'deplier' : 'replier'} taille={22} />
          <span>{reduit ? textesApp.deplierMenu : textesApp.reduireMenu}</span>
        </button>
      </aside>
    </div>
  )
}
