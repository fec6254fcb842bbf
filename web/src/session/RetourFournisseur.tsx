import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Page } from '../ui/Page.tsx'
import { type Depart, type Retour, useFinirRetour, usePartir } from './fournisseur.queries.ts'
import { textesFournisseur } from './fournisseur.textes.ts'
import { textesSession } from './session.textes.ts'
import { defiDe, type SuiteDeConnexion } from './verification.ts'

const t = textesFournisseur.retour

/** The provider knows two factors, perhaps, and was not asked for them. */
function DeuxFacteurs({ depart }: { depart: Depart }) {
  const partir = usePartir()
  return (
    <BoutonAction
      variant="contained"
      size="large"
      multiligne
      enCours={partir.isPending}
      onClick={() => partir.mutate({ ...depart, deuxFacteurs: true })}
    >
      {t.deuxFacteurs}
    </BoutonAction>
  )
}

/** What came of it, where nothing opens; and where to go from there. */
function EchecRetour({
  depart,
  message,
  code,
}: {
  depart: Depart | null
  message: string
  code: string
}) {
  const deux = depart && code === 'SECOND_FACTEUR_DU_FOURNISSEUR'
  const lie = depart?.liaison !== undefined
  const invite = depart?.invite
  return (
    <Page titre={t.titre}>
      <Alerte
        gravite="error"
        titre={lie ? t.echecLiaison : invite ? t.echecInscription : t.echec}
        ref={prendreLeFocus}
      >
        {message}
      </Alerte>
      <div className="auth-suites">
        {deux && <DeuxFacteurs depart={depart} />}
        {invite ? (
          <LienAction
            to={`${paths.inscriptionLibre}?jeton=${encodeURIComponent(invite.jeton)}`}
            state={invite.personne}
            variant="contained"
            size="large"
            multiligne
          >
            {t.versInscription}
          </LienAction>
        ) : lie ? (
          <LienAction to={paths.compte} variant="contained" size="large" multiligne>
            {t.versCompte}
          </LienAction>
        ) : (
          <LienAction
            to={depart?.suite ?? paths.connexion}
            variant={deux ? 'outlined' : 'contained'}
            size="large"
            multiligne
          >
            {textesSession.cadre.connexion}
          </LienAction>
        )}
      </div>
    </Page>
  )
}

type Reponse = NonNullable<Extract<Retour, { recu: unknown }>['recu']>

/** Posts what came back, once, and leads on. */
function EnCours({ depart, recu }: { depart: Depart; recu: Reponse }) {
  const navigate = useNavigate()
  const { mutate, error } = useFinirRetour()
  const parti = useRef(false)
  useEffect(() => {
    if (parti.current) return
    parti.current = true
    const { liaison, suite } = depart
    mutate(
      { recu, depart },
      {
        onSuccess: () => {
          const vers = liaison === undefined ? (suite ?? paths.tableauDeBord) : paths.compte
          void navigate(vers, { replace: true })
        },
        onError: (echec) => {
          const defi = defiDe(echec)
          if (!defi) return
          const state: SuiteDeConnexion = { defi, ...(suite !== undefined && { suite }) }
          void navigate(paths.verification, { state, replace: true })
        },
      },
    )
  }, [depart, recu, mutate, navigate])
  if (!error || defiDe(error)) {
    return (
      <Page titre={t.titre}>
        <p role="status">{t.enCours}</p>
      </Page>
    )
  }
  const code = error instanceof EchecApi ? error.code : ''
  return <EchecRetour depart={depart} message={messageDe(error)} code={code} />
}

/** `/auth/verify`, as a provider sends back to it. */
export function RetourFournisseur({ retour }: { retour: Retour }) {
  if (retour.depart === null) return <EchecRetour depart={null} message={t.inconnu} code="" />
  const { depart, recu } = retour
  if (recu === null) return <EchecRetour depart={depart} message={t.refus} code="" />
  return <EnCours depart={depart} recu={recu} />
}
