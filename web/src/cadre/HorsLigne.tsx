import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { textesHorsLigne as t, textesHorsLigne } from '../app/app.textes.ts'
import {
  type EnAttente,
  estTenu,
  listAttentes,
  listAutres,
  siLibre,
  subscribeAttentes,
} from '../app/attentes.ts'
import { suivreExercice } from '../app/exercice.ts'
import { estHorsLigne, sonder, subscribeLigne, suivreLigne } from '../app/ligne.ts'
import { queryClient } from '../app/queryClient.ts'
import { getSession, subscribeSession } from '../app/session.ts'
import { estPostePartage } from '../app/stockage.ts'
import { useAttentes, useEnPeril, useHorsLigne, useSousCle } from '../app/useAttentes.ts'
import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { toastReussite } from '../ui/toasts.ts'
import './HorsLigne.css'

const manquees = new Set<HTMLLinkElement>()
const tentees = new Set<string>()

/** The bundler's loader asks once for a sheet; after a failure it tries its script only. */
function remettreStyles(): void {
  for (const une of manquees) une.replaceWith(une.cloneNode())
  manquees.clear()
}

/**
 * A sheet that fails may tell of a cut before any call does: the server is asked. If it answers the
 * sheet is tried again, one time; else, or then, with the line's return.
 */
function noter({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  manquees.add(target)
  if (tentees.has(target.href)) return
  tentees.add(target.href)
  void sonder().then((joint) => joint && remettreStyles())
}

/** Notes the style sheets that did not come. */
function suivreStyles(): () => void {
  // Such an event does not rise: it is met on its way down.
  document.addEventListener('error', noter, true)
  return () => document.removeEventListener('error', noter, true)
}

/** Before another try, where the server was reached and could not take it now. */
const ESSAI_MS = 30_000

/**
 * Sends what this person typed on an earlier visit, report after report, the oldest first, and each
 * time that the line is back. `dire` hears which reports wait for a choice of his. Returns what
 * stops it.
 */
function suivreFile(identifiant: string, dire: (aVoir: ReadonlySet<string>) => void): () => void {
  const aVoir = new Map<string, string>()
  let enCours = false
  let change = false
  let minuterie: ReturnType<typeof setTimeout> | undefined
  const empreinte = (attente: EnAttente) => JSON.stringify(attente)
  const peut = () => {
    const { auth, aReconnecter } = getSession()
    return auth?.identifiant === identifiant && !aReconnecter && !estHorsLigne()
  }
  const envoyer = async (attente: EnAttente): Promise<boolean> => {
    const { envoyerCarnet } = await import('../formulaire/saisie/FormulairePage.tsx')
    const { numero } = attente
    const issue = await siLibre(numero, () => envoyerCarnet(queryClient, numero))
    if (issue === 'A_VOIR') {
      aVoir.set(numero, empreinte(attente))
      change = true
    }
    if (issue === 'ENVOYE') toastReussite(textesHorsLigne.transmises(attente.valeurs))
    return issue !== 'COUPE'
  }
  const ecouler = async () => {
    for (const attente of listAttentes(identifiant)) {
      const vu = aVoir.get(attente.numero) === empreinte(attente)
      if (vu || attente.valeurs === 0 || estTenu(attente.numero)) continue
      if (!peut()) return
      if (!(await envoyer(attente))) {
        minuterie = setTimeout(passer, ESSAI_MS)
        return
      }
    }
    if (change) dire(new Set(aVoir.keys()))
    change = false
  }
  const passer = () => {
    clearTimeout(minuterie)
    if (enCours || !peut()) return
    enCours = true
    // Without the code that sends (no network), what waits goes on waiting.
    void ecouler()
      .catch(() => undefined)
      .finally(() => {
        enCours = false
      })
  }
  const arrets = [subscribeAttentes(passer), subscribeLigne(passer), subscribeSession(passer)]
  passer()
  return () => {
    clearTimeout(minuterie)
    for (const arreter of arrets) arreter()
  }
}

/** What is on screen is read anew once the line is back; an open form is left to whoever fills it. */
function relireAuRetour(): () => void {
  return subscribeLigne(() => {
    if (estHorsLigne()) return
    remettreStyles()
    const deFormulaire = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === 'formOuvert'
    void queryClient.invalidateQueries({ predicate: (query) => !deFormulaire(query) })
    queryClient.removeQueries({ queryKey: ['formOuvert'], type: 'inactive' })
  })
}

function useFile(identifiant: string): ReadonlySet<string> {
  const [aVoir, setAVoir] = useState<ReadonlySet<string>>(() => new Set())
  useEffect(suivreLigne, [])
  useEffect(suivreStyles, [])
  useEffect(relireAuRetour, [])
  useEffect(() => suivreFile(identifiant, setAVoir), [identifiant])
  useEffect(() => suivreExercice(identifiant), [identifiant])
  return aVoir
}

const surAccueil = (pathname: string) => /^\/dashboard(\/app)?\/?$/.test(pathname)

/** What is to be said now, and the reports that wait for this person. */
function useDit(identifiant: string): { dit: string | null; numeros: string[] } {
  const coupee = useHorsLigne()
  const enPeril = useEnPeril()
  const sousCle = useSousCle()
  const aVoir = useFile(identifiant)
  const { pathname } = useLocation()
  // An open form tells what waits of it.
  const attentes = useAttentes(identifiant).filter(({ tenu }) => !tenu)
  const sommer = (parmi: typeof attentes) =>
    parmi.reduce((somme, { valeurs }) => somme + valeurs, 0)
  const numerosDe = (parmi: typeof attentes) => parmi.map(({ numero }) => numero)
  if (coupee) {
    const attendent = attentes.filter(({ valeurs }) => valeurs > 0)
    const n = sommer(attendent)
    const attend = enPeril ? t.enFenetre(n) : t.gardees(n)
    const dit = n > 0 ? attend : estPostePartage() ? t.coupeePartage : t.coupee
    return { dit: sousCle ? `${dit} ${t.sousCle}` : dit, numeros: numerosDe(attendent) }
  }
  const aTrancher = attentes.filter(({ numero, valeurs }) => valeurs > 0 && aVoir.has(numero))
  if (aTrancher.length > 0)
    return { dit: t.aVoir(sommer(aTrancher)), numeros: numerosDe(aTrancher) }
  const souhaits = attentes.filter(({ soumettre, valeurs }) => soumettre !== null && valeurs === 0)
  const perdus = souhaits.filter(({ incertaine }) => incertaine)
  if (perdus.length > 0) return { dit: t.soumisPeutEtre, numeros: numerosDe(perdus) }
  if (souhaits.length > 0) return { dit: t.aSoumettre, numeros: numerosDe(souhaits) }
  const autre = surAccueil(pathname) && listAutres(identifiant).length > 0
  return { dit: autre ? t.autre : null, numeros: [] }
}

/** Under the top bar of every screen: the line is cut, and what waits to be sent. */
export function HorsLigne({ identifiant }: { identifiant: string }) {
  const { dit, numeros } = useDit(identifiant)
  return (
    <div className="app-ligne" data-dit={dit !== null || undefined}>
      {dit && <Icone nom="attention" />}
      <p role="status">{dit}</p>
      {numeros.map((numero) => (
        <Link key={numero} to={paths.saisie(numero)}>
          {t.ouvrir(numero)}
        </Link>
      ))}
    </div>
  )
}
