import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textesApp } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'

/** `/404` */
export default function Introuvable() {
  const { titre, texte, retour, accueil } = textesApp.introuvable
  return (
    <PageSeule chiffre="404">
      <Page titre={titre} chapeau={texte}>
        <div className="app-suites">
          <LienAction to={paths.tableauDeBord} variant="contained" size="large">
            {retour}
          </LienAction>
          <LienAction to={paths.accueil} size="large" reloadDocument>
            {accueil}
          </LienAction>
        </div>
      </Page>
    </PageSeule>
  )
}
