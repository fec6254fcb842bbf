import type { Formulaire, Passe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useHorsLigne } from '../../app/useAttentes.ts'
import { createVenue } from '../../app/venue.ts'
import { passe as demander } from '../formulaire.queries.ts'
import type VUES_PASSE from './Passe.tsx'
import type { Lecture } from './store/client.ts'

/** The past of the form, and what shows it: both come once the page is at rest. */
type Memoire = typeof VUES_PASSE & { passe: Passe }

const VUES = createVenue(() => import('./Passe.tsx'))

const MemoireContext = createContext<Memoire | 'absente' | null>(null)
/** Null while it is on its way, or where the form has none. */
export const useMemoire = () => useContext(MemoireContext)

/** Milliseconds after the form is there: what it is opened for comes first. */
const REPOS_MS = 1500

function auRepos(delai: number, faire: () => void): () => void {
  const minuterie = setTimeout(() => {
    if (delai > 0 && 'requestIdleCallback' in window) window.requestIdleCallback(faire)
    else faire()
  }, delai)
  return () => clearTimeout(minuterie)
}

type Props = {
  lecture: Lecture
  formulaire: Formulaire
  versionDiffusee: number | undefined
  /** Somebody looks for it now: the panel of a cell is open. */
  presse: boolean
  children: ReactNode
}

/** Reads the past of a form for what stands in it; without network, what was kept of it. */
export function AvecMemoire({ lecture, formulaire, versionDiffusee, presse, children }: Props) {
  const client = useQueryClient()
  const [memoire, setMemoire] = useState<Memoire | 'absente' | null>(null)
  const { numero, actions } = formulaire
  const rang = rangDe(formulaire)
  // A publication is read alone, and outside one's perimeter there is nothing else.
  const existe = actions.includes('historique') && versionDiffusee === undefined
  const lue = memoire !== null && memoire !== 'absente'
  // Asked again when the line is cut or back, and each time that the panel is opened.
  const coupee = useHorsLigne()
  useEffect(() => {
    if (!existe || lue) return
    let partie = false
    const lire = async () => {
      const [{ default: vues }, passe] = await Promise.all([
        VUES.charger(),
        client.fetchQuery(demander(numero)),
      ])
      if (partie) return
      lecture.juger(vues.createJuger(passe, rang))
      setMemoire({ ...vues, passe })
    }
    const manquer = () => {
      if (!partie) setMemoire('absente')
    }
    // Without network nothing else is waited for: what is kept is read at once.
    const delai = presse || coupee ? 0 : REPOS_MS
    const renoncer = auRepos(delai, () => void lire().catch(manquer))
    return () => {
      partie = true
      renoncer()
    }
  }, [client, lecture, numero, rang, existe, lue, presse, coupee])
  return <MemoireContext value={memoire}>{children}</MemoireContext>
}

type DejaDitProps = {
  sorte: 'justifications' | 'commentaires'
  cle: string
  texte: string
  /** Absent where nothing may be written, or nothing is asked for. */
  reprendre?: ((texte: string) => void) | undefined
  /** Id of the field that it fills. */
  champ?: string
}

/** What was written of it in the months before: to be taken again, or told to be the same. */
export function TexteDejaDit({ sorte, cle, ...props }: DejaDitProps) {
  const memoire = useMemoire()
  if (memoire === null || memoire === 'absente') return null
  const dit = memoire.passe[sorte][cle]
  return dit ? <memoire.TexteDejaDit {...props} dit={dit} /> : null
}
