import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { textesHorsLigne as t } from '../app/app.textes.ts'
import { listAutres } from '../app/attentes.ts'
import { estHorsLigne, subscribeLigne, suivreLigne } from '../app/ligne.ts'
import { queryClient } from '../app/queryClient.ts'
import { estPostePartage } from '../app/stockage.ts'
import { useAttentes, useEnPeril, useHorsLigne, useSousCle } from '../app/useAttentes.ts'
import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { suivreFile } from './file.ts'
import { remettreStyles, suivreStyles } from './styles.ts'
import './HorsLigne.css'

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
