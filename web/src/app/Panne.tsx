import { useRouteError } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textes } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'
import { estMorceauAbsent, referenceDe, traceDe } from './panne.ts'

/** What helps whoever is asked for help: the server's reference, or what broke in the page. */
function Indices({ echec }: { echec: unknown }) {
  const reference = referenceDe(echec)
  const trace = traceDe(echec)
  if (reference !== null) {
    return (
      <p className="app-seule-note">
        {textes.panne.reference} <code>{reference}</code>
      </p>
    )
  }
  if (trace === null) return null
  return (
    <details className="app-seule-details">
      <summary>{textes.panne.details}</summary>
      <pre dir="ltr">{trace}</pre>
    </details>
  )
}

/** `/500`, and what stands in the place of any screen that failed to render. */
export function Panne() {
  const echec = useRouteError()
  const absent = estMorceauAbsent(echec)
  const { titre, texte, maj, recharger, retour } = textes.panne
  return (
    <PageSeule chiffre="500">
      <Page titre={titre} chapeau={absent ? maj : texte}>
        <div className="app-suites">
          <BoutonAction
            variant="contained"
            icone="reessayer"
            onClick={() => window.location.reload()}
          >
            {recharger}
          </BoutonAction>
          {/* The page is read anew, whatever state broke this one. */}
          <LienAction to={paths.tableauDeBord} reloadDocument>
            {retour}
          </LienAction>
        </div>
        {!absent && <Indices echec={echec} />}
      </Page>
    </PageSeule>
  )
}
