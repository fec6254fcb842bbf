import Stack from '@mui/material/Stack'
import { useRouteError } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { textes } from './app.textes.ts'
import { PageSeule } from './PageSeule.tsx'

/** A chunk of a build that the server no longer has: only a reload brings the new one. */
const estAncienneVersion = (echec: unknown) =>
  echec instanceof Error && /dynamically imported module|Importing a module/.test(echec.message)

/** `/500`, and what stands in the place of any screen that failed to render. */
export function Panne() {
  const echec = useRouteError()
  const { titre, texte, maj, recharger, retour } = textes.panne
  return (
    <PageSeule>
      <Page titre={titre} chapeau={estAncienneVersion(echec) ? maj : texte}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
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
        </Stack>
      </Page>
    </PageSeule>
  )
}
