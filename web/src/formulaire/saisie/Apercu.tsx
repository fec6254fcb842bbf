import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Section } from '@releve/contract/modele/modele.schema.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import AideCase from './AideCase.tsx'
import { Feuille } from './Feuilles.tsx'
import { viser } from './grille/Grille.tsx'
import { ouvrirApercu } from './store/apercu.ts'
import type { Lecture } from './store/client.ts'
import { useActive } from './store/store.ts'
import { AllerContext } from './useVue.ts'
import '../../ui/Invisible.css'
import './grille/grille.css'
import './saisie.css'

type Props = {
  compile: ModeleCompile
  periode: Periode
  /** The only section to show; absent, all of them. */
  section?: string | undefined
}

/**
 * The form of a model as agents will have it, with values to try it that nobody keeps. They stay
 * when the model changes under them.
 */
export default function Apercu({ compile, periode, section }: Props) {
  const [ouvert, setOuvert] = useState(() => ({ compile, ...ouvrirApercu(compile, periode, {}) }))
  if (ouvert.compile !== compile)
    setOuvert({ compile, ...ouvrirApercu(compile, periode, ouvert.relever()) })
  const { lecture, entree, identite } = ouvert
  const { sections } = ouvert.compile.modele
  const montrees = sections.filter(({ code }) => section === undefined || code === section)
  return (
    <AllerContext value={viser}>
      <div
        className="s-page s-ouverte"
        role="presentation"
        onFocus={({ target: { dataset } }) =>
          dataset['cellule'] && lecture.activer(dataset['cellule'])
        }
        onBlur={({ target }) => entree.quitter(target.dataset['cellule'] ?? '')}
      >
        <div className="s-tout">
          {montrees.map((une) => (
            <Feuille key={une.code} {...{ lecture, entree, identite }} section={une} />
          ))}
        </div>
        <AideMontree {...{ lecture, montrees }} />
      </div>
    </AllerContext>
  )
}

/** The help of the cell where one is, as F1 shows it to agents. */
function AideMontree({ lecture, montrees }: { lecture: Lecture; montrees: readonly Section[] }) {
  const active = useActive(lecture)
  const cellule = active === null ? undefined : lecture.celluleDe(active)
  if (!cellule || !montrees.some(({ code }) => code === cellule.section)) return null
  return (
    <div className="s-aide-montree">
      <AideCase modele={lecture.modele} cellule={cellule} />
    </div>
  )
}
