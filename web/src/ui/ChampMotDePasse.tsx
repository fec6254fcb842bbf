import { type ComponentProps, useState } from 'react'
import { BoutonIcone } from './BoutonIcone.tsx'
import { ChampTexte } from './ChampTexte.tsx'

const TEXTES = { afficher: 'Afficher le mot de passe', masquer: 'Masquer le mot de passe' }

type Props = Omit<ComponentProps<typeof ChampTexte>, 'type' | 'fin'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, that one may show. */
export function ChampMotDePasse(props: Props) {
  const [visible, setVisible] = useState(false)
  const { afficher, masquer } = TEXTES
  return (
    <ChampTexte
      {...props}
      type={visible ? 'text' : 'password'}
      maxLength={128}
      autoCapitalize="none"
      spellCheck={false}
      fin={
        <BoutonIcone
          nom={visible ? 'oeilBarre' : 'oeil'}
          aria-label={visible ? masquer : afficher}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}
