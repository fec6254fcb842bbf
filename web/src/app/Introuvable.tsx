import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textes } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'

/** `/404` */
export function Introuvable() {
  const { titre, texte, retour } = textes.introuvable
  return (
    <PageSeule>
      <Page titre={titre} chapeau={texte}>
        <div>
          <LienAction to={paths.tableauDeBord} variant="contained">
            {retour}
          </LienAction>
        </div>
      </Page>
    </PageSeule>
  )
}
