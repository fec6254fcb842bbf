import type { ReactNode } from 'react'
import { useAbandon } from './Abandon.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Dialogue } from './Dialogue.tsx'
import { FicheEchec, type TextesEchec } from './FicheEchec.tsx'
import { Note } from './Note.tsx'
import { ResumeFautes } from './ResumeFautes.tsx'
import { textesFiche } from './ui.textes.ts'
import type { Envoi } from './useEnvoi.ts'
import type { Forme } from './useSaisie.ts'
import './Fiche.css'

type Props = {
  titre: string
  /** Its sentences, as the catalogue of the feature has them. */
  textes: TextesEchec
  /** Words of the button that sends it. */
  bouton: string
  forme: Forme
  envoi: Envoi
  onSoumettre: () => void
  onFermer: () => void
  /** The fields. */
  children: ReactNode
}

/**
 * A record to create or to modify, over the page. What is typed stays, whatever the server answers,
 * and is not lost without asking.
 */
export function Fiche(props: Props) {
  const { titre, textes, bouton, forme, envoi, onSoumettre, onFermer, children } = props
  const { fermer, question } = useAbandon(forme.modifiee, onFermer)
  return (
    <>
      {question}
      <Dialogue
        ouvert
        titre={titre}
        largeur="md"
        onFermer={fermer}
        onSoumettre={onSoumettre}
        actions={
          <>
            <BoutonAction variant="text" onClick={fermer}>
              {textesFiche.annuler}
            </BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
              {bouton}
            </BoutonAction>
          </>
        }
      >
        <div className="ui-fiche">
          {forme.consigne && <Note>{forme.consigne}</Note>}
          <ResumeFautes {...{ forme, envoi }} />
          <FicheEchec
            textes={textes}
            echec={envoi.echec}
            recharge={envoi.recharge}
            onRecharger={envoi.recharger}
          />
          {children}
        </div>
      </Dialogue>
    </>
  )
}
