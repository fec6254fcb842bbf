import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { ConfirmationDialogue } from './ConfirmationDialogue.tsx'
import { useRetirerSecondFacteur } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'

const t = textes.secondFacteur

type Props = { utilisateur: Utilisateur; onFermer: () => void }

/** Asks before the second factor of a person who can no longer give a code is taken away. */
export function SecondFacteurDialogue({ utilisateur, onFermer }: Props) {
  const { id, nomAffichable: nom } = utilisateur
  const { mutate, isPending, error } = useRetirerSecondFacteur()
  return (
    <ConfirmationDialogue
      titre={t.titre(nom)}
      effets={t.effets}
      bouton={textes.actes.facteur}
      enCours={isPending}
      echec={error}
      onAgir={() => mutate({ id, nom }, { onSuccess: onFermer })}
      onFermer={onFermer}
    />
  )
}
