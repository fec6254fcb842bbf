import { CHAMPS_ACTIVATION } from '@releve/contract/compte/compte.champs.ts'
import type { SyntheticEvent } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { type Secret, useActiver } from './compte.queries.ts'
import { textesCompte } from './compte.textes.ts'
import { copier, peutCopier } from './copier.ts'

/** A QR code (lines of `0` and `1`) as the data of one SVG path: a rectangle per run of black. */
export function traceDe(qr: readonly string[]): string {
  const carres = qr.flatMap((ligne, y) =>
    [...ligne.matchAll(/1+/g)].map(
      ({ index, 0: suite }) => `M${index} ${y}h${suite.length}v1h-${suite.length}z`,
    ),
  )
  return carres.join('')
}

/** A secret by groups of four, as one copies it. */
export const enGroupes = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const t = textesCompte.preparation

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

const VIDE = { code: '' }

/** From the secret to the first code, which activates the factor. */
export function Preparation({ prepare, onAnnuler, onActif }: Props) {
  const { secret, password } = prepare
  const forme = useSaisie({
    champs: CHAMPS_ACTIVATION,
    initiale: VIDE,
    parCode: { CODE_INCORRECT: 'code' },
  })
  const envoi = useEnvoi(forme, useActiver())
  const { saisie, lier, zone } = forme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(() => ({ password, ...saisie }), {
      onSuccess: ({ codesRecuperation }) => onActif(codesRecuperation),
    })
  }
  return (
    <form className="cpt-form" noValidate onSubmit={soumettre}>
      <SecretLisible {...secret} />
      <Echec echec={envoi.echec} titre={t.echec} />
      {/* What appears beside the field is heard, even where the focus is there already. */}
      <div aria-live="polite" ref={zone}>
        <ChampTexte
          {...lier('code')}
          largeur="sm"
          aide={t.aideCode}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </div>
      <div className="cpt-actions">
        <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
          {t.verifier}
        </BoutonAction>
        <BoutonAction onClick={onAnnuler}>{t.annuler}</BoutonAction>
      </div>
    </form>
  )
}
