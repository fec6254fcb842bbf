import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import { EchecApi, messageDe } from '../../../api/envoi.ts'
import { estCoupure, estHorsLigne } from '../../../app/ligne.ts'
import { formulaire as lire } from '../../formulaire.demande.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree } from '../store/client.ts'

/** Why an act did not take place, with the cells that the server names. */
export type Refus = { message: string; details: readonly { chemin: string; libelle: string }[] }

/** The form is no longer what the screen shows: told on the page, which is read anew. */
export const estPerime = (echec: unknown): boolean =>
  echec instanceof EchecApi && PERIMES.has(echec.code)

const PERIMES = new Set(['VERSION_PERIMEE', 'TRANSITION_INTERDITE', 'MOIS_VERROUILLE'])

/**
 * Saves what waits, then acts on that version. What is refused is told on the page, unless `garder`
 * takes it (the dialog then tells it). `surCoupure`: the line is cut, for an act that may wait.
 * @returns false when the dialog must stay.
 */
type Acter = (
  agir: (version: number) => Promise<unknown>,
  garder?: (echec: unknown) => boolean,
  surCoupure?: () => void,
) => Promise<boolean>

export const ActerContext = createContext<Acter>(async () => true)
/** How every dialog of a form acts. */
export const useActer = () => useContext(ActerContext)

/** What every act on this form needs: all saved before, the version acted on, its refusal told. */
export function useActes(
  { numero, version }: Formulaire,
  entree: Entree | null,
  surRefus: (refus: Refus | null) => void,
): Acter {
  const client = useQueryClient()
  return useCallback<Acter>(
    async (agir, garder, surCoupure) => {
      surRefus(null)
      if (entree && !(await entree.vider())) {
        if (surCoupure && estHorsLigne()) surCoupure()
        else surRefus({ message: textesSaisie.nonEnregistre, details: [] })
        return true
      }
      try {
        await agir(entree?.version() ?? version)
      } catch (echec) {
        if (garder?.(echec)) return false
        if (surCoupure && estCoupure(echec)) {
          surCoupure()
          return true
        }
        surRefus(refusDe(echec))
        const perime = estPerime(echec)
        if (perime) void client.fetchQuery({ ...lire(numero), staleTime: 0 }).catch(() => undefined)
      }
      return true
    },
    [client, numero, version, entree, surRefus],
  )
}

function refusDe(echec: unknown): Refus {
  const message = messageDe(echec)
  const details = echec instanceof EchecApi ? echec.details : []
  return { message: estPerime(echec) ? textesSaisie.perime(message) : message, details }
}
