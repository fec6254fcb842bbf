import { EchecApi, messageDe } from '../app/client.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import './ImportTableur.css'

/** A call of which no answer came. */
export const estReseau = (echec: unknown) => echec instanceof EchecApi && echec.estReseau

type Props = {
  echec: unknown
  titre: string
  /** Of a call without an answer: what to know of it, and what reads the file again. */
  coupure: string
  relire: string
  onRelire: () => void
}

/** Why a spreadsheet was not read, or not written. */
export function ImportEchec({ echec, titre, coupure, relire, onRelire }: Props) {
  const details = echec instanceof EchecApi ? echec.details : []
  const coupe = estReseau(echec)
  return (
    <Alerte
      gravite="error"
      role="alert"
      titre={titre}
      action={
        coupe && (
          <BoutonAction size="small" icone="reessayer" onClick={onRelire}>
            {relire}
          </BoutonAction>
        )
      }
    >
      <p className="ui-import-phrase">{messageDe(echec, coupure)}</p>
      {details.length > 0 && (
        <ul className="ui-import-fautes">
          {details.slice(0, 20).map(({ chemin, libelle }) => (
            <li key={`${chemin} ${libelle}`}>{libelle}</li>
          ))}
        </ul>
      )}
    </Alerte>
  )
}
