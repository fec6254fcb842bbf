import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur as ValeurCase } from '@releve/contract/modele/modele.schema.ts'
import { useId, useState } from 'react'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { formatDate, formatHeure, formatInstant } from '../../../ui/format.ts'
import type { Conflit, Lecture } from '../store/client.ts'

import { textesConflit } from './actes.textes.ts'
import './actes.css'

type Props = {
  lecture: Lecture
  conflits: readonly Conflit[]
  /** Cells in which the other person's value is kept. */
  surChoix: (leurs: readonly string[]) => void
}

/** Two people changed the same cells: this one chooses, cell by cell; nothing is written before. */
export default function Conflits({ lecture, conflits, surChoix }: Props) {
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
      titre={textesConflit.titre}
      largeur="md"
      onSoumettre={() => surChoix([...leurs])}
      actions={
        <>
          <BoutonAction onClick={() => setLeurs(new Set())}>
            {textesConflit.toutesMiennes}
          </BoutonAction>
          <BoutonAction onClick={() => setLeurs(new Set(conflits.map(({ adresse }) => adresse)))}>
            {textesConflit.toutesLeurs}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained">
            {textesConflit.confirmer}
          </BoutonAction>
        </>
      }
    >
      <p>{textesConflit.aide}</p>
      {conflits.map((conflit) => (
        <Choix
          key={conflit.adresse}
          {...{ lecture, conflit }}
          leur={leurs.has(conflit.adresse)}
          surChoix={(leur) => choisir(conflit.adresse, leur)}
        />
      ))}
    </Dialogue>
  )
}

type ChoixProps = {
  lecture: Lecture
  conflit: Conflit
  leur: boolean
  surChoix: (leur: boolean) => void
}

function Choix({ lecture, conflit, leur, surChoix }: ChoixProps) {
  const nom = useId()
  const cellule = lecture.celluleDe(conflit.adresse)
  const { tapeLe, auteur, le } = conflit
  return (
    <fieldset className="s-conflit">
      <legend>{cellule?.libelle ?? conflit.adresse}</legend>
      <label>
        <input type="radio" name={nom} checked={!leur} onChange={() => surChoix(false)} />
        {textesConflit.mienne}
        <Valeur
          {...{ cellule }}
          valeur={conflit.mienne}
          quand={tapeLe ? textesConflit.tapee(formatQuand(tapeLe)) : textesConflit.tapeeAvant}
        />
      </label>
      <label>
        <input type="radio" name={nom} checked={leur} onChange={() => surChoix(true)} />
        {textesConflit.leur(auteur)}
        <Valeur
          {...{ cellule }}
          valeur={conflit.leur}
          quand={le === null ? '' : textesConflit.enregistree(formatQuand(le))}
        />
      </label>
    </fieldset>
  )
}

type ValeurProps = { cellule: Cellule | undefined; valeur: ValeurCase | null; quand: string }

/** « 1 204, enregistrée à 14:32 ». */
function Valeur({ cellule, valeur, quand }: ValeurProps) {
  const dite = cellule && valeur !== null ? formaterValeur(cellule, valeur) : null
  return (
    <span className="s-conflit-valeur">
      <strong>{dite ?? textesConflit.vide}</strong>, {quand}
    </span>
  )
}

/** « à 14:32 » of today, « le 3 mars 2025 à 14:32 » of another day. */
function formatQuand(instant: string | Date): string {
  const memeJour = formatDate(new Date(instant)) === formatDate(new Date())
  return memeJour ? `à ${formatHeure(instant)}` : `le ${formatInstant(instant)}`
}
