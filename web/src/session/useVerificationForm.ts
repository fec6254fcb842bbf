import { useState } from 'react'
import { estExpiree, fauteCode, normaliserCode } from './codeVerification.ts'
import { useVerification } from './session.queries.ts'

/** The code of the second step, while it is typed, and what became of it. */
export function useVerificationForm(defi: string | null) {
  const [code, setCode] = useState('')
  const [recuperation, setRecuperation] = useState(false)
  const [touche, setTouche] = useState(false)
  const verification = useVerification()
  const faute = fauteCode(code, recuperation)
  const vider = (enRecuperation: boolean) => {
    setRecuperation(enRecuperation)
    setCode('')
    setTouche(false)
    verification.reset()
  }
  return {
    code,
    recuperation,
    faute: touche ? faute : null,
    echec: verification.error,
    /** Nothing more can be typed for this challenge: the password comes first again. */
    expiree: estExpiree(verification.error),
    enCours: verification.isPending,
    saisir: setCode,
    quitter: () => setTouche(touche || code !== ''),
    basculer: () => vider(!recuperation),
    recommencer: () => vider(false),
    soumettre: (onReussite?: () => void) => {
      setTouche(true)
      if (faute || !defi || verification.isPending) return
      verification.mutate({ defi, code: normaliserCode(code) }, { onSuccess: () => onReussite?.() })
    },
  }
}

export type VerificationForm = ReturnType<typeof useVerificationForm>
