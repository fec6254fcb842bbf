import { Link } from 'react-router'
import { textesHorsLigne } from '../app/app.textes.ts'
import { useHorsLigne, useSousCle } from '../app/useAttentes.ts'
import { paths } from '../paths.ts'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { LoginForm } from './LoginForm.tsx'
import { textesSession } from './session.textes.ts'

/** `/auth/login`, its `-unprotected` twin, and any protected screen for a visitor. */
export default function LoginPage() {
  const coupee = useHorsLigne()
  const sousCle = useSousCle() && coupee
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
        {sousCle && (
          <Note className="auth-sous-cle" role="status">
            {textesHorsLigne.sousCle}
          </Note>
        )}
        <LoginForm />
        <p className="auth-pied">
          {textesSession.connexion.sansCompte}{' '}
          <Link to={paths.inscription}>{textesSession.connexion.inscription}</Link>
        </p>
      </Page>
    </Cadre>
  )
}
