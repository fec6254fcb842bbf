import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Presence as Present } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { envoyer } from '../../api/envoi.ts'
import { estJetonValide, getSession } from '../../app/session.ts'
import { initialesDe } from '../../ui/initiales.ts'
import { textesPresence } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/client.ts'
import { nomDeLaPage, useActive } from './store/store.ts'
import './presence.css'

/** The server forgets in 50 s who says nothing: two beats may be lost. */
const BATTEMENT_MS = 20_000
/** Where one has moved to is told to those who are there, not at each step. */
const PAUSE_MS = 3000

const cle = (numero: string) => ['presence', numero] as const

type Signal = { lieu?: string; fin?: boolean }

/** Says that this page is there. It never renews a session: whoever is away is let go. */
async function signaler(numero: string, dit: Signal): Promise<Present[]> {
  const { auth, aReconnecter } = getSession()
  if (!auth || aReconnecter || !estJetonValide(auth)) return []
  const body = { poste: nomDeLaPage(), ...dit }
  const envoi = { params: { numero }, body, ...(dit.fin && { keepalive: true }) }
  return envoyer(formulaireApi.signalerPresence, envoi, auth.token.value)
}

type Props = {
  lecture: Lecture
  entree: Entree | null
  numero: string
  /** The section in sight, where no cell has been entered yet. */
  section: string
}

/** Who else has this form open, and where: over the bar, and on the cells that they are in. */
export default function Presence({ lecture, entree, numero, section }: Props) {
  const active = useActive(lecture)
  const lieu = entree ? (active ?? section) : ''
  const { data = [], isError } = useQuery({
    queryKey: cle(numero),
    queryFn: () => signaler(numero, lieu ? { lieu } : {}),
    refetchInterval: BATTEMENT_MS,
    staleTime: 0,
    gcTime: 0,
  })
  // Cut off, one knows of nobody.
  const presents = isError ? [] : data
  useDepart(numero)
  useLieu(numero, lieu, presents.length > 0)
  useMarques(lecture, presents)
  const dits = parPersonne(lecture, presents)
  return (
    <>
      {dits.length > 0 && (
        <ul className="s-presences">
          {dits.map(({ nom, texte }) => (
            <li key={nom}>
              <span className="s-presence" aria-hidden="true">
                {initialesDe(nom)}
              </span>
              {texte}
            </li>
          ))}
        </ul>
      )}
      {/* Who comes and who leaves is said; where they go is only seen. */}
      <p role="status" className="ui-invisible">
        {dits.length > 0 && textesPresence.aussi(dits.map(({ nom }) => nom))}
      </p>
    </>
  )
}

/** Leaves when the page does; is back when the browser shows it again as it was. */
function useDepart(numero: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const partir = () => void signaler(numero, { fin: true }).catch(() => undefined)
    const revenir = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void client.invalidateQueries({ queryKey: cle(numero) })
    }
    window.addEventListener('pagehide', partir)
    window.addEventListener('pageshow', revenir)
    return () => {
      window.removeEventListener('pagehide', partir)
      window.removeEventListener('pageshow', revenir)
      partir()
    }
  }, [client, numero])
}

/** Tells where one is now; alone, the next beat will do. */
function useLieu(numero: string, lieu: string, accompagne: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    // The one that is said at once is that of the first beat.
    if (!accompagne || lieu === '') return
    const dire = () => void client.invalidateQueries({ queryKey: cle(numero) })
    const minuterie = setTimeout(dire, PAUSE_MS)
    return () => clearTimeout(minuterie)
  }, [client, numero, lieu, accompagne])
}

function useMarques(lecture: Lecture, presents: readonly Present[]): void {
  const marques = JSON.stringify(presents.map(({ lieu, nom }) => [lieu, initialesDe(nom)]))
  useEffect(() => {
    lecture.marquerPresents(new Map(JSON.parse(marques)))
    return () => lecture.marquerPresents(new Map())
  }, [lecture, marques])
}

/** One line for each person, however many windows he has open: where he enters, if he does. */
function parPersonne(lecture: Lecture, presents: readonly Present[]) {
  const parNom = new Map<string, Present>()
  for (const present of presents) {
    if (!parNom.get(present.nom)?.lieu) parNom.set(present.nom, present)
  }
  return [...parNom.values()].map(({ nom, soi, lieu }) => {
    const code = lecture.celluleDe(lieu)?.section ?? lieu
    const section = lecture.modele.sections.find((une) => une.code === code)?.libelle
    if (soi) return { nom, texte: textesPresence.soi }
    return { nom, texte: section ? textesPresence.saisit(nom, section) : textesPresence.lit(nom) }
  })
}
