import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Presence as Present } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

/** Who has typed nothing for so long looks. */
const SAISIE_MS = 60_000

/** Where one types, for as long as one does; blank: one looks. */
function useLieuSaisi(lecture: Lecture, entree: Entree | null, section: string): string {
  const active = useActive(lecture)
  const [tape, setTape] = useState(false)
  useEffect(() => {
    let minuterie: ReturnType<typeof setTimeout> | undefined
    const noter = () => {
      if (entree?.enregistrement().sorte !== 'attente') return
      setTape(true)
      clearTimeout(minuterie)
      minuterie = setTimeout(() => setTape(false), SAISIE_MS)
    }
    noter()
    const cesser = entree?.abonnerEnregistrement(noter)
    return () => {
      clearTimeout(minuterie)
      cesser?.()
    }
  }, [entree])
  return tape ? (active ?? section) : ''
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
  const lieu = useLieuSaisi(lecture, entree, section)
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
  const autres = parPersonne(lecture, presents)
  const soi = presents.some((present) => present.soi)
  const dits = [...(soi ? [{ nom: SOI, texte: textesPresence.soi }] : []), ...autres]
  return (
    <>
      {dits.length > 0 && (
        <ul className="s-presences">
          {dits.map(({ nom, texte }) => (
            <li key={nom}>
              {nom !== SOI && (
                <span className="s-presence" aria-hidden="true">
                  {initialesDe(nom)}
                </span>
              )}
              {texte}
            </li>
          ))}
        </ul>
      )}
      {/* Who comes and who leaves is said; where they go is only seen. */}
      <p role="status" className="ui-invisible">
        {autres.length > 0 && textesPresence.aussi(autres.map(({ nom }) => nom))}
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

/** No name: an account may be called as oneself is. */
const SOI = ''

/** One line for each other person, however many windows he has open: where he types, if he does. */
function parPersonne(lecture: Lecture, presents: readonly Present[]) {
  const parNom = new Map<string, Present>()
  for (const present of presents.filter(({ soi }) => !soi)) {
    if (!parNom.get(present.nom)?.lieu) parNom.set(present.nom, present)
  }
  return [...parNom.values()].map(({ nom, lieu }) => {
    const code = lecture.celluleDe(lieu)?.section ?? lieu
    const section = lecture.modele.sections.find((une) => une.code === code)?.libelle
    return { nom, texte: section ? textesPresence.saisit(nom, section) : textesPresence.lit(nom) }
  })
}
