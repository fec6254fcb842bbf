import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Ouverture } from './store/store.ts'

type Props = { ouverture: Ouverture; abandonnees: NonNullable<Ouverture['abandonnees']> }

/** What was typed and not saved, of a report that is closed since. */
export default function Abandonnees({ ouverture, abandonnees }: Props) {
  const { oublier, lecture } = ouverture
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={textesSaisie.saisie.retrouveesFermees}
      action={
        <span>
          <BoutonAction size="small" onClick={oublier}>
            {textesSaisie.saisie.oublier}
          </BoutonAction>
        </span>
      }
    >
      <ul>
        {Object.entries(abandonnees.textes).map(([adresse, texte]) => (
          <li key={adresse}>
            {textesSaisie.controles.faute(
              lecture.celluleDe(adresse)?.libelle ?? adresse,
              texte || '—',
            )}
          </li>
        ))}
      </ul>
    </Alerte>
  )
}
