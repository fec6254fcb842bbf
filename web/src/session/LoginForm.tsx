import { type SyntheticEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { useConnexion } from './session.queries.ts'
import { textes } from './session.textes.ts'
import { defiDe, type SuiteDeConnexion } from './verification.ts'

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

/** Identifiant and password; a field tells what it lacks once touched; one error for the server's. */
export function LoginForm() {
  const [identifiant, setIdentifiant] = useState('')
  const [password, setPassword] = useState('')
  const [touches, setTouches] = useState({ identifiant: false, password: false })
  const connexion = useConnexion()
  const suite = useSuite()
  const t = textes.connexion

  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setTouches({ identifiant: true, password: true })
    if (!identifiant.trim() || !password || connexion.isPending) return
    connexion.mutate({ identifiant, password }, suite)
  }

  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      {!defiDe(connexion.error) && <Echec echec={connexion.error} titre={t.echec} />}
      <ChampTexte
        libelle={t.identifiant}
        name="identifiant"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={100}
        value={identifiant}
        onChange={(evenement) => setIdentifiant(evenement.target.value)}
        onBlur={() => setTouches((avant) => ({ ...avant, identifiant: true }))}
        erreur={touches.identifiant && !identifiant.trim() ? t.identifiantManquant : null}
      />
      <ChampMotDePasse
        libelle={t.motDePasse}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(evenement) => setPassword(evenement.target.value)}
        onBlur={() => setTouches((avant) => ({ ...avant, password: true }))}
        erreur={touches.password && !password ? t.motDePasseManquant : null}
      />
      <Link className="auth-oubli" to={paths.reinitialisation} state={{ identifiant }}>
        {t.oublie}
      </Link>
      <BoutonAction type="submit" variant="contained" size="large" enCours={connexion.isPending}>
        {t.seConnecter}
      </BoutonAction>
    </form>
  )
}
