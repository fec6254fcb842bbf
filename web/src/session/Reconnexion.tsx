import { useState } from 'react'
import { messageDe } from '../app/client.ts'
import { useSession } from '../app/session.ts'
import { useDeconnexion } from '../app/useDeconnexion.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { ChampMotDePasse } from './ChampMotDePasse.tsx'
import { useConnexion } from './session.queries.ts'
import { textes } from './session.textes.ts'

/** The session ended in the middle of the work: sign in again over the page, which stays as it is. */
export default function Reconnexion() {
  const [password, setPassword] = useState('')
  const connexion = useConnexion()
  const { auth } = useSession()
  const { quitter, enCours, question } = useDeconnexion()
  const t = textes.reconnexion
  if (!auth) return null
  const reprendre = () => {
    if (password && !connexion.isPending) {
      connexion.mutate({ identifiant: auth.identifiant, password })
    }
  }
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      onSoumettre={reprendre}
      actions={
        <>
          <BoutonAction onClick={quitter} enCours={enCours}>
            {t.quitter}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={connexion.isPending}>
            {t.continuer}
          </BoutonAction>
        </>
      }
    >
      <p>{t.invite(auth.nomAffichable)}</p>
      {connexion.error && (
        <Alerte gravite="error" role="alert" titre={textes.connexion.echec}>
          {messageDe(connexion.error)}
        </Alerte>
      )}
      {/* Password managers need to see whose password it is. */}
      <input type="text" autoComplete="username" value={auth.identifiant} readOnly hidden />
      <ChampMotDePasse
        libelle={textes.connexion.motDePasse}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(evenement) => setPassword(evenement.target.value)}
      />
      {question}
    </Dialogue>
  )
}
