import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { messageDe } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { ChampsVerification, useVerificationForm } from './ChampsVerification.tsx'
import { prendreRetour } from './fournisseur.queries.ts'
import { RetourFournisseur } from './RetourFournisseur.tsx'
import { textesSession } from './session.textes.ts'
import { textesVerification } from './verification.textes.ts'

import type { SuiteDeConnexion } from './verification.ts'

/** One arrived here without signing in first: nothing to verify. */
function SansDefi() {
  return (
    <Page
      titre={textesVerification.titre}
      entete={textesVerification.sansDefi}
      chapeau={textesVerification.sansDefiTexte}
    >
      <LienAction to={paths.connexion} variant="contained" size="large">
        {textesSession.cadre.connexion}
      </LienAction>
    </Page>
  )
}

/** The challenge is over: back to the password, then to the screen that was asked for. */
function Expiree({ echec, suite }: { echec: unknown; suite: string | undefined }) {
  return (
    <Page titre={textesVerification.titre}>
      <Alerte gravite="error" titre={textesVerification.echec} ref={prendreLeFocus}>
        {messageDe(echec)}
      </Alerte>
      <LienAction to={suite ?? paths.connexion} variant="contained" size="large">
        {textesSession.cadre.connexion}
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
    <Page
      titre={textesVerification.titre}
      chapeau={
        form.recuperation ? textesVerification.inviteRecuperation : textesVerification.invite
      }
    >
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
          {textesVerification.verifier}
        </BoutonAction>
        <div className="auth-suites auth-pied">
          <BoutonAction variant="outlined" multiligne onClick={form.basculer}>
            {form.recuperation ? textesVerification.versCode : textesVerification.versRecuperation}
          </BoutonAction>
          <Link to={paths.connexion}>{textesSession.cadre.connexion}</Link>
        </div>
      </form>
    </Page>
  )
}

/** `/auth/verify`: the second step of a sign-in, or what a provider of identities has sent back. */
export default function VerificationPage() {
  // Written by the sign-in form alone.
  const suite = useLocation().state as SuiteDeConnexion | null
  const [retour] = useState(prendreRetour)
  return (
    <Cadre>
      {suite?.defi ? (
        <Formulaire defi={suite.defi} suite={suite.suite} />
      ) : retour ? (
        <RetourFournisseur retour={retour} />
      ) : (
        <SansDefi />
      )}
    </Cadre>
  )
}
