import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { EchecApi } from '../app/client.ts'
import { ConfirmationDialogue } from './ConfirmationDialogue.tsx'
import { useBloquerUtilisateur, useOublierComptes } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'

type Props = { utilisateur: Utilisateur; bloquer: boolean; onFermer: () => void }

/** Asks before an account is blocked, or opened again. */
export function BlocageDialogue({ utilisateur, bloquer, onFermer }: Props) {
  const { id, version, nomAffichable: nom } = utilisateur
  const { mutate, isPending, error } = useBloquerUtilisateur()
  const oublier = useOublierComptes()
  const perimee = error instanceof EchecApi && error.code === 'VERSION_COMPTE_PERIMEE'
  const t = bloquer ? textes.blocage : textes.deblocage
  // One reads what the other person did, then asks again.
  const recharger = () => {
    oublier()
    onFermer()
  }
  return (
    <ConfirmationDialogue
      titre={t.titre(nom)}
      effets={t.effets}
      bouton={bloquer ? textes.actes.bloquer : textes.actes.debloquer}
      enCours={isPending}
      echec={error}
      onRecharger={perimee ? recharger : undefined}
      onAgir={() => mutate({ id, version, bloquer }, { onSuccess: onFermer })}
      onFermer={onFermer}
    />
  )
}
