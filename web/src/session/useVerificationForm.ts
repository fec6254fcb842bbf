import { useState } from 'react'
import { useVerification } from './session.queries.ts'
import { fauteCode, normaliserCode } from './verification.ts'

/** The code of the second step, while it is typed, and what became of it. */
export function useVerificationForm(defi: string | null) {
  const [code, setCode] = useState('')
  const [recuperation, setRecuperation] = useState(false)
  const [touche, setTouche] = useState(false)
  const verification = useVerification()
  const faute = fauteCode(code, recuperation)
  return {
    code,
    recuperation,
    faute: touche ? faute : null,
    echec: verification.error,
    enCours: verification.isPending,
    saisir: setCode,
    quitter: () => setTouche(touche || code !== ''),
    basculer: () => {
      setRecuperation(!recuperation)
      setCode('')
      setTouche(false)
      verification.reset()
    },
    soumettre: (onReussite?: () => void) => {
      setTouche(true)
      if (faute || !defi || verification.isPending) return
      verification.mutate({ defi, code: normaliserCode(code) }, { onSuccess: () => onReussite?.() })
    },
  }
}

export type VerificationForm = ReturnType<typeof useVerificationForm>
