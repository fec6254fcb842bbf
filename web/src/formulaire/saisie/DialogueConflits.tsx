import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import { useId, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import type { Conflit } from './synchro.ts'
import { texteLecture } from './texte.ts'

type Props = {
  saisie: Saisie
  conflits: readonly Conflit[]
  /** Cells in which the other person's value is kept. */
  surChoix: (leurs: readonly string[]) => void
}

/** Two people changed the same cells: this one chooses, cell by cell; nothing is written before. */
export function DialogueConflits({ saisie, conflits, surChoix }: Props) {
  const [leurs, setLeurs] = useState<ReadonlySet<string>>(new Set())
  const choisir = (adresse: string, leur: boolean) => {
    const suivant = new Set(leurs)
    if (leur) suivant.add(adresse)
    else suivant.delete(adresse)
    setLeurs(suivant)
  }
  return (
    <Dialogue
      ouvert
      titre={TEXTES.conflit.titre}
      largeur="md"
      onSoumettre={() => surChoix([...leurs])}
      actions={
        <>
          <BoutonAction onClick={() => setLeurs(new Set())}>
            {TEXTES.conflit.toutesMiennes}
          </BoutonAction>
          <BoutonAction onClick={() => setLeurs(new Set(conflits.map(({ adresse }) => adresse)))}>
            {TEXTES.conflit.toutesLeurs}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained">
            {TEXTES.conflit.confirmer}
          </BoutonAction>
        </>
      }
    >
      <p>{TEXTES.conflit.aide}</p>
      {conflits.map((conflit) => (
        <Choix
          key={conflit.adresse}
          {...{ saisie, conflit }}
          leur={leurs.has(conflit.adresse)}
          surChoix={(leur) => choisir(conflit.adresse, leur)}
        />
      ))}
    </Dialogue>
  )
}

type ChoixProps = {
  saisie: Saisie
  conflit: Conflit
  leur: boolean
  surChoix: (leur: boolean) => void
}

function Choix({ saisie, conflit, leur, surChoix }: ChoixProps) {
  const nom = useId()
  const cellule = saisie.celluleDe(conflit.adresse)
  const dire = (valeur: Valeur | null) =>
    cellule && valeur !== null ? texteLecture(cellule, valeur) : TEXTES.conflit.vide
  return (
    <fieldset className="s-conflit">
      <legend>{cellule?.libelle ?? conflit.adresse}</legend>
      <p className="s-aide">{conflit.dit}</p>
      <label>
        <input type="radio" name={nom} checked={!leur} onChange={() => surChoix(false)} />
        {TEXTES.conflit.mienne} ({dire(conflit.mienne)})
      </label>
      <label>
        <input type="radio" name={nom} checked={leur} onChange={() => surChoix(true)} />
        {TEXTES.conflit.leur} ({dire(conflit.leur)})
      </label>
    </fieldset>
  )
}
