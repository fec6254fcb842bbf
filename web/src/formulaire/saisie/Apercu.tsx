import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { Feuille } from './Feuilles.tsx'
import { viser } from './grille/Grille.tsx'
import { ouvrirApercu } from './store/apercu.ts'
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
        onBlur={({ target }) => entree.quitter(target.dataset['cellule'] ?? '')}
      >
        <div className="s-tout">
          {montrees.map((une) => (
            <Feuille key={une.code} {...{ lecture, entree, identite }} section={une} />
          ))}
        </div>
      </div>
    </AllerContext>
  )
}
