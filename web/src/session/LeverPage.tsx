import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Echec } from '../ui/Echec.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { useLeverAttente } from './session.queries.ts'
import { textesSession } from './session.textes.ts'
import { textesLevee } from './verification.textes.ts'

function Suites() {
  return (
    <div className="auth-suites">
      <LienAction to={paths.connexion} variant="contained" size="large" multiligne>
        {textesSession.cadre.connexion}
      </LienAction>
      <Link to={paths.reinitialisation}>{textesLevee.oubli}</Link>
    </div>
  )
}

/** The act is a click: programs that look at mails follow their links. */
function Acte({ jeton }: { jeton: string }) {
  const levee = useLeverAttente()
  if (levee.isSuccess) {
    return (
      <Page titre={textesLevee.titre}>
        <Alerte gravite="success" role="status" ref={prendreLeFocus}>
          {levee.data}
        </Alerte>
        <div className="auth-suites">
          <LienAction to={paths.connexion} variant="contained" size="large" multiligne>
            {textesSession.cadre.connexion}
          </LienAction>
        </div>
      </Page>
    )
  }
  return (
    <Page titre={textesLevee.titre} chapeau={textesLevee.invite}>
      <Echec echec={levee.error} titre={textesLevee.echec} />
      {levee.isError ? (
        <Suites />
      ) : (
        <BoutonAction
          variant="contained"
          size="large"
          enCours={levee.isPending}
          onClick={() => levee.mutate(jeton)}
        >
          {textesLevee.lever}
        </BoutonAction>
      )}
    </Page>
  )
}

/** `/auth/lever?jeton=`: what the mail links to that tells of failures on one's account. */
export default function LeverPage() {
  const [parametres] = useSearchParams()
  const jeton = parametres.get('jeton')?.trim()
  return (
    <Cadre>
      {jeton ? (
        <Acte jeton={jeton} />
      ) : (
        <Page
          titre={textesLevee.titre}
          entete={textesLevee.sansLien}
          chapeau={textesLevee.sansLienTexte}
        >
          <Suites />
        </Page>
      )}
    </Cadre>
  )
}
