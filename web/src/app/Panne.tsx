import { useRouteError } from 'react-router'
import { estAncienne } from '../api/version.ts'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textesApp } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'

/**
 * A chunk that did not come: the line was cut, or the server has only those of a newer build. In
 * both cases a reload brings it.
 */
export const estMorceauAbsent = (echec: unknown): boolean =>
  echec instanceof Error &&
  /dynamically imported module|Importing a module|Unable to preload/.test(echec.message)

/** The trace of a call that failed (`EchecApi`), to give to the support; null for anything else. */
export function referenceDe(echec: unknown): string | null {
  if (!(echec instanceof Error) || !('trace' in echec)) return null
  return typeof echec.trace === 'string' && echec.trace !== '' ? echec.trace : null
}

const LIGNES = 6

/** What broke in the page, short: the error, and where it came from. Null when nothing did. */
export function traceDe(echec: unknown): string | null {
  if (echec === undefined || echec === null) return null
  if (!(echec instanceof Error)) return typeof echec === 'string' ? echec : JSON.stringify(echec)
  const entete = `${echec.name}: ${echec.message}`
  const pile = (echec.stack ?? '').split('\n').filter((ligne) => !entete.includes(ligne.trim()))
  return [entete, ...pile.slice(0, LIGNES)].join('\n')
}

/** What helps whoever is asked for help: the server's reference, or what broke in the page. */
function Indices({ echec }: { echec: unknown }) {
  const reference = referenceDe(echec)
  const trace = traceDe(echec)
  if (reference !== null) {
    return (
      <p className="app-seule-note">
        {textesApp.panne.reference} <code>{reference}</code>
      </p>
    )
  }
  if (trace === null) return null
  return (
    <details className="app-seule-details">
      <summary>{textesApp.panne.details}</summary>
      <pre dir="ltr">{trace}</pre>
    </details>
  )
}

/** In the place of a screen of the dashboard whose code, or render, failed: the menu stays. */
export function PanneEcran({ size }: { size?: 'large' }) {
  const echec = useRouteError()
  const absent = estMorceauAbsent(echec)
  const { titre, texte, coupure, maj, recharger, retour } = textesApp.panne
  const raison = estAncienne() ? maj : coupure
  return (
    <Page titre={titre} chapeau={absent ? raison : texte}>
      <div className="app-suites">
        <BoutonAction
          variant="contained"
          size={size}
          icone="reessayer"
          onClick={() => window.location.reload()}
        >
          {recharger}
        </BoutonAction>
        {/* The page is read anew, whatever state broke this one. */}
        <LienAction to={paths.tableauDeBord} size={size} reloadDocument>
          {retour}
        </LienAction>
      </div>
      {!absent && <Indices echec={echec} />}
    </Page>
  )
}

/** `/500`, and what stands in the place of any other page that failed to render. */
export function Panne() {
  return (
    <PageSeule chiffre="500">
      <PanneEcran size="large" />
    </PageSeule>
  )
}
