import { useLocation, useNavigate } from 'react-router'
import type { SuiteDeNavigation } from '../app/Guard.tsx'
import { useAuth } from '../app/session.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { Page } from '../ui/Page.tsx'
import { ChgmdpForm } from './ChgmdpForm.tsx'
import { textes } from './session.textes.ts'

/** `/dashboard/chgmdp`: one's own password; the only screen open while it must be changed. */
export function ChgmdpPage() {
  const { forceChangePassword } = useAuth()
  const navigate = useNavigate()
  const { state } = useLocation()
  const t = textes.changement
  const terminer = () => {
    if (!forceChangePassword) return
    // Written by the guard alone, which sent here.
    const suite = (state as SuiteDeNavigation | null)?.suite
    void navigate(suite ?? paths.tableauDeBord, { replace: true })
  }
  return (
    <Page titre={t.titre} chapeau={t.autresSessions}>
      {forceChangePassword && <Alerte gravite="warning">{t.force}</Alerte>}
      <ChgmdpForm onReussite={terminer} />
    </Page>
  )
}
