import { aideDe } from '@releve/contract/modele/aide.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { useId } from 'react'
import { textesAide } from './saisie.textes.ts'
import './aide.css'

const TEXTES = ['definition', 'source', 'exemple'] as const

type Props = { modele: Modele; cellule: Cellule }

/**
 * What the model says to who fills this cell: what is counted, from which register, as in which
 * case. Its name and all of its words are read together when it takes the focus.
 */
export default function AideCase({ modele, cellule }: Props) {
  const id = useId()
  const aide = aideDe(modele, cellule)
  const dites = TEXTES.filter((cle) => aide[cle] !== null)
  return (
    <section
      className="s-aide-case"
      tabIndex={-1}
      aria-labelledby={`${id}-titre`}
      aria-describedby={`${id}-corps`}
    >
      <h3 id={`${id}-titre`}>{textesAide.titre}</h3>
      <div id={`${id}-corps`}>
        {dites.length === 0 ? (
          <p>{textesAide.rien}</p>
        ) : (
          <dl>
            {dites.map((cle) => (
              <div key={cle}>
                <dt>{textesAide[cle]}</dt>
                <dd>{aide[cle]}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}
