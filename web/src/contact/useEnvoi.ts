import { contactApi } from '@releve/contract/contact/contact.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { useState } from 'react'
import { EchecApi, envoyer } from '../app/envoi.ts'

/** The last failure stands until the next try ends; `echecs` counts them. */
type Envoi = { enCours: boolean; echec: EchecApi | null; echecs: number }

/**
 * Sends a visitor's message: the sentence of thanks, or null when it failed. Without the client of
 * the session and its cache: a visitor does not wait for them.
 */
export function useEnvoi() {
  const [envoi, setEnvoi] = useState<Envoi>({ enCours: false, echec: null, echecs: 0 })
  return {
    ...envoi,
    envoyer: async (body: Sent<typeof contactApi.contacter.body>): Promise<string | null> => {
      setEnvoi((avant) => ({ ...avant, enCours: true }))
      try {
        const { libelle } = await envoyer(contactApi.contacter, { body })
        setEnvoi((avant) => ({ ...avant, enCours: false, echec: null }))
        return libelle
      } catch (echec) {
        if (!(echec instanceof EchecApi)) throw echec
        setEnvoi(({ echecs }) => ({ enCours: false, echec, echecs: echecs + 1 }))
        return null
      }
    },
  }
}
