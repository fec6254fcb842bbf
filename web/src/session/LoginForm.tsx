import { styled } from '@mui/material/styles'
import { type SyntheticEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageDe } from '../app/client.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { ChampMotDePasse } from './ChampMotDePasse.tsx'
import { useConnexion } from './session.queries.ts'
import { textes } from './session.textes.ts'

export const Colonne = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2.25),
  '& > [role="alert"]': { margin: 0 },
}))

/** Identifiant and password; a field tells what it lacks once touched; one error for the server's. */
export function LoginForm() {
  const [identifiant, setIdentifiant] = useState('')
  const [password, setPassword] = useState('')
  const [touches, setTouches] = useState({ identifiant: false, password: false })
  const connexion = useConnexion()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const t = textes.connexion

  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setTouches({ identifiant: true, password: true })
    if (!identifiant.trim() || !password || connexion.isPending) return
    connexion.mutate(
      { identifiant, password },
      {
        // On a protected address the screen asked for takes the place of this one by itself.
        onSuccess: () => {
          if (pathname.startsWith('/auth')) void navigate(paths.tableauDeBord)
        },
      },
    )
  }

  return (
    <Colonne noValidate onSubmit={soumettre}>
      {connexion.error && (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          {messageDe(connexion.error)}
        </Alerte>
      )}
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
      <BoutonAction type="submit" variant="contained" size="large" enCours={connexion.isPending}>
        {t.seConnecter}
      </BoutonAction>
    </Colonne>
  )
}
