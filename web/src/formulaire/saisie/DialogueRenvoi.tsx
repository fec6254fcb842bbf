import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { useRenvoyerFormulaire } from '../formulaire.queries.ts'
import type { PropsActions } from './Actions.tsx'
import { TEXTES } from './saisie.textes.ts'
import { useMotif } from './useMotif.tsx'

/** Asks why a report goes back, and what must be corrected. */
export function DialogueRenvoi(props: PropsActions & { fermer: () => void }) {
  const { formulaire, fermer } = props
  const { mutateAsync, isPending } = useRenvoyerFormulaire(TEXTES.succes.renvoyer)
  const { soumettre, champs, refus } = useMotif(props, TEXTES.renvoi)
  const renvoyer = () =>
    soumettre(async (donne) => {
      await mutateAsync({ id: formulaire.id, ...donne })
    })
  return (
    <Dialogue
      ouvert
      titre={TEXTES.renvoi.titre}
      onFermer={fermer}
      onSoumettre={() => void renvoyer()}
      actions={
        <>
          <BoutonAction onClick={fermer}>{TEXTES.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {TEXTES.renvoi.confirmer}
          </BoutonAction>
        </>
      }
    >
      {refus}
      <p>{TEXTES.renvoi.aide}</p>
      <div className="s-dialogue">{champs}</div>
    </Dialogue>
  )
}
