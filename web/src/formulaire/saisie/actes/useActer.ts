import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useRef } from 'react'
import { EchecApi, estCoupure, estIncertaine, messageDe } from '../../../api/envoi.ts'
import { estHorsLigne, noterLigne, sonder, subscribeLigne } from '../../../app/ligne.ts'
import { toastReussite } from '../../../ui/toasts.ts'
import { formulaire as lire } from '../../formulaire.demande.ts'
import { relireFormulaire } from '../../formulaire.queries.ts'
import { textesIncertain, textesSaisie } from '../saisie.textes.ts'
import type { Entree } from '../store/client.ts'

/** Why an act did not take place, with the cells that the server names. */
export type Refus = {
  message: string
  details: readonly { chemin: string; libelle: string }[]
  /** It may have taken place: the server is being asked. */
  incertain?: true
}

/** The form is no longer what the screen shows: told on the page, which is read anew. */
export const estPerime = (echec: unknown): boolean =>
  echec instanceof EchecApi && PERIMES.has(echec.code)

const PERIMES = new Set(['VERSION_PERIMEE', 'TRANSITION_INTERDITE', 'MOIS_VERROUILLE'])

type Acte = Exclude<keyof typeof textesIncertain, 'texte' | 'fait' | 'nonFait'>

type Suites = {
  /** The dialog keeps this refusal, and tells it. */
  garder?: (echec: unknown) => boolean
  /**
   * No answer, for an act that may wait: whether it had left, so that it may be done. Without it,
   * the server is asked until it tells.
   */
  surCoupure?: (partie: boolean) => void
}

/**
 * Saves what waits, then acts on that version. What is refused is told on the page, unless the
 * dialog keeps it.
 * @returns false when the dialog must stay.
 */
type Acter = (
  acte: Acte,
  agir: (version: number) => Promise<unknown>,
  suites?: Suites,
) => Promise<boolean>

export const ActerContext = createContext<Acter>(async () => true)
/** How every dialog of a form acts. */
export const useActer = () => useContext(ActerContext)

/** Before the server is asked again, where it answers and cannot tell. */
const PAUSE_MS = 5000

/** Waits for the line to come back, or a while. */
function patienter(signal: AbortSignal): Promise<void> {
  return new Promise((suite) => {
    const finir = () => {
      clearTimeout(minuterie)
      oublier()
      suite()
    }
    const minuterie = setTimeout(finir, PAUSE_MS)
    const oublier = subscribeLigne(finir)
    signal.addEventListener('abort', finir, { once: true })
  })
}

/** The form as the server has it, asked for until it tells; null: who asked has gone. */
export async function savoir(
  client: QueryClient,
  numero: string,
  signal: AbortSignal,
): Promise<Formulaire | null> {
  while (!signal.aborted) {
    const joint = !estHorsLigne() || (await sonder())
    const lu = joint ? await relireFormulaire(client, numero).catch(() => null) : null
    if (lu) return lu
    await patienter(signal)
  }
  return null
}

/** Asks until the server tells whether an act was done, as long as the screen is there. */
function useVerite({ numero, etat }: Formulaire, surRefus: (refus: Refus | null) => void) {
  const client = useQueryClient()
  const fin = useRef(new AbortController())
  useEffect(() => {
    const tour = new AbortController()
    fin.current = tour
    return () => tour.abort()
  }, [])
  return useCallback(
    /** @returns whether it was done */
    async (acte: Acte): Promise<boolean> => {
      surRefus({ message: textesIncertain[acte], details: [], incertain: true })
      const lu = await savoir(client, numero, fin.current.signal)
      const fait = lu !== null && lu.etat !== etat
      surRefus(lu && !fait ? { message: textesIncertain.nonFait(etat), details: [] } : null)
      if (fait) toastReussite(textesIncertain.fait(lu.etat))
      return fait
    },
    [client, numero, etat, surRefus],
  )
}

/** What every act on this form needs: all saved before, the version acted on, its refusal told. */
export function useActes(
  formulaire: Formulaire,
  entree: Entree | null,
  surRefus: (refus: Refus | null) => void,
): Acter {
  const { numero, version } = formulaire
  const client = useQueryClient()
  const apprendre = useVerite(formulaire, surRefus)
  return useCallback<Acter>(
    async (acte, agir, { garder, surCoupure } = {}) => {
      surRefus(null)
      if (entree && !(await entree.vider())) {
        if (surCoupure && estHorsLigne()) surCoupure(false)
        else surRefus({ message: textesSaisie.nonEnregistre, details: [] })
        return true
      }
      // Out of reach already: asked for a sign of life first, so that one knows that nothing left.
      if (surCoupure && estHorsLigne() && !(await sonder())) {
        surCoupure(false)
        return true
      }
      try {
        await agir(entree?.version() ?? version)
      } catch (echec) {
        if (estCoupure(echec)) noterLigne(true)
        const incertaine = estIncertaine(echec)
        if (surCoupure && (incertaine || estCoupure(echec))) {
          surCoupure(incertaine)
          return true
        }
        const gardee = garder?.(echec) ?? false
        if (incertaine) {
          const fait = apprendre(acte)
          return gardee ? fait : true
        }
        if (gardee) return false
        surRefus(refusDe(echec))
        const perime = estPerime(echec)
        if (perime) void client.fetchQuery({ ...lire(numero), staleTime: 0 }).catch(() => undefined)
      }
      return true
    },
    [client, numero, version, entree, surRefus, apprendre],
  )
}

function refusDe(echec: unknown): Refus {
  const message = messageDe(echec)
  const details = echec instanceof EchecApi ? echec.details : []
  return { message: estPerime(echec) ? textesSaisie.perime(message) : message, details }
}
