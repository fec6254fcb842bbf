import { useHorsLigne } from '../app/useAttentes.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { useTelechargerRecepisse } from './recepisse.queries.ts'
import { textesRecepisse as t } from './recepisse.textes.ts'

/** Takes away the receipt of a submission; of the last one when none is named. */
export function BoutonRecepisse({ numero, soumission }: { numero: string; soumission?: number }) {
  const { mutate, isPending } = useTelechargerRecepisse(numero)
  const coupee = useHorsLigne()
  return (
    <BoutonAction
      size="small"
      icone="telecharger"
      enCours={isPending}
      raison={coupee ? t.reseau : null}
      onClick={() => mutate(soumission === undefined ? {} : { soumission })}
    >
      {soumission === undefined ? t.telecharger : t.telechargerUn(soumission)}
    </BoutonAction>
  )
}
