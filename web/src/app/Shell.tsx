import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { SnackbarProvider } from 'notistack'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { textes } from './app.textes.ts'
import { Barre } from './Barre.tsx'
import { MenuPrincipal } from './MenuPrincipal.tsx'
import type { Auth } from './stockage.ts'
import { TOASTS } from './Toast.tsx'

const LARGEUR = 280

const Cadre = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `${LARGEUR}px minmax(0, 1fr)`,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Cote = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  height: '100vh',
  overflowY: 'auto',
  borderInlineEnd: `1px solid ${theme.vars.palette.trait.leger}`,
  background: theme.vars.palette.background.paper,
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

const Colonne = styled('div')({
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
})

/** It fills the window, for a page that holds something at its foot. */
const Contenu = styled('main')(({ theme }) => ({
  flex: 1,
  width: '100%',
  maxWidth: 1440,
  marginInline: 'auto',
  padding: theme.spacing(3.5, 4, 8),
  outline: 'none',
  [theme.breakpoints.down('md')]: { padding: theme.spacing(2.5, 2, 6) },
}))

const Evitement = styled('a')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: theme.spacing(1),
  top: -60,
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1, 2),
  background: theme.vars.palette.background.paper,
  '&:focus': { top: theme.spacing(1) },
}))

/** The frame of every protected screen: menu, top bar, page, toasts (at most 5, 3 s, top right). */
export default function Shell({ auth }: { auth: Auth }) {
  const [ouvert, setOuvert] = useState(false)
  const fermer = () => setOuvert(false)
  return (
    <Cadre>
      <SnackbarProvider
        maxSnack={5}
        autoHideDuration={3000}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        Components={TOASTS}
      />
      <Evitement href="#contenu">{textes.evitement}</Evitement>
      <Cote>
        <MenuPrincipal auth={auth} />
      </Cote>
      <Drawer open={ouvert} onClose={fermer} slotProps={{ paper: { sx: { width: 280 } } }}>
        <MenuPrincipal auth={auth} onFermer={fermer} />
      </Drawer>
      <Colonne>
        <Barre auth={auth} onMenu={() => setOuvert(true)} />
        <Contenu id="contenu" tabIndex={-1}>
          <Outlet />
        </Contenu>
      </Colonne>
    </Cadre>
  )
}
