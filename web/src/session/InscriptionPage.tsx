import type { Invitation } from '@releve/contract/inscription/inscription.schema.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { formatInstant } from '../ui/format.ts'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { Cadre } from './Cadre.tsx'
import { InscriptionForm } from './InscriptionForm.tsx'
import { textesInscription } from './inscription.textes.ts'
import { useInvitation } from './invitation.queries.ts'
import { textesSession } from './session.textes.ts'
import './InscriptionPage.css'

function Suites({ demander }: { demander: string }) {
  return (
    <div className="auth-suites">
      <LienAction to={paths.contact} variant="contained" size="large" multiligne>
        {demander}
      </LienAction>
      <Link to={paths.connexion}>{textesInscription.sansInvitation.dejaCompte}</Link>
    </div>
  )
}

/** Without a link to follow: how one registers. */
function SansInvitation() {
  const t = textesInscription.sansInvitation
  return (
    <Page titre={textesInscription.titre} chapeau={t.chapeau}>
      <h2>{t.comment}</h2>
      <ol className="auth-etapes">
        {t.etapes.map((etape) => (
          <li key={etape}>{etape}</li>
        ))}
      </ol>
      <dl className="auth-cas">
        <dt>{t.recue}</dt>
        <dd>{t.recueTexte}</dd>
        <dt>{t.aucune}</dt>
        <dd>{t.aucuneTexte}</dd>
      </dl>
      <Suites demander={t.demander} />
    </Page>
  )
}

/** The link opens nothing, or nothing any more: what happened, and what to do. */
function InvitationRefusee({ echec, enReponse }: { echec: EchecApi; enReponse?: true }) {
  const t = textesInscription.refusee
  const connue = t.cas.find(({ code }) => code === echec.code)
  const dejaServi = echec.code === 'INVITATION_UTILISEE'
  return (
    <Page titre={textesInscription.titre}>
      <Alerte
        gravite="error"
        role="alert"
        titre={connue?.titre ?? t.titre}
        // In the place of the form, whose button had the focus.
        ref={enReponse && prendreLeFocus}
      >
        {connue ? messageDe(echec) : t.texte}
      </Alerte>
      <h2>{t.faire}</h2>
      <ul className="auth-conseils">
        {(connue?.conseils ?? t.conseils).map((conseil) => (
          <li key={conseil}>{conseil}</li>
        ))}
      </ul>
      {dejaServi ? (
        <LienAction to={paths.connexion} variant="contained" size="large">
          {t.connecter}
        </LienAction>
      ) : (
        <Suites demander={t.demander} />
      )}
    </Page>
  )
}

function LectureEchouee({ echec, onReessayer }: { echec: unknown; onReessayer: () => void }) {
  const t = textesInscription.lecture
  return (
    <Page titre={textesInscription.titre}>
      <Alerte gravite="error" role="alert" titre={t.reseau}>
        {messageDe(echec, t.reseauTexte)}
      </Alerte>
      <BoutonAction icone="reessayer" onClick={onReessayer}>
        {textesSession.cadre.reessayer}
      </BoutonAction>
    </Page>
  )
}

function Reponse({ jeton, invitation }: { jeton: string; invitation: Invitation }) {
  const t = textesInscription.formulaire
  const [refus, setRefus] = useState<EchecApi | null>(null)
  const { code, libelle, email, expireLe } = invitation
  if (refus) return <InvitationRefusee echec={refus} enReponse />
  const faits = [
    [t.nom, libelle],
    [t.code, code],
    [t.email, email],
    [t.limite, formatInstant(expireLe)],
  ]
  return (
    <Page titre={textesInscription.titre} chapeau={t.chapeau(libelle)}>
      <section className="auth-invitation" aria-label={t.structure}>
        <dl>
          {faits.map(([nom, valeur]) => (
            <div key={nom}>
              <dt>{nom}</dt>
              <dd>{valeur}</dd>
            </div>
          ))}
        </dl>
      </section>
      <InscriptionForm jeton={jeton} email={email} onClose={setRefus} />
    </Page>
  )
}

function AvecInvitation({ jeton }: { jeton: string }) {
  const { data, error, refetch } = useInvitation(jeton)
  if (data) return <Reponse jeton={jeton} invitation={data} />
  if (!error) {
    return (
      <Page titre={textesInscription.titre}>
        <Squelette />
      </Page>
    )
  }
  if (error instanceof EchecApi && error.statut >= 400 && error.statut < 429) {
    return <InvitationRefusee echec={error} />
  }
  return <LectureEchouee echec={error} onReessayer={() => void refetch()} />
}

/** `/auth/register` and its `-unprotected` twin: `?jeton=` is what the invitation's link bears. */
export default function InscriptionPage() {
  const [parametres] = useSearchParams()
  const jeton = parametres.get('jeton')?.trim()
  return <Cadre large>{jeton ? <AvecInvitation jeton={jeton} /> : <SansInvitation />}</Cadre>
}
