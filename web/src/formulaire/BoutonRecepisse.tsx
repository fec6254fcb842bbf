import { useHorsLigne } from '../app/useAttentes.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { textesRecepisse as t } from './formulaire.textes.ts'
import { useTelechargerRecepisse } from './recepisse.queries.ts'

type Props = {
  numero: string
  soumission?: number
  /** It is known that it no longer says what is kept: the server would refuse it. */
  altere?: boolean
}

/** Takes away the receipt of a submission; of the last one when none is named. */
export function BoutonRecepisse({ numero, soumission, altere = false }: Props) {
  const { mutate, isPending } = useTelechargerRecepisse(numero)
  const coupee = useHorsLigne()
  const raison = altere ? t.altere : coupee ? t.reseau : null
  return (
    <BoutonAction
      size="small"
      icone="telecharger"
      enCours={isPending}
      raison={raison}
      onClick={() => mutate(soumission === undefined ? {} : { soumission })}
    >
      {soumission === undefined ? t.telecharger : t.telechargerUn(soumission)}
    </BoutonAction>
  )
}
