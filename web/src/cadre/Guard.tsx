import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { Navigate, useLocation } from 'react-router'
import { messageDe } from '../api/envoi.ts'
import { textesFinDeSession } from '../app/app.textes.ts'
import { type Fin, surveillerFin } from '../app/finDeSession.ts'
import { renouveler, renouvelerTantQueActif } from '../app/renouvellement.ts'
import { reprendreHorsLigne } from '../app/reprise.ts'
import { estEnOuverture, subscribeOuverture } from '../app/scellement.ts'
import { demanderReconnexion, getSession } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { useSession } from '../app/useSession.ts'
import { paths, type SuiteDeNavigation } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { useDessus } from '../ui/useDessus.ts'
import { CADRE } from './cadre.ts'
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
function FinDeSession() {
  const [fin, setFin] = useState<Fin | null>(null)
  const dessus = useDessus()
  useEffect(() => surveillerFin(setFin), [])
  return fin && createPortal(<Avertissement key={String(fin.definitive)} {...fin} />, dessus)
}

const ShellDiffere = lazy(CADRE.charger)

/** The only screens open while something must come first, that one first; null: all are. */
function ecransOuverts(auth: Auth): [string, ...string[]] | null {
  if (auth.forceChangePassword) return [paths.changerMotDePasse]
  return auth.secondFacteurAActiver ? [paths.compte, paths.changerMotDePasse] : null
}

/** The frame, at once when its code is there. */
function Cadre({ auth }: { auth: Auth }) {
  const [Shell] = useState(() => CADRE.venue() ?? ShellDiffere)
  // Nothing is drawn as if it did not wait: it is being opened.
  if (useSyncExternalStore(subscribeOuverture, estEnOuverture)) return <Squelette />
  return (
    <Suspense fallback={<Squelette />}>
      <Shell auth={auth} />
    </Suspense>
  )
}

/**
 * Stands before every protected screen. A visitor sees the login page in its place, at the same
 * address: once signed in, the screen asked for is simply there.
 */
export function Guard({ Connexion }: { Connexion: ComponentType }) {
  const { auth, enDepart } = useSession()
  const { pathname, search } = useLocation()
  useEffect(renouvelerTantQueActif, [])
  const absent = auth === null && !enDepart
  useEffect(() => {
    if (absent) void reprendreHorsLigne()
  }, [absent])
  if (!auth) {
    // Shown here for an instant, a form would take what is typed at once with it.
    return enDepart ? null : <Connexion />
  }
  const ouverts = ecransOuverts(auth)
  if (ouverts && !ouverts.includes(pathname.replace(/\/+$/, ''))) {
    const state: SuiteDeNavigation = { suite: pathname + search }
    return <Navigate to={ouverts[0]} replace state={state} />
  }
  return (
    <>
      <Cadre key={auth.identifiant} auth={auth} />
      <FinDeSession />
    </>
  )
}
