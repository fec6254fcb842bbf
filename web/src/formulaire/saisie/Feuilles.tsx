import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { facultatif } from '../../ui/facultatif.ts'
import { Controles } from './Controles.tsx'
import { Grille, type Identite, ToutAZero } from './grille/Grille.tsx'
import { ID_PANNEAU_SECTION, Onglets } from './Onglets.tsx'
import { textesSaisie } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/client.ts'

import { allerATitre, type Vue } from './useVue.ts'

/** For the browser's own search, which nobody makes at once. */
const TROUVER_MS = 1500
const Trouver = facultatif(() => import('./Trouver.tsx'), TROUVER_MS)

type Props = { lecture: Lecture; entree: Entree | null; formulaire: Formulaire; vue: Vue }

/** Whether the browser takes its picture for paper: the report is whole on it, whatever is shown. */
function useImpression(): boolean {
  const [imprime, setImprime] = useState(false)
  useEffect(() => {
    const avant = () => flushSync(() => setImprime(true))
    const apres = () => setImprime(false)
    window.addEventListener('beforeprint', avant)
    window.addEventListener('afterprint', apres)
    return () => {
      window.removeEventListener('beforeprint', avant)
      window.removeEventListener('afterprint', apres)
    }
  }, [])
  return imprime
}

/** The sections that stand before and after one: how far, and what leads there is called. */
const VOISINES = [
  [-1, textesSaisie.onglet.precedente],
  [1, textesSaisie.onglet.suivante],
] as const

/** The sections of the form: one under its tab, or all of them one under the other. */
export function Feuilles({ lecture, entree, formulaire, vue }: Props) {
  // Who and when never change in an open form: kept as first read, so that saves render no section.
  const [identite] = useState(formulaire)
  const imprime = useImpression()
  const { sections } = lecture.modele
  const rang = sections.findIndex(({ code }) => code === vue.section)
  const section = sections[rang]
  // Who goes on to a section begins it at its heading, once it is on the screen.
  const venu = useRef(false)
  useLayoutEffect(() => {
    if (venu.current) allerATitre(`titre-${vue.section}`)
    venu.current = false
  }, [vue.section])
  if (vue.tout || !section)
    return (
      <div className="s-tout">
        {sections.map((chacune) => (
          <Feuille key={chacune.code} {...{ lecture, entree, identite }} section={chacune} />
        ))}
        {entree && <ToutAZero entree={entree} />}
      </div>
    )
  return (
    <div className="s-cahier">
      <Onglets
        {...{ lecture, entree, sections }}
        choisie={vue.section}
        surChoix={(code) => vue.changer({ section: code })}
      />
      <div role="tabpanel" id={ID_PANNEAU_SECTION} aria-labelledby={`onglet-${section.code}`}>
        {(imprime ? sections : [section]).map((une) => (
          <Feuille key={une.code} {...{ lecture, entree, identite }} section={une} />
        ))}
        <p className="s-outils s-voisines">
          {VOISINES.map(([pas, dire]) => {
            const voisine = sections[rang + pas]
            if (!voisine) return null
            const passer = () => {
              venu.current = true
              vue.changer({ section: voisine.code })
            }
            return (
              <BoutonAction key={pas} size="small" onClick={passer}>
                {dire(voisine.libelle)}
              </BoutonAction>
            )
          })}
        </p>
        <Suspense>
          <Trouver key={section.code} {...{ lecture, section }} />
        </Suspense>
      </div>
    </div>
  )
}

type FeuilleProps = Pick<Props, 'lecture' | 'entree'> & { section: Section; identite: Identite }

/** One section: its heading and source, its cells, what its controls say. */
export const Feuille = memo(function Feuille({ lecture, entree, section, identite }: FeuilleProps) {
  const titre = `titre-${section.code}`
  return (
    <section className="s-section" id={`section-${section.code}`} aria-labelledby={titre}>
      <h2 id={titre} tabIndex={-1}>
        {section.libelle}
      </h2>
      {section.source && <p className="s-source">{textesSaisie.source(section.source)}</p>}
      {section.aide && <p className="s-aide">{section.aide}</p>}
      <div className="s-plan">
        <Grille {...{ lecture, entree, section, identite }} />
        {section.type !== 'identification' && (
          <Controles {...{ lecture, entree }} section={section.code} />
        )}
      </div>
    </section>
  )
})
