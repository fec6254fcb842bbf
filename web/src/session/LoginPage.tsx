import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { LoginForm } from './LoginForm.tsx'
import { textesSession } from './session.textes.ts'

/** `/auth/login`, its `-unprotected` twin, and any protected screen for a visitor. */
export default function LoginPage() {
  const { titre, titrePage, produit, invite } = textesSession.connexion
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
          {textesSession.connexion.sansCompte}{' '}
          <Link to={paths.inscription}>{textesSession.connexion.inscription}</Link>
        </p>
      </Page>
    </Cadre>
  )
}
