import { type Notices, noticesApi } from '@releve/contract/systeme/notices.api.ts'
import { useEffect, useState } from 'react'
import { envoyer } from '../app/envoi.ts'

/** What the notices say of whoever runs the platform; `null` until it is known. */
export type Lecture = { notices: Notices | null; echec: boolean; relire: () => void }

/** Read anew by each notice that opens: what the administration has just given is there. */
export function useNotices(): Lecture {
  const [notices, setNotices] = useState<Notices | null>(null)
  const [echec, setEchec] = useState(false)
  const [lire] = useState(() => (signal?: AbortSignal) => {
    setEchec(false)
    envoyer(noticesApi.lireNotices, { signal }).then(setNotices, () => {
      if (!signal?.aborted) setEchec(true)
    })
  })
  useEffect(() => {
    const abandon = new AbortController()
    lire(abandon.signal)
    return () => abandon.abort()
  }, [lire])
  return { notices, echec, relire: () => lire() }
}
