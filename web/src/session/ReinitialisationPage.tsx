import { CHAMPS_CONNEXION } from '@releve/contract/session/session.champs.ts'
import type { SyntheticEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { Cadre } from './Cadre.tsx'
import { useDemanderMotDePasse } from './motDePasse.queries.ts'
import { textesMotDePasse } from './motDePasse.textes.ts'
import { textesSession } from './session.textes.ts'

const t = textesMotDePasse.oubli

type Demande = ReturnType<typeof useDemanderMotDePasse>

const CHAMPS = { identifiant: CHAMPS_CONNEXION.identifiant }

function Formulaire({ demande, propose }: { demande: Demande; propose: string }) {
  const forme = useSaisie({ champs: CHAMPS, initiale: { identifiant: propose }, dire: 'quitte' })
  const envoi = useEnvoi(forme, demande)
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(() => forme.saisie)
  }
  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      <Echec echec={envoi.echec} titre={t.echec} />
      <ChampTexte
        {...forme.lier('identifiant')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Note>{t.duree}</Note>
      <div className="auth-suites">
        <BoutonAction
          type="submit"
          variant="contained"
          size="large"
          multiligne
          enCours={envoi.enCours}
        >
          {t.envoyer}
        </BoutonAction>
        <Link to={paths.connexion}>{textesSession.cadre.connexion}</Link>
      </div>
    </form>
  )
}

function Envoye({ libelle, onRecommencer }: { libelle: string; onRecommencer: () => void }) {
  return (
    <>
      <Alerte gravite="success" role="status" titre={libelle} ref={prendreLeFocus}>
        {t.suite}
      </Alerte>
      <div className="auth-suites">
        <LienAction to={paths.connexion} variant="contained" size="large" multiligne>
          {textesSession.cadre.connexion}
        </LienAction>
      </div>
      <Note className="auth-suite">
        {t.rien}{' '}
        <button type="button" className="auth-lien" onClick={onRecommencer}>
          {t.recommencer}
        </button>
      </Note>
    </>
  )
}

/** `/auth/reset-password`: a temporary password, by e-mail. The answer never says who has an account. */
export default function ReinitialisationPage() {
  const demande = useDemanderMotDePasse()
  // Written by the sign-in form alone: what was typed there.
  const { identifiant = '' } = (useLocation().state as { identifiant?: string } | null) ?? {}
  return (
    <Cadre>
      <Page titre={t.titre} chapeau={demande.isSuccess ? undefined : t.invite}>
        {demande.isSuccess ? (
          <Envoye libelle={demande.data.libelle} onRecommencer={demande.reset} />
        ) : (
          <Formulaire demande={demande} propose={identifiant} />
        )}
        <aside className="auth-pied">
          <h2>{t.sansCourriel}</h2>
          <Note>{t.sansCourrielTexte}</Note>
          <Link to={paths.contact}>{textesSession.cadre.contact}</Link>
        </aside>
      </Page>
    </Cadre>
  )
}
