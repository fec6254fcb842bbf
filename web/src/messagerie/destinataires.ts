import type { Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { textesMessagerie as t } from './messagerie.textes.ts'

type MessageEnvoye = Pick<Message, 'destinataires' | 'groupes' | 'nombre'>

/** Whom a message was sent to: those named, the groups, how many more. */
export function destinatairesDe({ destinataires, groupes, nombre }: MessageEnvoye): string {
  const noms = [
    ...groupes.map(({ libelle }) => libelle),
    ...destinataires.map((un) => un.nomAffichable),
  ]
  return t.destinataires(noms, groupes.length > 0 ? 0 : nombre - destinataires.length)
}
