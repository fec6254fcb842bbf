import type { ReactNode } from 'react'
import { useAbandon } from './Abandon.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Dialogue } from './Dialogue.tsx'
import { FicheEchec, type TextesEchec } from './FicheEchec.tsx'
import type { Faute } from './fautes.ts'
import { textes as t } from './fiche.textes.ts'
import { ResumeFautes } from './ResumeFautes.tsx'
import './Fiche.css'

type Props = {
  titre: string
  /** Its sentences, as the catalogue of the feature has them. */
  textes: TextesEchec
  /** Words of the button that sends it. */
  bouton: string
  /** Something was typed that is not kept. */
  modifiee: boolean
  /** What to say of each field; said from the first try on. */
  fautes: readonly Faute[]
  essais: number
  envoi: { enCours: boolean; echec: unknown; recharge?: number }
  /** The fields themselves say what was refused. */
  dansUnChamp: boolean
  /** When another person changed the record meanwhile. */
  onRecharger?: (() => void) | undefined
  onSoumettre: () => void
  onFermer: () => void
  /** The fields. */
  children: ReactNode
}

function Bilan(props: Props) {
  const { textes, fautes, essais, dansUnChamp, onRecharger } = props
  const { enCours, recharge = 0 } = props.envoi
  const echec = dansUnChamp ? null : props.envoi.echec
  return (
    <>
      {!enCours && !echec && essais > 0 && fautes.length > 0 && (
        // Anew at each try: the focus comes back to it.
        <ResumeFautes key={essais} titre={t.resume(fautes.length)} fautes={fautes} />
      )}
      <FicheEchec {...{ textes, echec, recharge, onRecharger }} />
    </>
  )
}

/**
 * A record to create or to modify, over the page. What is typed stays, whatever the server answers,
 * and is not lost without asking.
 */
export function Fiche(props: Props) {
  const { titre, bouton, modifiee, envoi, onSoumettre, onFermer, children } = props
  const { fermer, question } = useAbandon(modifiee, onFermer)
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
              {t.annuler}
            </BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
              {bouton}
            </BoutonAction>
          </>
        }
      >
        <div className="ui-fiche">
          <p className="ui-note">{t.obligatoire}</p>
          <Bilan {...props} />
          {children}
        </div>
      </Dialogue>
    </>
  )
}
