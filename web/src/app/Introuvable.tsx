import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textes } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'

/** `/404` */
export function Introuvable() {
  const { titre, texte, retour, accueil } = textes.introuvable
  return (
    <PageSeule chiffre="404">
      <Page titre={titre} chapeau={texte}>
        <div className="app-suites">
          <LienAction to={paths.tableauDeBord} variant="contained">
            {retour}
          </LienAction>
          <LienAction to={paths.accueil} reloadDocument>
            {accueil}
          </LienAction>
        </div>
      </Page>
    </PageSeule>
  )
}
