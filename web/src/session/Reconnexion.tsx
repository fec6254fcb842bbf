import { CHAMPS_CONNEXION } from '@releve/contract/session/session.champs.ts'
import { useState } from 'react'
import { estCoupure } from '../api/envoi.ts'
import { textesFinDeSession, textesHorsLigne } from '../app/app.textes.ts'
import { estFinie, finDe } from '../app/finDeSession.ts'
import { noterLigne } from '../app/ligne.ts'
import { remettreReconnexion } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { useDeconnexion } from '../app/useDeconnexion.tsx'
import { useSession } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { ChampsVerification, useVerificationForm } from './ChampsVerification.tsx'
import { useConnexion } from './session.queries.ts'
import { textesSession } from './session.textes.ts'
import { textesVerification } from './verification.textes.ts'

import { defiDe } from './verification.ts'

const t = textesSession.reconnexion

/** The password, then the code where the account asks for one. */
function useReprise(auth: Auth) {
  const [password, setPassword] = useState('')
  const connexion = useConnexion()
  const code = useVerificationForm(defiDe(connexion.error))
  const defi = code.expiree ? null : defiDe(connexion.error)
  const reprendre = () => {
    if (defi) code.soumettre()
    else if (password && !connexion.isPending) {
      code.recommencer()
      connexion.mutate({ identifiant: auth.identifiant, password })
    }
  }
  const enCours = connexion.isPending || code.enCours
  return { password, setPassword, connexion, defi, code, reprendre, enCours }
}

/**
 * Signing in again ahead of the end: the session still lives, so the person may wait. Null once it
 * is over.
 */
function useAvance(auth: Auth) {
  const [enAvance] = useState(() => finDe(auth) !== null)
  if (!enAvance || estFinie(auth)) return null
  return { ...textesFinDeSession.avance, remettre: remettreReconnexion }
}

/** What is asked for takes the focus: the field that had it went with the step before. */
const viserChamp = (champs: HTMLElement | null) =>
  champs?.querySelector<HTMLElement>('[data-focus]')?.focus()

/** Nothing can be checked without network: the work goes on, and the question comes back with it. */
function continuerHorsLigne(): void {
  noterLigne(true)
  remettreReconnexion()
}

function Question({ auth }: { auth: Auth }) {
  const { password, setPassword, connexion, defi, code, reprendre, enCours } = useReprise(auth)
  const { quitter, enCours: enDepart, question } = useDeconnexion()
  const avance = useAvance(auth)
  return (
    <Dialogue
      ouvert
      titre={avance?.titre ?? t.titre}
      onFermer={avance?.remettre}
      largeur="xs"
      onSoumettre={reprendre}
      actions={
        <>
          {avance ? (
            <BoutonAction onClick={avance.remettre}>{avance.plusTard}</BoutonAction>
          ) : (
            <BoutonAction onClick={quitter} enCours={enDepart}>
              {t.quitter}
            </BoutonAction>
          )}
          {!avance && estCoupure(connexion.error) && (
            <BoutonAction onClick={continuerHorsLigne}>{textesHorsLigne.continuer}</BoutonAction>
          )}
          <BoutonAction type="submit" variant="contained" enCours={enCours}>
            {t.continuer}
          </BoutonAction>
        </>
      }
    >
      <p>{t.invite(auth.nomAffichable)}</p>
      {/* Password managers need to see whose password it is. */}
      <input type="text" autoComplete="username" value={auth.identifiant} readOnly hidden />
      <div key={defi} ref={viserChamp}>
        {defi ? (
          <>
            <ChampsVerification form={code} />
            <p>
              <BoutonAction size="small" onClick={code.basculer}>
                {code.recuperation
                  ? textesVerification.versCode
                  : textesVerification.versRecuperation}
              </BoutonAction>
            </p>
          </>
        ) : (
          <>
            <Echec
              echec={code.expiree ? code.echec : connexion.error}
              titre={textesSession.connexion.echec}
              sansSuite
            />
            <ChampMotDePasse
              libelle={CHAMPS_CONNEXION.password.libelle}
              autoComplete="current-password"
              data-focus=""
              value={password}
              onChange={(evenement) => setPassword(evenement.target.value)}
            />
          </>
        )}
      </div>
      {auth.fournisseur && (
        <p>
          <a href={paths.connexionLibre} target="_blank" rel="noopener">
            {t.ailleurs}
          </a>
        </p>
      )}
      {question}
    </Dialogue>
  )
}

/** The session ended in the middle of the work: sign in again over the page, which stays as it is. */
export default function Reconnexion() {
  const { auth } = useSession()
  return auth && <Question auth={auth} />
}
