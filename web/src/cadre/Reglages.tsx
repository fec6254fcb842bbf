import { type ReactNode, useState } from 'react'
import { changerAffichage, retablirAffichage, useAffichage } from '../app/affichage.ts'
import { textesApp } from '../app/app.textes.ts'
import type { Settings } from '../app/stockage.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { Icone } from '../ui/Icone.tsx'
import { Tiroir } from '../ui/Tiroir.tsx'
import './Reglages.css'

const t = textesApp.reglages

type ChoixProps<V extends string> = {
  nom: string
  libelle: string
  valeurs: Record<V, string>
  actuelle: V
  onChoisir: (valeur: V) => void
  vignette: (valeur: V) => ReactNode
  colonnes?: 2 | 3
}

/** One setting: native radio buttons, each with its picture and its name. */
function Reglage<V extends string>(props: ChoixProps<V>) {
  const { nom, libelle, valeurs, actuelle, onChoisir, vignette, colonnes = 3 } = props
  // The keys of a record typed by them.
  const codes = Object.keys(valeurs) as V[]
  return (
    <fieldset className={`app-reglage app-reglage-${colonnes}`}>
      <legend>{libelle}</legend>
      {codes.map((valeur) => (
        <label key={valeur}>
          <input
            type="radio"
            name={nom}
            checked={valeur === actuelle}
            onChange={() => onChoisir(valeur)}
          />
          {vignette(valeur)}
          <span>{valeurs[valeur]}</span>
        </label>
      ))}
    </fieldset>
  )
}

const ICONES = {
  light: 'soleil',
  dark: 'lune',
  system: 'ecran',
  ltr: 'lireDroite',
  rtl: 'lireGauche',
  normale: 'largeurNormale',
  etendue: 'largeurEtendue',
} as const

const icone = (valeur: keyof typeof ICONES) => <Icone nom={ICONES[valeur]} taille={24} />

const pastille = (couleur: Settings['colour']) => (
  <span className="app-pastille" data-pastille={couleur} aria-hidden="true" />
)

function Panneau({ onFermer }: { onFermer: () => void }) {
  const { mode, direction, colour, stretch } = useAffichage()
  const changer =
    <C extends 'mode' | 'direction' | 'colour'>(cle: C) =>
    (valeur: Settings[C]) =>
      changerAffichage({ [cle]: valeur })
  return (
    <Tiroir cote="fin" titre={t.titre} fermer={t.fermer} onFermer={onFermer}>
      <div className="app-reglages">
        <Reglage
          nom="mode"
          libelle={t.mode}
          valeurs={t.modes}
          actuelle={mode}
          onChoisir={changer('mode')}
          vignette={icone}
        />
        <Reglage
          nom="colour"
          libelle={t.couleur}
          valeurs={t.couleurs}
          actuelle={colour}
          onChoisir={changer('colour')}
          vignette={pastille}
        />
        <Reglage
          nom="direction"
          libelle={t.direction}
          colonnes={2}
          valeurs={t.directions}
          actuelle={direction}
          onChoisir={changer('direction')}
          vignette={icone}
        />
        <Reglage
          nom="stretch"
          libelle={t.largeur}
          colonnes={2}
          valeurs={t.largeurs}
          actuelle={stretch ? 'etendue' : 'normale'}
          onChoisir={(valeur) => changerAffichage({ stretch: valeur === 'etendue' })}
          vignette={icone}
        />
        <BoutonAction icone="reessayer" multiligne onClick={retablirAffichage}>
          {t.origine}
        </BoutonAction>
      </div>
    </Tiroir>
  )
}

/** The settings of display: a button, and the drawer where they are chosen; applied at once. */
export function Reglages() {
  const [ouvert, setOuvert] = useState(false)
  return (
    <>
      <BoutonIcone
        nom="reglages"
        size="large"
        aria-label={t.titre}
        aria-haspopup="dialog"
        onClick={() => setOuvert(true)}
      />
      {ouvert && <Panneau onFermer={() => setOuvert(false)} />}
    </>
  )
}
