import { type SyntheticEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Page } from '../ui/Page.tsx'
import { Cadre } from './Cadre.tsx'
import { prendreLeFocus } from './focus.ts'
import { useDemanderMotDePasse } from './session.queries.ts'
import { textes } from './session.textes.ts'

const t = textes.oubli

type Demande = ReturnType<typeof useDemanderMotDePasse>

function Formulaire({ demande, propose }: { demande: Demande; propose: string }) {
  const [identifiant, setIdentifiant] = useState(propose)
  const [touche, setTouche] = useState(false)
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setTouche(true)
    if (identifiant.trim() && !demande.isPending) demande.mutate({ identifiant })
  }
  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      <Echec echec={demande.error} titre={t.echec} />
      <ChampTexte
        libelle={textes.connexion.identifiant}
        name="identifiant"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={100}
        value={identifiant}
        onChange={(evenement) => setIdentifiant(evenement.target.value)}
        onBlur={() => setTouche(true)}
        erreur={touche && !identifiant.trim() ? textes.connexion.identifiantManquant : null}
      />
      <p className="auth-texte">{t.duree}</p>
      <div className="auth-suites">
        <BoutonAction type="submit" variant="contained" size="large" enCours={demande.isPending}>
          {t.envoyer}
        </BoutonAction>
        <Link to={paths.connexion}>{textes.cadre.connexion}</Link>
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
        <LienAction to={paths.connexion} variant="contained" size="large">
          {textes.cadre.connexion}
        </LienAction>
      </div>
      <p className="auth-texte auth-suite">
        {t.rien}{' '}
        <button type="button" className="auth-lien" onClick={onRecommencer}>
          {t.recommencer}
        </button>
      </p>
    </>
  )
}

/** `/auth/reset-password`: a temporary password, by e-mail. The answer never says who has an account. */
export function ReinitialisationPage() {
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
          <p className="auth-texte">{t.sansCourrielTexte}</p>
          <Link to={paths.contact}>{textes.cadre.contact}</Link>
        </aside>
      </Page>
    </Cadre>
  )
}
