import type { OutputOf } from '@releve/contract/operation.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { useEffect, useState } from 'react'
import { envoyer } from '../api/envoi.ts'

export type Configuration = OutputOf<typeof systemeApi.lireConfiguration>

let lue: Configuration | null = null
let lecture: Promise<Configuration | null> | undefined

/** Asked once for all the public pages; a failure is asked again by the next page. */
function lireConfiguration(): Promise<Configuration | null> {
  lecture ??= envoyer(systemeApi.lireConfiguration, {})
    .then((configuration) => {
      lue = configuration
      return lue
    })
    .catch(() => {
      lecture = undefined
      return null
    })
  return lecture
}

/**
 * The public settings, null until they are known. Without the client of the session and its cache:
 * a visitor does not wait for them.
 */
export function useConfiguration(): Configuration | null {
  const [configuration, setConfiguration] = useState(lue)
  useEffect(() => {
    let monte = true
    void lireConfiguration().then((recue) => {
      if (monte) setConfiguration(recue)
    })
    return () => {
      monte = false
    }
  }, [])
  return configuration
}
