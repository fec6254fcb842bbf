import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ID_PANNEAU_SECTION, Onglets } from './Onglets.tsx'
import { SectionSaisie } from './SectionSaisie.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import type { Vue } from './useVue.ts'

type Props = { saisie: Saisie; formulaire: Formulaire; vue: Vue }

/** The sections of the form: one under its tab, or all of them one under the other. */
export function Feuilles({ saisie, formulaire, vue }: Props) {
  // Who and when never change in an open form: kept as first read, so that saves render no section.
  const [identite] = useState(formulaire)
  const { sections } = saisie.modele
  const rang = sections.findIndex(({ code }) => code === vue.section)
  const section = sections[rang]
  if (vue.tout || !section)
    return (
      <div className="s-tout">
        {sections.map((chacune) => (
          <SectionSaisie key={chacune.code} {...{ saisie, identite }} section={chacune} />
        ))}
        {saisie.ouverte && <ToutAZero saisie={saisie} />}
      </div>
    )
  return (
    <div className="s-cahier">
      <Onglets
        {...{ saisie, sections }}
        choisie={vue.section}
        surChoix={(code) => vue.changer({ section: code })}
      />
      <div role="tabpanel" id={ID_PANNEAU_SECTION} aria-labelledby={`onglet-${section.code}`}>
        <SectionSaisie key={section.code} {...{ saisie, section, identite }} />
        <p className="s-outils s-voisines">
          <Voisine section={sections[rang - 1]} vue={vue} dire={TEXTES.onglet.precedente} />
          <Voisine section={sections[rang + 1]} vue={vue} dire={TEXTES.onglet.suivante} />
        </p>
      </div>
    </div>
  )
}

type VoisineProps = {
  section: { code: string; libelle: string } | undefined
  vue: Vue
  dire: (libelle: string) => string
}

function Voisine({ section, vue, dire }: VoisineProps) {
  if (!section) return null
  const { code, libelle } = section
  const choisir = () => {
    vue.changer({ section: code })
    requestAnimationFrame(() => {
      const titre = document.getElementById(`titre-${code}`)
      titre?.focus({ preventScroll: true })
      titre?.scrollIntoView({ block: 'center' })
    })
  }
  return (
    <BoutonAction size="small" onClick={choisir}>
      {dire(libelle)}
    </BoutonAction>
  )
}

function ToutAZero({ saisie }: { saisie: Saisie }) {
  const [annonce, setAnnonce] = useState('')
  return (
    <p className="s-outils">
      <BoutonAction
        size="small"
        onClick={() => setAnnonce(TEXTES.misesAZero(saisie.mettreAZero(null)))}
      >
        {TEXTES.mettreAZeroTout}
      </BoutonAction>
      <span role="status">{annonce}</span>
    </p>
  )
}
