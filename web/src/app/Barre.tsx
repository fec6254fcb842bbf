import { styled, useColorScheme } from '@mui/material/styles'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './app.textes.ts'
import { MenuCompte } from './MenuCompte.tsx'
import type { Auth } from './stockage.ts'

const Bandeau = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  height: 56,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(0, 2),
  background: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.trait.leger}`,
  '& > .menu': { [theme.breakpoints.up('md')]: { display: 'none' } },
}))

/** Light or dark, kept with the settings of display. */
function BoutonMode() {
  const { mode, systemMode, setMode } = useColorScheme()
  const sombre = (mode === 'system' ? systemMode : mode) === 'dark'
  return (
    <BoutonIcone
      nom={sombre ? 'soleil' : 'lune'}
      aria-label={sombre ? textes.clair : textes.sombre}
      onClick={() => setMode(sombre ? 'light' : 'dark')}
    />
  )
}

/** Top bar: menu on small screens, display, account. */
export function Barre({ auth, onMenu }: { auth: Auth; onMenu: () => void }) {
  return (
    <Bandeau>
      <BoutonIcone nom="menu" className="menu" aria-label={textes.ouvrirMenu} onClick={onMenu} />
      <span style={{ flex: 1 }} />
      <BoutonMode />
      <MenuCompte auth={auth} />
    </Bandeau>
  )
}
