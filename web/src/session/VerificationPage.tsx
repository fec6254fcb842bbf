import { Link, useLocation, useNavigate } from 'react-router'
import { messageDe } from '../app/client.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { ChampsVerification } from './ChampsVerification.tsx'
import { prendreLeFocus } from './focus.ts'
import { textes } from './session.textes.ts'
import { useVerificationForm } from './useVerificationForm.ts'
import { textes as t } from './verification.textes.ts'
import type { SuiteDeConnexion } from './verification.ts'

/** One arrived here without signing in first: nothing to verify. */
function SansDefi() {
  return (
    <Page titre={t.titre} entete={t.sansDefi} chapeau={t.sansDefiTexte}>
      <LienAction to={paths.connexion} variant="contained" size="large">
        {textes.cadre.connexion}
      </LienAction>
    </Page>
  )
}

/** The challenge is over: back to the password, then to the screen that was asked for. */
function Expiree({ echec, suite }: { echec: unknown; suite: string | undefined }) {
  return (
    <Page titre={t.titre}>
      <Alerte gravite="error" titre={t.echec} ref={prendreLeFocus}>
        {messageDe(echec)}
      </Alerte>
      <LienAction to={suite ?? paths.connexion} variant="contained" size="large">
        {textes.cadre.connexion}
      </LienAction>
    </Page>
  )
}

function Formulaire({ defi, suite }: { defi: string; suite: string | undefined }) {
  const navigate = useNavigate()
  const form = useVerificationForm(defi)
  const arriver = () => void navigate(suite ?? paths.tableauDeBord, { replace: true })
  if (form.expiree) return <Expiree echec={form.echec} suite={suite} />
  return (
    <Page titre={t.titre} chapeau={form.recuperation ? t.inviteRecuperation : t.invite}>
      <form
        className="auth-form"
        noValidate
        onSubmit={(evenement) => {
          evenement.preventDefault()
          form.soumettre(arriver)
        }}
      >
        <ChampsVerification form={form} />
        <BoutonAction type="submit" variant="contained" size="large" enCours={form.enCours}>
          {t.verifier}
        </BoutonAction>
        <div className="auth-suites auth-pied">
          <BoutonAction variant="outlined" onClick={form.basculer}>
            {form.recuperation ? t.versCode : t.versRecuperation}
          </BoutonAction>
          <Link to={paths.connexion}>{textes.cadre.connexion}</Link>
        </div>
      </form>
    </Page>
  )
}

/** `/auth/verify`: the second step of a sign-in. */
export function VerificationPage() {
  // Written by the sign-in form alone.
  const suite = useLocation().state as SuiteDeConnexion | null
  return (
    <Cadre>
      {suite?.defi ? <Formulaire defi={suite.defi} suite={suite.suite} /> : <SansDefi />}
    </Cadre>
  )
}
