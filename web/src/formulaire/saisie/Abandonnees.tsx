import { useEnPeril } from '../../app/useAttentes.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { textesAbandonnees, textesSaisie } from './saisie.textes.ts'

import type { Lecture, Ouverture } from './store/client.ts'

type LaisseesProps = {
  titre: string
  lecture: Lecture
  textes: Iterable<readonly [adresse: string, texte: string]>
  surOubli: () => void
}

/** What was typed and will not be saved, cell by cell: told, until one forgets it. */
export function Laissees({ titre, lecture, textes, surOubli }: LaisseesProps) {
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={titre}
      action={
        <span>
          <BoutonAction size="small" onClick={surOubli}>
            {textesAbandonnees.oublier}
          </BoutonAction>
        </span>
      }
    >
      <ul>
        {[...textes].map(([adresse, texte]) => (
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

type Props = { ouverture: Ouverture; abandonnees: NonNullable<Ouverture['abandonnees']> }

/** What was typed and not saved, of a report that is closed since. */
export default function Abandonnees({ ouverture, abandonnees }: Props) {
  const { oublier, lecture } = ouverture
  const enPeril = useEnPeril()
  return (
    <Laissees
      titre={textesAbandonnees.retrouvees(enPeril)}
      textes={Object.entries(abandonnees.textes)}
      lecture={lecture}
      surOubli={oublier}
    />
  )
}
