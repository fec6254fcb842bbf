import type { ModeEnvoi as Mode } from '@releve/contract/courriel/courriel.schema.ts'
import { Alerte } from './Alerte.tsx'
import './Envoi.css'

type Notice = { titre: string; texte: string }
type Props = { envoi: Mode; sansEnvoi: Notice; demonstration: Notice }

/** How mails leave, when it is not by a server. */
export function ModeEnvoi({ envoi, sansEnvoi, demonstration }: Props) {
  if (envoi === 'SMTP') return null
  const { titre, texte } = envoi === 'AUCUN' ? sansEnvoi : demonstration
  return (
    <div className="ui-envoi">
      <Alerte gravite={envoi === 'AUCUN' ? 'warning' : 'info'} titre={titre}>
        <p>{texte}</p>
      </Alerte>
    </div>
  )
}
