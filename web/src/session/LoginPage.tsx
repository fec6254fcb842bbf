import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { LoginForm } from './LoginForm.tsx'
import { textes } from './session.textes.ts'

/** `/auth/login`, its `-unprotected` twin, and any protected screen for a visitor. */
export function LoginPage() {
  const { titre, titrePage, produit, invite } = textes.connexion
  const chapeau = (
    <>
      <span className="auth-produit">{produit}</span>
      {invite}
    </>
  )
  return (
    <Cadre>
      <Page titre={titrePage} entete={titre} chapeau={chapeau}>
        <LoginForm />
        <p className="auth-pied">
          {textes.connexion.sansCompte}{' '}
          <Link to={paths.inscription}>{textes.connexion.inscription}</Link>
        </p>
      </Page>
    </Cadre>
  )
}
