import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { prendreLeFocus } from './focus.ts'
import { textes as t } from './levee.textes.ts'
import { useLeverAttente } from './session.queries.ts'
import { textes } from './session.textes.ts'

function Suites() {
  return (
    <div className="auth-suites">
      <LienAction to={paths.connexion} variant="contained" size="large">
        {textes.cadre.connexion}
      </LienAction>
      <Link to={paths.reinitialisation}>{t.oubli}</Link>
    </div>
  )
}

/** The act is a click: programs that look at mails follow their links. */
function Acte({ jeton }: { jeton: string }) {
  const levee = useLeverAttente()
  if (levee.isSuccess) {
    return (
      <Page titre={t.titre}>
        <Alerte gravite="success" role="status" ref={prendreLeFocus}>
          {levee.data}
        </Alerte>
        <div className="auth-suites">
          <LienAction to={paths.connexion} variant="contained" size="large">
            {textes.cadre.connexion}
          </LienAction>
        </div>
      </Page>
    )
  }
  return (
    <Page titre={t.titre} chapeau={t.invite}>
      <Echec echec={levee.error} titre={t.echec} />
      {levee.isError ? (
        <Suites />
      ) : (
        <BoutonAction
          variant="contained"
          size="large"
          enCours={levee.isPending}
          onClick={() => levee.mutate(jeton)}
        >
          {t.lever}
        </BoutonAction>
      )}
    </Page>
  )
}

/** `/auth/lever?jeton=`: what the mail links to that tells of failures on one's account. */
export function LeverPage() {
  const [parametres] = useSearchParams()
  const jeton = parametres.get('jeton')?.trim()
  return (
    <Cadre>
      {jeton ? (
        <Acte jeton={jeton} />
      ) : (
        <Page titre={t.titre} entete={t.sansLien} chapeau={t.sansLienTexte}>
          <Suites />
        </Page>
      )}
    </Cadre>
  )
}
