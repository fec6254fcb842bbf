import { JUSTIFICATION_MIN } from '@releve/contract/modele/justification.ts'
import { memo, useId } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Bilan, Demande, Probleme, Saisie } from './saisie.types.ts'
import { useAller, useBilan } from './useSaisie.ts'

const ICONES = {
  invalide: 'erreur',
  commentaire: 'commentaire',
  manquante: 'cercle',
  BLOQUANT: 'erreur',
  AVERTISSEMENT: 'attention',
  INFO: 'info',
} as const

/** What is wrong or to be explained in a section, under its table. Blank cells are told elsewhere. */
export function Controles({ saisie, section }: { saisie: Saisie; section: string }) {
  const titre = useId()
  const problemes = choisir(useBilan(saisie), section)
  if (problemes.length === 0) return null
  return (
    <div className="s-controles">
      <h3 id={titre}>{TEXTES.controles.titre}</h3>
      <ul aria-labelledby={titre}>
        {problemes.map((probleme) => (
          <LigneProbleme key={probleme.cle} saisie={saisie} probleme={probleme} />
        ))}
      </ul>
    </div>
  )
}

const choisir = ({ problemes }: Bilan, section: string) =>
  problemes.filter((probleme) => probleme.section === section && probleme.sorte !== 'manquante')

type Props = { saisie: Saisie; probleme: Probleme; surAller?: () => void }

/** One problem: its nature in words and icon, its message, the way to its cell, its justification. */
export const LigneProbleme = memo(function LigneProbleme({ saisie, probleme, surAller }: Props) {
  const aller = useAller()
  const { sorte, message, cellules, justification } = probleme
  const [premiere] = cellules
  return (
    <li className={`s-probleme s-probleme-${sorte}`}>
      <Icone nom={ICONES[sorte]} taille={18} />
      <div>
        <span className="s-nature">{TEXTES.controles[sorte]}</span>{' '}
        {premiere === undefined ? (
          message
        ) : (
          <a
            href={`#case-${premiere}`}
            onClick={(evenement) => {
              evenement.preventDefault()
              surAller?.()
              aller(premiere)
            }}
          >
            {message}
          </a>
        )}
        {justification && <Justification saisie={saisie} demande={justification} />}
      </div>
    </li>
  )
})

function Justification({ saisie, demande }: { saisie: Saisie; demande: Demande }) {
  const id = useId()
  const { cle, texte, attendue, perimee } = demande
  if (!saisie.ouverte)
    return texte === '' ? null : <p className="s-justification-lue">« {texte} »</p>
  const manque = JUSTIFICATION_MIN - texte.trim().length
  return (
    <div className="s-justification">
      <label htmlFor={id}>{TEXTES.controles.justification}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={texte}
        required
        aria-describedby={`${id}-etat`}
        onChange={({ currentTarget }) => saisie.justifier(cle, currentTarget.value)}
      />
      <p id={`${id}-etat`} className={attendue ? 's-attendue' : 's-justifiee'}>
        {!attendue && <Icone nom="coche" taille={16} />}
        {etatDe(attendue, perimee, manque)}
      </p>
      {perimee && manque <= 0 && (
        <BoutonAction size="small" onClick={() => saisie.justifier(cle, texte)}>
          {TEXTES.controles.confirmer}
        </BoutonAction>
      )}
    </div>
  )
}

function etatDe(attendue: boolean, perimee: boolean, manque: number): string {
  if (!attendue) return TEXTES.controles.justifie
  if (manque > 0) return TEXTES.controles.justificationManque(manque)
  return perimee ? TEXTES.controles.perimee : ''
}
