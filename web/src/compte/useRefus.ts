import { useEffect, useRef } from 'react'
import { EchecApi } from '../app/client.ts'

/** What the server finds wrong in one field: said beside it. */
const CHAMPS = {
  ANCIEN_MOT_DE_PASSE_INCORRECT: 'motDePasse',
  CODE_INCORRECT: 'code',
} as const

const estConnu = (code: string): code is keyof typeof CHAMPS => code in CHAMPS

function refusDe(echec: unknown): { motDePasse?: string; code?: string } {
  if (!(echec instanceof EchecApi) || !estConnu(echec.code)) return {}
  return { [CHAMPS[echec.code]]: echec.message }
}

/**
 * A failure parted between the fields of a proof, `refus`, and the rest, `reste`, said over them.
 * The refused field takes the focus: `motDePasse` and `code` are the fields' refs.
 */
export function useRefus(echec: unknown) {
  const motDePasse = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const vus = refusDe(echec)
    if (vus.motDePasse) motDePasse.current?.focus()
    else if (vus.code) code.current?.focus()
  }, [echec])
  const refus = refusDe(echec)
  const reste = refus.motDePasse || refus.code ? null : echec
  return { refus, reste, motDePasse, code }
}
