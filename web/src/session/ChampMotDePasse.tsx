import IconButton from '@mui/material/IconButton'
import { type ComponentProps, useState } from 'react'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './session.textes.ts'

type Props = Omit<ComponentProps<typeof ChampTexte>, 'type' | 'fin'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, that one may show. */
export function ChampMotDePasse(props: Props) {
  const [visible, setVisible] = useState(false)
  const { afficher, masquer } = textes.motDePasse
  return (
    <ChampTexte
      {...props}
      type={visible ? 'text' : 'password'}
      maxLength={128}
      autoCapitalize="none"
      spellCheck={false}
      fin={
        <IconButton
          size="small"
          aria-label={visible ? masquer : afficher}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Icone nom={visible ? 'oeilBarre' : 'oeil'} />
        </IconButton>
      }
    />
  )
}
