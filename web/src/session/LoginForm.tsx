import { CHAMPS_CONNEXION } from '@releve/contract/session/session.champs.ts'
import type { SyntheticEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { useConnexion } from './session.queries.ts'
import { textesSession } from './session.textes.ts'
import { defiDe, type SuiteDeConnexion } from './verification.ts'

const t = textesSession.connexion

/** What follows the password: the screen asked for, or the code that some accounts ask for. */
function useSuite() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const libre = pathname.startsWith('/auth')
  return {
    // On a protected address the screen asked for takes the place of this one by itself.
    onSuccess: () => {
      if (libre) void navigate(paths.tableauDeBord)
    },
    onError: (echec: unknown) => {
      const defi = defiDe(echec)
      if (!defi) return
      const state: SuiteDeConnexion = libre ? { defi } : { defi, suite: pathname + search }
      void navigate(paths.verification, { state })
    },
  }
}

const VIDE = { identifiant: '', password: '' }

/** Identifiant and password; a field tells what it lacks once left; one error for the server's. */
export function LoginForm() {
  const forme = useSaisie({ champs: CHAMPS_CONNEXION, initiale: VIDE, dire: 'quitte' })
  const envoi = useEnvoi(forme, useConnexion())
  const suite = useSuite()
  const { saisie, lier } = forme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(() => saisie, suite)
  }
  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      {!defiDe(envoi.echec) && <Echec echec={envoi.echec} titre={t.echec} />}
      <ChampTexte
        {...lier('identifiant')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ChampMotDePasse {...lier('password')} autoComplete="current-password" />
      <Link
        className="auth-oubli"
        to={paths.reinitialisation}
        state={{ identifiant: saisie.identifiant }}
      >
        {t.oublie}
      </Link>
      <BoutonAction type="submit" variant="contained" size="large" enCours={envoi.enCours}>
        {t.seConnecter}
      </BoutonAction>
    </form>
  )
}
