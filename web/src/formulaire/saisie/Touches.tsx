import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { textesTouches } from './saisie.textes.ts'
import './touches.css'

/** The sheet of the keys. */
export default function Touches({ onFermer }: { onFermer: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={textesTouches.titre}
      largeur="md"
      onFermer={onFermer}
      actions={<BoutonAction onClick={onFermer}>{textesTouches.fermer}</BoutonAction>}
    >
      {textesTouches.groupes.map(({ titre, touches }, rang) => (
        <table key={titre} className="s-touches">
          {/* It opens on its first words, not on the button at its foot. */}
          <caption tabIndex={-1} data-focus={rang === 0 || undefined}>
            {titre}
          </caption>
          <thead className="ui-invisible">
            <tr>
              <th scope="col">{textesTouches.touche}</th>
              <th scope="col">{textesTouches.effet}</th>
            </tr>
          </thead>
          <tbody>
            {touches.map(([touche, effet]) => (
              <tr key={touche}>
                <th scope="row">
                  <kbd>{touche}</kbd>
                </th>
                <td>{effet}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Dialogue>
  )
}
