import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useTransition } from '../formulaire.queries.ts'
import { DialogueEtat } from './DialogueEtat.tsx'
import { DialogueRenvoi } from './DialogueRenvoi.tsx'
import { TEXTES } from './saisie.textes.ts'

const ACTES = ['valider', 'approuver', 'diffuser'] as const
type Acte = (typeof ACTES)[number]
const ICONES = { valider: 'coche', approuver: 'doubleCoche', diffuser: 'diffusion' } as const

export type PropsActions = {
  formulaire: Formulaire
  /** Saves what waits; false when it could not be saved: the act then does not take place. */
  preparer: () => Promise<number | null>
  surEchec: (echec: unknown) => void
}

/** What this person may do on this form now: the answer's `actions`, and nothing else, decide. */
export function Actions({
  formulaire,
  surRelire,
  ...props
}: PropsActions & { surRelire: () => void }) {
  const [dialogue, setDialogue] = useState<'renvoyer' | 'changerEtat' | Acte | null>(null)
  const { actions } = formulaire
  const fermer = () => setDialogue(null)
  const acte = ACTES.find((candidat) => candidat === dialogue)
  return (
    <>
      {actions.includes('changerEtat') && (
        <BoutonAction size="small" onClick={() => setDialogue('changerEtat')}>
          {TEXTES.barre.changerEtat}
        </BoutonAction>
      )}
      {actions.includes('renvoyer') && (
        <BoutonAction size="small" icone="retour" onClick={() => setDialogue('renvoyer')}>
          <span>
            {TEXTES.barre.renvoyer}
            <span className="s-suite"> {TEXTES.barre.renvoyerSuite}</span>
          </span>
        </BoutonAction>
      )}
      {ACTES.filter((candidat) => actions.includes(candidat)).map((candidat) => (
        <BoutonAction
          key={candidat}
          size="small"
          variant="contained"
          icone={ICONES[candidat]}
          onClick={() => setDialogue(candidat)}
        >
          {TEXTES.barre[candidat]}
        </BoutonAction>
      ))}
      {actions.includes('soumettre') && (
        <BoutonAction size="small" variant="contained" icone="envoi" onClick={surRelire}>
          {TEXTES.barre.relire}
        </BoutonAction>
      )}
      {acte && <Confirmer acte={acte} formulaire={formulaire} {...props} fermer={fermer} />}
      {dialogue === 'renvoyer' && <DialogueRenvoi {...{ formulaire, fermer }} {...props} />}
      {dialogue === 'changerEtat' && <DialogueEtat {...{ formulaire, fermer }} {...props} />}
    </>
  )
}

type ConfirmerProps = PropsActions & { acte: Acte; fermer: () => void }

function Confirmer({ acte, formulaire, preparer, surEchec, fermer }: ConfirmerProps) {
  const { mutateAsync, isPending } = useTransition({
    reussite: TEXTES.succes[acte],
    refus: 'place',
  })
  const textes = TEXTES.confirmation[acte]
  const agir = async () => {
    const version = await preparer()
    if (version === null) return fermer()
    try {
      await mutateAsync({ acte, id: formulaire.id, version })
    } catch (echec) {
      surEchec(echec)
    }
    fermer()
  }
  return (
    <Dialogue
      ouvert
      titre={textes.titre}
      onFermer={fermer}
      onSoumettre={() => void agir()}
      actions={
        <>
          <BoutonAction onClick={fermer}>{TEXTES.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {textes.bouton}
          </BoutonAction>
        </>
      }
    >
      <p>{textes.aide}</p>
    </Dialogue>
  )
}
