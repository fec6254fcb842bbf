import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
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
          <BoutonAction component={Link} to={paths.tableauDeBord} variant="contained">
            {retour}
          </BoutonAction>
        </div>
      </Page>
    </PageSeule>
  )
}
