import { Alerte } from '../ui/Alerte.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { estRecuperationRefusee } from './codeVerification.ts'
import type { VerificationForm } from './useVerificationForm.ts'
import { textes as t } from './verification.textes.ts'

/** One field for the code: that of the application, or one kept for the day it is lost. */
export function ChampsVerification({ form }: { form: VerificationForm }) {
  const commun = {
    name: 'code',
    required: true,
    value: form.code,
    onChange: (evenement: { target: { value: string } }) => form.saisir(evenement.target.value),
    onBlur: form.quitter,
    erreur: form.faute,
    autoCapitalize: 'none',
    spellCheck: false,
    'data-focus': '',
  }
  return (
    <>
      {estRecuperationRefusee(form.echec, form.recuperation) ? (
        <Alerte gravite="error" role="alert" titre={t.echec}>
          {t.recuperationRefusee}
        </Alerte>
      ) : (
        <Echec echec={form.echec} titre={t.echec} />
      )}
      {form.recuperation ? (
        <ChampTexte
          key="recuperation"
          libelle={t.recuperation}
          autoComplete="off"
          maxLength={60}
          {...commun}
        />
      ) : (
        <ChampTexte
          key="code"
          libelle={t.code}
          aide={t.aideCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          {...commun}
        />
      )}
    </>
  )
}
