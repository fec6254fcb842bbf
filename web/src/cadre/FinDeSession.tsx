import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { messageDe } from '../api/envoi.ts'
import { textesFinDeSession } from '../app/app.textes.ts'
import { type Fin, surveillerFin } from '../app/finDeSession.ts'
import { renouveler } from '../app/renouvellement.ts'
import { demanderReconnexion, getSession } from '../app/session.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { useDessus } from '../ui/useDessus.ts'
import './FinDeSession.css'

/** Asks the server for more time; where it refuses, the person signs in again. */
function useProlongation() {
  const [enCours, setEnCours] = useState(false)
  const [echec, setEchec] = useState<string | null>(null)
  const prolonger = async () => {
    const { auth } = getSession()
    if (!auth) return
    setEnCours(true)
    setEchec(null)
    try {
      if (!(await renouveler(auth.token.value))) void demanderReconnexion()
    } catch (erreur) {
      setEchec(messageDe(erreur, textesFinDeSession.reseau))
    }
    setEnCours(false)
  }
  return { prolonger: () => void prolonger(), enCours, echec }
}

function Avertissement({ minutes, definitive }: Fin) {
  // Said once, as it appears: the minutes go by on screen only.
  const [annonce] = useState(minutes)
  const { prolonger, enCours, echec } = useProlongation()
  return (
    <section className="app-fin" aria-label={textesFinDeSession.titre}>
      <Icone nom="horloge" />
      <div className="app-fin-corps">
        <Invisible role="alert">
          {minutes === annonce && textesFinDeSession.expire(annonce)}
        </Invisible>
        <strong>{textesFinDeSession.expire(minutes)}</strong>
        <p>{definitive ? textesFinDeSession.definitive : textesFinDeSession.inactivite}</p>
        {echec && (
          <p role="alert" className="app-fin-echec">
            {echec}
          </p>
        )}
      </div>
      {definitive ? (
        <BoutonAction variant="contained" onClick={() => void demanderReconnexion()}>
          {textesFinDeSession.reconnecter}
        </BoutonAction>
      ) : (
        <BoutonAction variant="contained" enCours={enCours} onClick={prolonger}>
          {textesFinDeSession.rester}
        </BoutonAction>
      )}
    </section>
  )
}

/** Warns of the session's end five minutes ahead, over all that is open, without taking the focus. */
export function FinDeSession() {
  const [fin, setFin] = useState<Fin | null>(null)
  const dessus = useDessus()
  useEffect(() => surveillerFin(setFin), [])
  return fin && createPortal(<Avertissement key={String(fin.definitive)} {...fin} />, dessus)
}
