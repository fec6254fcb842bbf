import type { Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { useMarquerImportant } from './messagerie.queries.ts'
import { textesMessagerie as t } from './messagerie.textes.ts'

/** Whether one's copy is important: a press changes it. */
export function Etoile({ message: { id, objet, important } }: { message: Message }) {
  const { mutate, isPending } = useMarquerImportant()
  return (
    <button
      type="button"
      className="msg-etoile"
      aria-pressed={important}
      aria-label={t.marquer(objet)}
      title={t.message.important}
      onClick={() => !isPending && mutate({ id, important: !important })}
    >
      <span aria-hidden="true">{important ? '★' : '☆'}</span>
    </button>
  )
}
