import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './app.textes.ts'
import type { Auth } from './stockage.ts'
import { useDeconnexion } from './useDeconnexion.tsx'

const Compte = styled('div')(({ theme }) => ({
  padding: theme.spacing(1.5, 2),
  maxWidth: 300,
  borderBottom: `1px solid ${theme.vars.palette.trait.leger}`,
  marginBottom: theme.spacing(0.5),
  '& > p': { ...theme.typography.body2, margin: 0, overflowWrap: 'anywhere' },
  '& > p + p': { color: theme.vars.palette.text.secondary },
}))

const Nom = styled('span')(({ theme }) => ({
  maxWidth: 220,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [theme.breakpoints.down('sm')]: { display: 'none' },
}))

/** Who is signed in, and the way out. The role is shown less its first five characters (`ROLE_`). */
export function MenuCompte({ auth }: { auth: Auth }) {
  const [ancre, setAncre] = useState<HTMLElement | null>(null)
  const { quitter, enCours, question } = useDeconnexion()
  return (
    <>
      <BoutonAction
        variant="text"
        icone="personne"
        aria-label={textes.menuCompte(auth.nomAffichable)}
        enCours={enCours}
        aria-haspopup="menu"
        aria-expanded={ancre !== null}
        onClick={(evenement) => setAncre(evenement.currentTarget)}
      >
        <Nom>{auth.nomAffichable}</Nom>
        <Icone nom="chevronBas" taille={16} />
      </BoutonAction>
      <Menu anchorEl={ancre} open={ancre !== null} onClose={() => setAncre(null)}>
        <Compte role="presentation">
          <p>
            <strong>{auth.nomAffichable}</strong>
          </p>
          <p>{auth.roles[0]?.slice(5)}</p>
          {auth.structure && <p>{auth.structure.libelle}</p>}
        </Compte>
        <MenuItem
          onClick={() => {
            setAncre(null)
            quitter()
          }}
        >
          <Icone nom="sortie" />
          <span style={{ marginInlineStart: 10 }}>{textes.deconnexion}</span>
        </MenuItem>
      </Menu>
      {question}
    </>
  )
}
