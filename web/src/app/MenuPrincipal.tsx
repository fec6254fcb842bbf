import { styled } from '@mui/material/styles'
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { Icone, type NomIcone } from '../ui/Icone.tsx'
import { textes } from './app.textes.ts'
import { Marque } from './Marque.tsx'
import type { Auth } from './stockage.ts'

const Tete = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: 56,
  padding: theme.spacing(0, 1, 0, 2.5),
}))

const Liste = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: theme.spacing(1, 1.5),
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
}))

const Lien = styled(NavLink)(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  padding: theme.spacing(1, 1.25),
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '& > svg': { color: theme.vars.palette.text.secondary },
  '&:hover': { background: theme.vars.palette.fond.doux },
  '&[aria-current="page"]': {
    fontWeight: 650,
    background: theme.vars.palette.primary.light,
    color: theme.vars.palette.primary.dark,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
    '& > svg': { color: 'inherit' },
  },
}))

type Entree = { libelle: string; to: string; icone: NomIcone }

/** What this person's menu shows: the screens that serve a role. The server decides every right. */
function entrees({ structure, autreStructure }: Auth): Entree[] {
  const { menu } = textes
  const aStructure = structure !== null || autreStructure.length > 0
  const mesSaisies: Entree = { libelle: menu.mesSaisies, to: paths.mesSaisies, icone: 'rapport' }
  return [
    { libelle: menu.tableauDeBord, to: paths.tableauDeBord, icone: 'accueil' },
    { libelle: menu.saisies, to: paths.saisies(), icone: 'saisie' },
    ...(aStructure ? [mesSaisies] : []),
    { libelle: menu.saisiesStructures, to: paths.saisiesStructures(), icone: 'structures' },
    { libelle: menu.changerMotDePasse, to: paths.changerMotDePasse, icone: 'motDePasse' },
  ]
}

/** The menu, in the side bar or in the drawer of small screens (`onFermer`). */
export function MenuPrincipal({ auth, onFermer }: { auth: Auth; onFermer?: () => void }) {
  const choix = auth.forceChangePassword ? [] : entrees(auth)
  return (
    <nav aria-label={textes.navigation}>
      <Tete>
        <Marque />
        {onFermer && <BoutonIcone nom="fermer" aria-label={textes.fermerMenu} onClick={onFermer} />}
      </Tete>
      <Liste>
        {choix.map(({ libelle, to, icone }) => (
          <li key={to}>
            <Lien to={to} onClick={onFermer}>
              <Icone nom={icone} />
              {libelle}
            </Lien>
          </li>
        ))}
      </Liste>
    </nav>
  )
}
