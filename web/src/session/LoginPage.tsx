import { styled } from '@mui/material/styles'
import { Marque } from '../app/Marque.tsx'
import { TITRE } from '../app/theme.ts'
import { Page } from '../ui/Page.tsx'
import { Illustration } from './Illustration.tsx'
import { LoginForm } from './LoginForm.tsx'
import { textes } from './session.textes.ts'

const Cadre = styled('div')(({ theme }) => ({
  minHeight: '100vh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(420px, 4fr)',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Vitrine = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: theme.spacing(4),
  padding: theme.spacing(6, 8),
  background: theme.vars.palette.fond.doux,
  borderInlineEnd: `1px solid ${theme.vars.palette.trait.leger}`,
  [theme.breakpoints.down('md')]: { display: 'none' },
  '& > p': { margin: 0, fontFamily: TITRE, fontSize: '1.9rem', lineHeight: 1.35 },
  '& > p > span': { display: 'block' },
}))

const Volet = styled('main')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: theme.spacing(4),
  width: '100%',
  maxWidth: 440,
  marginInline: 'auto',
  padding: theme.spacing(4, 2.5),
}))

/** `/auth/login`, its `-unprotected` twin, and any protected screen for a visitor. */
export function LoginPage() {
  const { titre, titrePage, produit, invite, promesses } = textes.connexion
  return (
    <Cadre>
      <Vitrine>
        <p>
          {promesses.map((promesse) => (
            <span key={promesse}>{promesse}.</span>
          ))}
        </p>
        <Illustration />
      </Vitrine>
      <Volet>
        <div>
          <Marque />
        </div>
        <div>
          <Page
            titre={titrePage}
            entete={titre}
            chapeau={
              <>
                {produit}
                <br />
                {invite}
              </>
            }
          >
            <LoginForm />
          </Page>
        </div>
      </Volet>
    </Cadre>
  )
}
