import {
  CODE_APPLICATION,
  CODE_RECUPERATION,
} from '@releve/contract/session/verification.champs.ts'
import { useState } from 'react'
import { Alerte } from '../ui/Alerte.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { gardeDe } from '../ui/saisie.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { useVerification } from './session.queries.ts'
import { textesVerification } from './verification.textes.ts'
import { estExpiree, estRecuperationRefusee } from './verification.ts'

const VIDE = { code: '' }

/** The code of the second step, while it is typed, and what became of it. */
export function useVerificationForm(defi: string | null) {
  const [recuperation, setRecuperation] = useState(false)
  const champ = recuperation ? CODE_RECUPERATION : CODE_APPLICATION
  const verification = useVerification()
  const forme = useSaisie({ champs: { code: champ }, initiale: VIDE })
  const envoi = useEnvoi(forme, verification)
  const vider = (enRecuperation: boolean) => {
    setRecuperation(enRecuperation)
    forme.annuler()
    envoi.oublier()
  }
  return {
    lier: forme.lier,
    recuperation,
    echec: envoi.echec,
    /** Nothing more can be typed for this challenge: the password comes first again. */
    expiree: estExpiree(envoi.echec),
    enCours: envoi.enCours,
    basculer: () => vider(!recuperation),
    recommencer: () => vider(false),
    soumettre: (onSuccess?: () => void) => {
      if (!defi) return
      envoi.soumettre(() => ({ defi, code: gardeDe(champ, forme.saisie.code) }), { onSuccess })
    },
  }
}
type VerificationForm = ReturnType<typeof useVerificationForm>

/** One field for the code: that of the application, or one kept for the day it is lost. */
export function ChampsVerification({ form }: { form: VerificationForm }) {
  const { recuperation, echec } = form
  const commun = {
    ...form.lier('code'),
    autoCapitalize: 'none',
    spellCheck: false,
    'data-focus': '',
  }
  return (
    <>
      {estRecuperationRefusee(echec, recuperation) ? (
        <Alerte gravite="error" role="alert" titre={textesVerification.echec}>
          {textesVerification.recuperationRefusee}
        </Alerte>
      ) : (
        <Echec echec={echec} titre={textesVerification.echec} sansSuite />
      )}
      {recuperation ? (
        <ChampTexte
          key="recuperation"
          {...commun}
          aide={textesVerification.aideRecuperation}
          autoComplete="off"
        />
      ) : (
        <ChampTexte
          key="code"
          {...commun}
          aide={textesVerification.aideCode}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
    </>
  )
}
