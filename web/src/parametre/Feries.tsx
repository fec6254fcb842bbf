import { fauteFerie, feriesAReprendre } from '@releve/contract/calendrier/feries.rules.ts'
import { useState } from 'react'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { textesCalendrier } from './calendrier.textes.ts'

const t = textesCalendrier.feries

/** « 1ᵉʳ mai, chaque année »; « 10 avril 2026 ». */
function direFerie(ferie: string): string {
  if (ferie.length > 5) return formatDate(ferie)
  const [jour = '', mois = ''] = formatDate(`2000-${ferie}`).split(/\s/)
  return t.chaque(`${jour}\u00A0${mois}`)
}

type Props = { feries: readonly string[]; onChanger: (feries: string[]) => void }

/** One day more, of one year or of every year; nothing is sent before the settings are. */
function Ajout({ feries, onChanger }: Props) {
  const [jour, setJour] = useState('')
  const [chaque, setChaque] = useState(false)
  const [faute, setFaute] = useState<string | null>(null)
  const ajouter = () => {
    const ferie = chaque ? jour.slice(5) : jour
    const dite = fauteFerie(ferie, feries)
    setFaute(dite)
    if (dite) return
    onChanger([...feries, ferie].toSorted())
    setJour('')
  }
  return (
    <div className="cal-ajout">
      <ChampTexte
        libelle={t.jour}
        type="date"
        largeur="sm"
        value={jour}
        erreur={faute}
        onChange={({ target }) => setJour(target.value)}
      />
      <label className="prm-case">
        <input
          type="checkbox"
          checked={chaque}
          onChange={({ target }) => setChaque(target.checked)}
        />
        {t.chaqueAnnee}
      </label>
      <BoutonAction icone="plus" onClick={ajouter}>
        {t.ajouter}
      </BoutonAction>
    </div>
  )
}

/** The days of the year before that this one lacks: proposed, never taken for granted. */
function Reprise({ feries, onChanger }: Props) {
  const { jour } = useCalendrier()
  const annee = Number(jour.slice(0, 4))
  const repris = feriesAReprendre(feries, annee)
  if (repris.length === 0) return null
  return (
    <div>
      <BoutonAction onClick={() => onChanger([...feries, ...repris].toSorted())}>
        {t.reprendre(annee - 1)}
      </BoutonAction>
      <Note className="prm-note">{t.reprendreAide(repris.length, annee)}</Note>
    </div>
  )
}

/** The holidays: a list to which one adds, and from which one takes. */
export function Feries({ feries, onChanger }: Props) {
  return (
    <fieldset className="prm-groupe">
      <legend>{t.legende}</legend>
      <Note className="prm-note">{t.aide}</Note>
      <ul className="cal-liste">
        {feries.length === 0 && <li>{t.aucun}</li>}
        {feries.map((ferie) => (
          <li key={ferie}>
            <span>{direFerie(ferie)}</span>
            <BoutonAction
              size="small"
              variant="text"
              aria-label={t.retirerNom(direFerie(ferie))}
              onClick={() => onChanger(feries.filter((autre) => autre !== ferie))}
            >
              {t.retirer}
            </BoutonAction>
          </li>
        ))}
      </ul>
      <Ajout {...{ feries, onChanger }} />
      <Reprise {...{ feries, onChanger }} />
    </fieldset>
  )
}
