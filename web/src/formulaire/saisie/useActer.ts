import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { EchecApi, messageDe } from '../../app/client.ts'
import { formulaire as lire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Ouverture } from './useOuverture.ts'

/** Why an act did not take place, with the cells that the server names. */
export type Refus = { message: string; details: readonly { chemin: string; libelle: string }[] }

/** The form is no longer what the screen shows: told on the page, which is read anew. */
export const estPerime = (echec: unknown): boolean =>
  echec instanceof EchecApi && PERIMES.has(echec.code)

const PERIMES = new Set(['VERSION_PERIMEE', 'TRANSITION_INTERDITE', 'MOIS_VERROUILLE'])

/** What every act needs: all saved before, the version acted on, its refusal told on the page. */
export function useActer(
  { numero, version }: Formulaire,
  { ouverte }: Ouverture,
  setRefus: (refus: Refus | null) => void,
): Pick<PropsActions, 'preparer' | 'surEchec'> {
  const client = useQueryClient()
  const preparer = useCallback(async () => {
    setRefus(null)
    if (!ouverte) return version
    if (await ouverte.vider()) return ouverte.version()
    setRefus({ message: TEXTES.nonEnregistre, details: [] })
    return null
  }, [ouverte, version, setRefus])
  const surEchec = useCallback(
    (echec: unknown) => {
      const api = echec instanceof EchecApi ? echec : null
      const perime = estPerime(echec)
      const message = perime ? TEXTES.perime(messageDe(echec)) : messageDe(echec)
      setRefus({ message, details: api?.details ?? [] })
      if (perime) void client.fetchQuery({ ...lire(numero), staleTime: 0 }).catch(() => undefined)
    },
    [client, numero, setRefus],
  )
  return { preparer, surEchec }
}
