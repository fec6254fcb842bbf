import { type SyntheticEvent, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { type Secret, useActiver } from './compte.queries.ts'
import { textes } from './compte.textes.ts'
import { copier, peutCopier } from './copier.ts'
import { enGroupes, traceDe } from './qr.ts'
import { useRefus } from './useRefus.ts'

const t = textes.preparation

/** The secret as a picture and in letters. Black on white in both modes: readers need it. */
function SecretLisible({ secret, qr }: Secret) {
  return (
    <div className="cpt-secret">
      <svg
        className="cpt-qr"
        viewBox={`0 0 ${qr.length} ${qr.length}`}
        role="img"
        aria-label={t.image}
        shapeRendering="crispEdges"
      >
        <path d={traceDe(qr)} />
      </svg>
      <div className="cpt-lettres">
        <p>{t.lire}</p>
        <p>
          {t.saisir}
          <br />
          <code dir="ltr">{enGroupes(secret)}</code>
        </p>
        {peutCopier() && (
          <BoutonAction size="small" onClick={() => void copier(secret, t.copie)}>
            {t.copier}
          </BoutonAction>
        )}
      </div>
    </div>
  )
}

/** A secret, and the password given to see it: activating asks for it again, the person does not. */
export type Prepare = { secret: Secret; password: string }
type Props = { prepare: Prepare; onAnnuler: () => void; onActif: (codes: string[]) => void }

/** From the secret to the first code, which activates the factor. */
export function Preparation({ prepare, onAnnuler, onActif }: Props) {
  const { secret, password } = prepare
  const [code, setCode] = useState('')
  const [touche, setTouche] = useState(false)
  const activation = useActiver()
  const { refus, reste, code: champ } = useRefus(activation.error)
  const faute = /^\d{6}$/.test(code.replace(/\s+/g, '')) ? null : t.codeForme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setTouche(true)
    if (activation.isPending) return
    if (faute) return champ.current?.focus()
    activation.mutate(
      { password, code },
      { onSuccess: ({ codesRecuperation }) => onActif(codesRecuperation) },
    )
  }
  return (
    <form className="cpt-form" noValidate onSubmit={soumettre}>
      <SecretLisible {...secret} />
      <Echec echec={refus.motDePasse ? activation.error : reste} titre={t.echec} />
      {/* What appears beside the field is heard, even where the focus is there already. */}
      <div aria-live="polite">
        <ChampTexte
          ref={champ}
          libelle={t.code}
          aide={t.aideCode}
          name="code"
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          onBlur={() => setTouche(touche || code !== '')}
          erreur={touche && faute ? faute : (refus.code ?? null)}
        />
      </div>
      <div className="cpt-actions">
        <BoutonAction type="submit" variant="contained" enCours={activation.isPending}>
          {t.verifier}
        </BoutonAction>
        <BoutonAction onClick={onAnnuler}>{t.annuler}</BoutonAction>
      </div>
    </form>
  )
}
